// SPDX-License-Identifier: Apache-2.0

import Clocks
import Testing

@testable import DBus

struct CallTableTests {
    static func call(_ number: Int) -> BusCall {
        BusCall(
            destination: "a.b", path: .test, interface: "a.b", member: "Count", arguments: [.int32(Int32(number))])
    }

    /// A table whose slots are all taken.
    static func full() -> (table: CallTable, tickets: [CallTable.Ticket]) {
        var table = CallTable()
        let tickets = (1...CallTable.slots).map { _ in CallTable.Ticket() }
        for (index, ticket) in tickets.enumerated() { table.occupy(UInt32(index + 1), ticket) }
        return (table, tickets)
    }

    @Test
    func queue_keepsItsOrder_andWaitsForSlots() {
        var (table, _) = Self.full()
        for number in 1...3 { _ = table.queue(Self.call(number), CallTable.Ticket()) }
        let none = table.next()?.call
        #expect(none == nil)
        _ = table.answer(1)
        _ = table.answer(2)
        let first = table.next()
        if let first { table.occupy(100, first.ticket) }
        #expect(first?.call == Self.call(1))
        let second = table.next()
        #expect(second?.call == Self.call(2))
    }

    /// Otherwise a later call could overtake.
    @Test
    func table_isNotOpen_whileACallWaits() {
        var (table, _) = Self.full()
        _ = table.queue(Self.call(1), CallTable.Ticket())
        _ = table.answer(1)
        #expect(!table.isOpen)
        _ = table.next()
        #expect(table.isOpen)
    }

    @Test
    func slot_staysTaken_whenItsCallerLeaves_untilTheAnswer() {
        var (table, tickets) = Self.full()
        tickets[0].ending.set(.failure(.cancellation))
        table.leave(tickets[0], at: .zero)
        #expect(!table.isOpen)
        let ticket = table.answer(1)
        #expect(ticket == nil)
        #expect(table.isOpen)
    }

    @Test
    func slot_isFreed_whenItsCallerHasLeftLongAgo() {
        var (table, tickets) = Self.full()
        table.leave(tickets[0], at: .seconds(5))
        #expect(table.nextRelease == .seconds(125))
        _ = table.release(at: .seconds(124))
        #expect(!table.isOpen)
        _ = table.release(at: .seconds(125))
        #expect(table.isOpen)
        #expect(table.nextRelease == nil)
    }

    @Test
    func answer_isForNobody_whenUnknownOrGivenTwice() {
        var (table, tickets) = Self.full()
        let answered = [table.answer(1), table.answer(1), table.answer(1000)]
        #expect(answered[0] === tickets[0])
        #expect(answered[1] == nil)
        #expect(answered[2] == nil)
    }

    @Test
    func caller_leavesTheQueue() {
        var (table, _) = Self.full()
        let ticket = CallTable.Ticket()
        _ = table.queue(Self.call(1), ticket)
        table.leave(ticket, at: .zero)
        _ = table.answer(1)
        let none = table.next()?.call
        #expect(none == nil)
    }

    @Test
    func queue_isBounded() {
        var (table, _) = Self.full()
        let answers = (0...CallTable.longestQueue).map { table.queue(Self.call($0), CallTable.Ticket()) }
        #expect(answers == Array(repeating: true, count: CallTable.longestQueue) + [false])
    }
}
