// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Testing

@testable import Household

/// What one reader of events gets.
@Suite(.timeLimit(.minutes(1)))
struct EventQueueTests {
    private let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))

    private func event(_ name: String, _ address: MacAddress? = nil) -> HouseholdEvent {
        let entry = LogEntry(
            at: clock.now().wall, kind: .control, name: name, outcome: .confirmed, actor: .person)
        return HouseholdEvent(at: clock.now().wall, device: address, content: .logged(entry))
    }

    private func queue(device: MacAddress? = nil) -> EventQueue {
        EventQueue(devices: device.map { [$0] }, clock: clock, radioClock: clock)
    }

    @Test
    func next_givesEventsInOrder_andThenTheEnd() async {
        let queue = queue()
        queue.add(event("a"))
        queue.add(event("b"))
        queue.finish()
        #expect(await queue.next() == .event(event("a")))
        #expect(await queue.next() == .event(event("b")))
        #expect(await queue.next() == nil)
    }

    @Test
    func next_saysHowManyWereMissed_andGoesOnWithTheNewest() async {
        let queue = queue()
        for number in 0..<(EventQueue.capacity + 5) { queue.add(event("\(number)")) }
        #expect(
            await queue.next()
                == .event(HouseholdEvent(at: clock.now().wall, content: .dropped(5))))
        #expect(await queue.next() == .event(event("5")))
        for number in 6..<(EventQueue.capacity + 5) { #expect(await queue.next() == .event(event("\(number)"))) }
        queue.finish()
        #expect(await queue.next() == nil)
    }

    @Test
    func next_isAHeartbeat_whenNothingHappens() async {
        let queue = queue()
        async let message = queue.next()
        await clock.waitForSleepers(1)
        clock.advance(by: EventQueue.heartbeat)
        #expect(await message == .heartbeat)
    }

    @Test
    func next_wakes_whenSomethingHappens() async {
        let queue = queue()
        async let message = queue.next()
        await clock.waitForSleepers(1)
        queue.add(event("a"))
        #expect(await message == .event(event("a")))
    }

    @Test
    func next_ends_whenItIsCancelled() async {
        let queue = queue()
        await withTaskGroup(of: HouseholdMessage?.self) { group in
            group.addTask { await queue.next() }
            await clock.waitForSleepers(1)
            group.cancelAll()
            #expect(await group.next() == .some(nil))
        }
    }

    @Test
    func add_takesEventsOfOneDeviceAlone_whenOneIsGiven() async throws {
        let mine = try #require(MacAddress(rawValue: "DC:06:41:00:00:01"))
        let other = try #require(MacAddress(rawValue: "DC:06:41:00:00:02"))
        let queue = queue(device: mine)
        queue.add(event("a", other))
        queue.add(event("b", nil))
        queue.add(event("c", mine))
        queue.finish()
        #expect(await queue.next() == .event(event("c", mine)))
        #expect(await queue.next() == nil)
    }

    @Test
    func source_refusesMoreReaders_thanThereMayBe() throws {
        let source = EventSource(clock: clock, radioClock: clock)
        var queues = try (0..<EventSource.readers).map { _ in try source.open(devices: nil) }
        #expect(throws: HouseholdError.self) { _ = try source.open(devices: nil) }
        queues.removeLast()
        #expect(throws: Never.self) { _ = try source.open(devices: nil) }
    }
}
