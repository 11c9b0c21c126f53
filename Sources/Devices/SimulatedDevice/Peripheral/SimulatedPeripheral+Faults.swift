// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT

extension SimulatedPeripheral {
    /// The level in percent that `RestFault.battery` leaves.
    static let lowBattery: UInt8 = 5
    /// How much of a report `RestFault.truncatedRead` leaves: too little to say whether the unit is on.
    static let truncatedLength = 12
    /// How late a reply is by `RestFault.lateReply`: later than anybody waits for an acknowledgement, and soon enough to
    /// be taken for that of another command.
    static let replyDelay = Duration.seconds(4)

    // MARK: - On demand

    /// Lets a fault occur the next `count` times that it can, beside those that occur by chance.
    public func inject(_ fault: RestFault, count: Int = 1) {
        demanded[fault] = max(0, count)
    }

    /// While silent the device acknowledges writes and answers reads, but carries nothing out and notifies nothing.
    public func setSilent(_ isSilent: Bool) {
        self.isSilent = isSilent
    }

    /// While refusing the device advertises, but ends every new connection at once.
    public func setRefusesConnections(_ refuses: Bool) {
        refusesConnections = refuses
    }

    /// Sets the battery's level in percent; what exceeds 100 is 100.
    public func setBattery(percent: UInt8) {
        batteryPercent = min(percent, 100)
    }

    /// Ends all connections from the device's side.
    public func dropConnection() {
        for connection in connections { drop(connection, because: .droppedConnection) }
    }

    /// Lets the device forget the time.
    public func resetClock() {
        let sample = clock.now()
        catchUp(at: sample)
        record(.fault(RestFault.clockReset.rawValue), by: connections.first?.number, at: sample)
        perform(rest.resetClock(at: sample), by: connections.first?.number, at: sample)
        reconsider()
    }

    /// Takes the device from the mains and puts it back: all connections end, see `SimulatedRest.cyclePower(at:)`.
    public func cyclePower() {
        unplug(for: .zero)
    }

    /// Takes the device from the mains for a while, see `SimulatedRest.cyclePower(at:)`: until it is back, nobody finds it.
    public func unplug(for duration: Duration) {
        let sample = clock.now()
        catchUp(at: sample)
        record(.fault(RestFault.powerCycle.rawValue), by: connections.first?.number, at: sample)
        for connection in connections {
            end(connection)
            connection.central.disconnect()
        }
        perform(rest.cyclePower(at: sample), by: nil, at: sample)
        lateReplies = []
        if duration > .zero { powerIsBack = stopwatch.uptime(at: sample) + duration }
        reconsider()
    }

    // MARK: - By hand

    /// Touches the ring for a moment, see `SimulatedRest.touchRing(at:)`.
    public func touchRing() {
        let sample = clock.now()
        catchUp(at: sample)
        guard powerIsBack == nil else { return }
        perform(rest.touchRing(at: sample), by: nil, at: sample)
        reconsider()
    }

    /// Touches the ring for four seconds, see `SimulatedRest.holdRing(at:)`.
    public func holdRing() {
        let sample = clock.now()
        catchUp(at: sample)
        guard powerIsBack == nil else { return }
        perform(rest.holdRing(at: sample), by: nil, at: sample)
        reconsider()
    }

    // MARK: - When they occur

    func strike(_ fault: RestFault) -> Bool {
        strike(anyOf: [fault]) != nil
    }

    /// The fault that occurs now: one on demand, else one by chance, which is drawn in any case.
    func strike(anyOf candidates: [RestFault]) -> RestFault? {
        let byChance = faults?.next(of: candidates)
        guard let fault = candidates.first(where: { demanded[$0, default: 0] > 0 }) else { return byChance }
        demanded[fault, default: 0] -= 1
        return fault
    }

    func carryOut(
        _ command: [UInt8], of connection: Connection, spoiledBy fault: RestFault?, at sample: ClockSample
    ) {
        let number = connection.number
        switch fault {
        case .silence, .disconnectMidWrite, .powerCycle:
            record(.command(command, reply: nil), by: number, at: sample)
            if fault == .silence { record(.fault(RestFault.silence.rawValue), by: number, at: sample) }
            if fault == .disconnectMidWrite { drop(connection, because: .disconnectMidWrite) }
            if fault == .powerCycle { cyclePower() }
            return
        default: break
        }
        let effects = rest.receive(command, at: sample)
        keepPresets()
        let replies = effects.compactMap { if case .reply(let text) = $0 { text } else { nil } }
        record(
            .command(command, reply: fault == .lostReply ? nil : replies.last), by: number,
            data: fault == .lostReply ? [] : replies.dropLast(), at: sample)
        if fault == .lostReply || fault == .lateReply {
            record(.fault(fault?.rawValue ?? ""), by: number, at: sample)
        }
        switch fault {
        case .lostReply: break
        case .lateReply: replyLate(replies, to: connection.central, at: sample)
        default: notify(replies, to: connection.central)
        }
        perform(effects, by: number, at: sample)
        if fault == .clockReset { resetClock() }
        if fault == .droppedConnection { drop(connection, because: .droppedConnection) }
    }

    private func drop(_ connection: Connection, because fault: RestFault) {
        record(.fault(fault.rawValue), by: connection.number)
        end(connection)
        connection.central.disconnect()
        reconsider()
    }
}
