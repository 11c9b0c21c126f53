// SPDX-License-Identifier: Apache-2.0

import Clocks

extension BusConnection {
    /// Calls a method and waits for the answer.
    ///
    /// The deadline includes the wait for a free slot. Throws the peer's error reply unchanged, or `timedOut`,
    /// `cancelled`, `disconnected`, `tooManyCalls`, or `invalidMessage` for arguments or an answer that cannot be used.
    /// The peer may have carried out the call all the same.
    ///
    /// `upon` is called when the answer comes, in order with the signals.
    @discardableResult
    public func call(
        _ call: BusCall, within deadline: Duration, upon: @escaping @BusActor (BusReply) -> Void = { _ in }
    ) async throws(BusError) -> BusReply {
        let ticket = CallTable.Ticket { if case .success(let reply) = $0 { upon(reply) } }
        // The only task besides the caller's, for thousands of calls a second; it is cancelled when the call has ended.
        async let _ = limit(ticket, to: deadline, of: call)
        return try await exchange(call, ticket)
    }

    /// Ends a call when its time is over, unless it has ended.
    private nonisolated func limit(_ ticket: CallTable.Ticket, to deadline: Duration, of call: BusCall) async {
        do {
            try await clock.sleep(for: deadline)
            ticket.ending.set(
                .failure(
                    BusError(
                        name: BusError.timedOut,
                        message: "\(call.interface).\(call.member) at \(call.path) was not answered within \(deadline)."
                    )))
        } catch {
            // Without a timer nobody would end it.
            ticket.ending.set(.failure(.cancellation))
        }
    }

    /// Calls a method, and calls `upon` once with the outcome, in order with the signals.
    ///
    /// After two minutes without an answer the call may end with `timedOut`. It ends with the connection at the latest.
    public func ask(_ call: BusCall, upon: @escaping @BusActor (Result<BusReply, BusError>) -> Void) {
        let ticket = CallTable.Ticket(upon: upon)
        releaseSlots(at: clock.now().boot)
        do throws(BusError) {
            guard link != nil else { throw .loss }
            let message = try BusMessage.call(call)
            if calls.isOpen {
                calls.occupy(try send(message), ticket)
                calls.leave(ticket, at: clock.now().boot)
            } else if !calls.queue(call, ticket) {
                throw .crowd
            }
        } catch {
            ticket.end(.failure(error))
        }
    }

    /// Calls a method without asking for an answer.
    func post(_ call: BusCall) throws(BusError) {
        try send(BusMessage.call(call, wantsReply: false))
    }

    /// Sends a signal; the bus passes it to all whose match rules fit.
    public func emit(path: ObjectPath, interface: String, member: String, arguments: [BusValue]) throws(BusError) {
        try send(BusMessage.signal(path: path, interface: interface, member: member, arguments: arguments))
    }

    /// Answers a call; does nothing if its sender wants no answer.
    public func reply(to call: IncomingCall, _ arguments: [BusValue]) throws(BusError) {
        guard call.wantsReply else { return }
        try send(BusMessage.reply(to: call, arguments))
    }

    /// Answers a call with an error; does nothing if its sender wants no answer.
    public func refuse(_ call: IncomingCall, _ error: BusError) {
        guard call.wantsReply else { return }
        if let refusal = try? BusMessage.refusal(serial: call.serial, of: call.sender, error) { _ = try? send(refusal) }
    }

    @discardableResult
    func send(_ message: borrowing BusMessage) throws(BusError) -> UInt32 {
        guard let serial = try link?.send(message) else { throw .loss }
        return serial
    }

    /// Takes an answer.
    func settle(_ message: borrowing BusMessage, sequence: UInt64) {
        calls.answer(message.replySerial)?.end(message.answer(sequence: sequence))
        sendQueued()
    }

    private func exchange(_ call: BusCall, _ ticket: CallTable.Ticket) async throws(BusError) -> BusReply {
        guard !Task.isCancelled else { throw .cancellation }
        guard link != nil else { throw .loss }
        // Checked before it is queued, so that every queued call can be sent.
        let message = try BusMessage.call(call)
        releaseSlots(at: clock.now().boot)
        if calls.isOpen {
            calls.occupy(try send(message), ticket)
            defer { leave(ticket) }
            return try await ticket.ending.outcome()
        }
        guard calls.queue(call, ticket) else { throw .crowd }
        sendQueued()
        defer { leave(ticket) }
        async let _ = releaseSlots()
        return try await ticket.ending.outcome()
    }

    private func leave(_ ticket: CallTable.Ticket) {
        calls.leave(ticket, at: clock.now().boot)
    }

    private func sendQueued() {
        while let (call, ticket) = calls.next() {
            do {
                calls.occupy(try send(BusMessage.call(call)), ticket)
            } catch {
                ticket.end(.failure(error))
            }
        }
    }

    private func releaseSlots(at boot: Duration) {
        for ticket in calls.release(at: boot) {
            ticket.end(.failure(BusError(name: BusError.timedOut, message: "The answer never came.")))
        }
    }

    /// Frees the slots of abandoned calls when their time is over, until cancelled; runs while a call waits for a slot.
    private func releaseSlots() async {
        while !Task.isCancelled {
            let boot = calls.nextRelease ?? clock.now().boot + CallTable.patience
            guard (try? await clock.sleep(until: WakeRequest(boot: boot))) != nil else { return }
            releaseSlots(at: clock.now().boot)
            sendQueued()
        }
    }
}
