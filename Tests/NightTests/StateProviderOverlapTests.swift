// SPDX-License-Identifier: Apache-2.0

import Alarms
import CivilTime
import Clocks
import Coordination
import DeviceModules
import Scheduling
import SleepModel
import Storage
import StoreDoubles
import Testing

/// What the device does when several things of several kinds end, begin or are quiet at once.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct StateProviderOverlapTests {
    private let morning = "2027-01-05T11:00:00Z"
    private let evening = "2027-01-06T00:00:00Z"
    private let store = StoreDouble()

    private func bench(_ schedules: [Schedule], at wall: String) async throws -> ProviderBench {
        for schedule in schedules { try await store.commit(.save(schedule, log: [])) }
        return try await ProviderBench(store, on: Night.clock(wall))
    }

    @Test func alarms_areSilent_whenTheSecondIsSnoozedWhileTheFirstIs() async throws {
        let bench = try await bench(
            [Night.alarm("early", since: morning), Night.alarm("late", at: "07:05", since: morning)], at: morning)
        try await bench.pass(.minutes(60))
        try await bench.alarms.snooze(Night.key("early", "2027-01-05"), length: nil)
        await bench.settle()
        try await bench.pass(.minutes(5))
        #expect(bench.desiredStates.last?.actions.contains(.sound(Night.bird)) == true)
        try await bench.alarms.snooze(Night.key("late", "2027-01-05"), length: nil)
        await bench.settle()
        #expect(bench.desiredStates.last?.actions == [.power(false)])
    }

    /// A bird at half the volume rings from 07:00, and another alarm from 07:05.
    @Test(
        arguments: [
            (SoundID.none, 128, Night.bird, 128), (Night.rain, 3, Night.rain, 128), (Night.rain, 128, Night.rain, 128),
            (Night.rain, 200, Night.rain, 200),
        ] as [(SoundID, UInt8, SoundID, UInt8)])
    func alarm_isNeverQuieter_whenAnotherBegins(
        _ sound: SoundID, _ volume: UInt8, heard: SoundID, at level: UInt8
    ) async throws {
        let second = Night.alarm(
            "late", at: "07:05", since: morning, light: Night.red, sound: sound, volume: Level(rawValue: volume))
        let bench = try await bench([Night.alarm("early", since: morning), second], at: morning)
        try await bench.pass(.minutes(60))
        try await bench.pass(.minutes(5))
        #expect(
            Set(bench.desiredStates.last?.actions ?? []) == [
                .power(true), .light(Night.red), .sound(heard), .volume(Level(rawValue: level)),
            ])
        try await bench.alarms.dismiss(Night.key("early", "2027-01-05"))
        await bench.settle()
        #expect(
            Set(bench.desiredStates.last?.actions ?? []) == [
                .power(true), .light(Night.red), .sound(sound), .volume(Level(rawValue: volume)),
            ])
    }

    @Test func routine_beginsWithoutAClick_whenAnAlarmInASilentNightEndsWithIt() async throws {
        let steps = [RoutineStep(light: Night.red, end: .after(.hours(1)))]
        let bench = try await bench(
            [
                Night.bedtime(since: evening, sound: .none), Night.alarm(at: "03:00", since: evening),
                Night.routine(at: "03:30", since: evening, steps),
            ], at: evening)
        try await bench.pass(.hours(2))
        try await bench.pass(.hours(6))
        #expect(bench.desiredStates.last?.actions.contains(.sound(Night.bird)) == true)
        let desiredStates = try await bench.pass(.minutes(30))
        #expect(desiredStates == [[.power(true), .light(Night.red), .sound(.none)]])
    }

    // MARK: - A store that failed

    @Test func dismiss_tellsOfTheSnoozeToo_whenThatWasNotWritten() async throws {
        let bench = try await bench([Night.alarm(since: morning)], at: morning)
        let key = Night.key("wake", "2027-01-05")
        try await bench.pass(.hours(1))
        await store.fail(true)
        try await bench.alarms.snooze(key, length: nil)
        await store.fail(false)
        try await bench.alarms.dismiss(key)
        try await bench.pass(.minutes(1))
        #expect(try await store.record(key)?.outcome == .dismissed)
        let log = try await store.entries(since: nil, device: nil, limit: 10).map(\.outcome)
        #expect(log == [.started, .snoozed, .dismissed])
    }

    @Test func snooze_isNotUndone_byAnOlderStateThatWasNotWritten() async throws {
        let bench = try await bench([Night.alarm(since: morning)], at: morning)
        let key = Night.key("wake", "2027-01-05")
        try await bench.pass(.hours(1))
        await store.fail(true)
        try await bench.alarms.takeManualChange([.volume(.full)])
        await store.fail(false)
        try await bench.alarms.snooze(key, length: nil)
        try await bench.pass(.minutes(1))
        #expect(try await store.record(key)?.run == bench.alarms.record(of: key)?.run)
    }
}
