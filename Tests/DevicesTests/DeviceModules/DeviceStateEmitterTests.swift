// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Testing

@testable import DeviceModules

@Suite(.timeLimit(.minutes(1)))
struct DeviceStateEmitterTests {
    static let start = Instant(secondsSince1970: 1_800_000_000)
    let clock = ManualClock(wall: start)
    let emitter: DeviceStateEmitter

    init() {
        emitter = DeviceStateEmitter(clock: clock, radioClock: clock)
    }

    private static func state(_ volume: UInt8) -> DeviceState {
        DeviceState(isOn: true, light: .off, sound: .none, volume: Level(rawValue: volume))
    }

    /// What is compared of an observed state where it is not about who changed it.
    private struct Seen: Hashable {
        var state: DeviceState
        var at: Instant
        var source: ObservedState.Source
    }

    private func observed(
        _ volume: UInt8, after seconds: Int = 0, _ source: ObservedState.Source = .read
    ) -> Seen {
        Seen(state: Self.state(volume), at: Self.start + .seconds(seconds), source: source)
    }

    private func seen(_ observed: ObservedState?) -> Seen? {
        observed.map { Seen(state: $0.state, at: $0.at, source: $0.source) }
    }

    @Test
    func latest_isNil_untilSomethingIsSeen() {
        #expect(emitter.latest == nil)
    }

    @Test(arguments: [ObservedState.Source.notification, .read])
    func latest_isTheNewest_withItsDateAndSource(source: ObservedState.Source) {
        emitter.observe(Self.state(1), from: .read)
        clock.advance(by: .seconds(7))
        emitter.observe(Self.state(2), from: source)
        #expect(seen(emitter.latest) == observed(2, after: 7, source))
    }

    @Test
    func latest_isWhatWasAdvertised_onlyUntilSomethingIsRead() {
        #expect(!emitter.observe(advertised: Self.state(1)))
        #expect(seen(emitter.latest) == observed(1, .advertisement))
        emitter.observe(Self.state(2), from: .read)
        clock.advance(by: .seconds(7))
        #expect(emitter.observe(advertised: Self.state(3)))
        #expect(seen(emitter.latest) == observed(2))
        #expect(seen(emitter.advertised) == observed(3, after: 7, .advertisement))
        #expect(emitter.latest?.foreignChanges == 0)
        emitter.observe(Self.state(2), from: .read)
        #expect(emitter.advertised == nil)
        #expect(emitter.latest?.foreignChanges == 0)
    }

    @Test
    func observe_ignoresAnAdvertisement_thatMayBeOlderThanTheLastWrite() {
        emitter.observe(Self.state(1), from: .read)
        emitter.expect(.volume(Level(rawValue: 2)))
        #expect(!emitter.observe(advertised: Self.state(9)))
        #expect(emitter.advertised == nil)
        clock.advance(by: .seconds(2))
        #expect(emitter.observe(advertised: Self.state(9)))
    }

    @Test
    func radio_keepsWhatALaterAdvertisementLeavesOut() {
        #expect(emitter.radio == (nil, nil))
        emitter.observe(rssi: -58, battery: 90)
        emitter.observe(rssi: -60, battery: nil)
        #expect(emitter.radio == (-60, 90))
        emitter.observe(rssi: nil, battery: 80)
        #expect(emitter.radio == (-60, 80))
    }

    @Test
    func updates_startWithTheLatest() async {
        emitter.observe(Self.state(1), from: .read)
        emitter.observe(Self.state(2), from: .read)
        var updates = emitter.updates().makeAsyncIterator()
        #expect(seen(await updates.next()) == observed(2))
    }

    @Test
    func updates_startWithTheFirstSeen_whenNothingWas() async {
        var updates = emitter.updates().makeAsyncIterator()
        emitter.observe(Self.state(1), from: .notification)
        #expect(seen(await updates.next()) == observed(1, .notification))
    }

    @Test
    func updates_giveASlowConsumerTheNewestOnly() async {
        var updates = emitter.updates().makeAsyncIterator()
        for volume in 1...200 as ClosedRange<UInt8> { emitter.observe(Self.state(volume), from: .read) }
        #expect(seen(await updates.next()) == observed(200))
        emitter.observe(Self.state(201), from: .read)
        #expect(seen(await updates.next()) == observed(201))
    }

    @Test
    func updates_goToEveryConsumer() async {
        var first = emitter.updates().makeAsyncIterator()
        var second = emitter.updates().makeAsyncIterator()
        emitter.observe(Self.state(1), from: .read)
        #expect(seen(await first.next()) == observed(1))
        #expect(seen(await second.next()) == observed(1))
        emitter.observe(Self.state(2), from: .read)
        #expect(seen(await second.next()) == observed(2))
        #expect(seen(await first.next()) == observed(2))
    }

    @Test
    func updates_end_whenTheirConsumerIsCancelled_andGoOnForOthers() async {
        let cancelled = Task { [emitter] in
            for await _ in emitter.updates() {}
        }
        var other = emitter.updates().makeAsyncIterator()
        emitter.observe(Self.state(1), from: .read)
        #expect(seen(await other.next()) == observed(1))
        cancelled.cancel()
        await cancelled.value
        emitter.observe(Self.state(2), from: .read)
        #expect(seen(await other.next()) == observed(2))
    }

    @Test
    func updates_endOnTheLatest_whenSeveralWriteAtOnce() async {
        for round in 0..<3000 {
            var updates = emitter.updates().makeAsyncIterator()
            await withTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    group.addTask { [emitter] in
                        emitter.observe(Self.state(UInt8(truncatingIfNeeded: round * 4 + writer)), from: .read)
                    }
                }
            }
            let last = await updates.next()
            #expect(last == emitter.latest)
            guard last == emitter.latest else { return }
        }
    }

    @Test
    func updates_beginWithTheLatest_whenSomebodyWritesMeanwhile() async {
        for round in 0..<3000 {
            emitter.observe(Self.state(0), from: .read)
            async let written: Void = Self.write(UInt8(truncatingIfNeeded: round | 1), to: emitter)
            let updates = emitter.updates()
            await written
            var iterator = updates.makeAsyncIterator()
            let last = await iterator.next()
            #expect(last == emitter.latest)
            guard last == emitter.latest else { return }
        }
    }

    @Test
    func updates_end_whenTheirConsumerIsCancelledWhileSomebodyWrites() async {
        // Waking a consumer and cancelling it take the same two locks, which must not be in two orders.
        for round in 0..<3000 {
            let consumer = Task { [emitter] in
                for await _ in emitter.updates() {}
            }
            async let written: Void = Self.write(UInt8(truncatingIfNeeded: round), to: emitter)
            consumer.cancel()
            await written
            await consumer.value
        }
        #expect(emitter.latest != nil)
    }

    private static func write(_ volume: UInt8, to emitter: DeviceStateEmitter) async {
        emitter.observe(state(volume), from: .notification)
    }
}
