// SPDX-License-Identifier: Apache-2.0

import Clocks

/// The calls that are under way or wait to be sent.
///
/// The bus disconnects a client with too many unanswered calls, and counts those that the client no longer waits for. So
/// a call keeps its slot until it is answered, or for two minutes after its caller has stopped waiting.
struct CallTable {
    /// The system bus allows 128.
    static let slots = 32
    static let longestQueue = 1024
    /// How long a call keeps its slot after its caller has stopped waiting.
    static let patience = Duration.seconds(120)

    /// A call under way: who waits for its outcome, and what the outcome leads to.
    final class Ticket: Sendable {
        let ending = OneShot<Result<BusReply, BusError>>()
        private let upon: @BusActor (Result<BusReply, BusError>) -> Void

        init(upon: @escaping @BusActor (Result<BusReply, BusError>) -> Void = { _ in }) {
            self.upon = upon
        }

        /// Ends the call, unless its caller has stopped waiting; calls `upon` before the caller continues.
        @BusActor
        func end(_ result: Result<BusReply, BusError>) {
            if ending.set(result) { upon(result) }
        }
    }

    private struct Slot {
        let ticket: Ticket
        var abandonedAt: Duration?
    }

    private var taken: [UInt32: Slot] = [:]
    private var waiting: [(call: BusCall, ticket: Ticket)] = []

    /// Whether a call may be sent at once; otherwise it has to queue.
    var isOpen: Bool { taken.count < Self.slots && waiting.isEmpty }

    /// When the first slot is freed without an answer, by the boot clock.
    var nextRelease: Duration? { taken.values.compactMap(\.abandonedAt).min().map { $0 + Self.patience } }

    /// Queues a call behind all others; false if too many wait already.
    mutating func queue(_ call: BusCall, _ ticket: Ticket) -> Bool {
        guard waiting.count < Self.longestQueue else { return false }
        waiting.append((call, ticket))
        return true
    }

    /// The call to be sent next, if there is a slot for it.
    mutating func next() -> (call: BusCall, ticket: Ticket)? {
        taken.count < Self.slots && !waiting.isEmpty ? waiting.removeFirst() : nil
    }

    /// The call has been sent under this number.
    mutating func occupy(_ serial: UInt32, _ ticket: Ticket) {
        taken[serial] = Slot(ticket: ticket)
    }

    /// Takes an answer; returns the call it belongs to, unless nobody waits for it.
    mutating func answer(_ serial: UInt32) -> Ticket? {
        guard let slot = taken.removeValue(forKey: serial), !slot.ticket.ending.isSet else { return nil }
        return slot.ticket
    }

    /// The caller has stopped waiting.
    mutating func leave(_ ticket: Ticket, at boot: Duration) {
        waiting.removeAll { $0.ticket === ticket }
        if let serial = taken.first(where: { $0.value.ticket === ticket })?.key { taken[serial]?.abandonedAt = boot }
    }

    /// Frees the slots of calls that were abandoned too long ago; returns these calls.
    mutating func release(at boot: Duration) -> [Ticket] {
        let released = taken.filter { slot in slot.value.abandonedAt.map { boot >= $0 + Self.patience } ?? false }
        for serial in released.keys { taken.removeValue(forKey: serial) }
        return released.values.map(\.ticket)
    }

    /// Empties the table; returns the calls that were in it.
    mutating func removeAll() -> [Ticket] {
        defer { self = CallTable() }
        return taken.values.map(\.ticket) + waiting.map(\.ticket)
    }
}
