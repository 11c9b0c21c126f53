// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import CivilTime
import Clocks
import Coordination
import DeviceModules
import Routines
import Scheduling
import SleepModel
import Storage
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1))) struct StateProviderTests {
    private let morning = "2027-01-05T11:00:00Z"  // 06:00 on a Tuesday
    private let evening = "2027-01-06T00:00:00Z"  // 19:00
    private let key = Night.key("wake", "2027-01-05")
    private let ring: [DeviceAction] = [.power(true), .sound(Night.bird), .volume(Level(rawValue: 128))]

    private var hourOfLight: [RoutineStep] { [RoutineStep(light: Night.amber, end: .after(.hours(1)))] }

    // MARK: - Alarms

    @Test func alarm_isClaimedOnDisk_whenItIsShown() async throws {
        let bench = try await ProviderBench([Night.alarm(since: morning)], at: morning)
        #expect(try await bench.pass(.hours(1)) == [ring])
        #expect(try await bench.store.record(key)?.outcome == nil)
        #expect(try await bench.store.openRecords().map(\.key) == [key])
        #expect(try await bench.store.entries(since: nil, device: nil, limit: 10).map(\.outcome) == [.started])
    }

    @Test func alarm_isSilent_afterADismissal() async throws {
        let bench = try await ProviderBench([Night.alarm(since: morning)], at: morning)
        try await bench.pass(.hours(1))
        try await bench.alarms.dismiss(key)
        await bench.settle()
        #expect(bench.desiredStates.last?.actions == [.power(false)])
        #expect(try await bench.pass(.hours(2)) == [])
    }

    @Test func alarm_isSilent_afterADismissal_thoughItsVolumeWasChanged() async throws {
        let bench = try await ProviderBench([Night.alarm(since: morning)], at: morning)
        try await bench.pass(.hours(1))
        let quieter = Level(rawValue: 60)
        #expect(
            try await bench.control([.volume(quieter)]).last == [.power(true), .sound(Night.bird), .volume(quieter)])
        try await bench.alarms.dismiss(key)
        await bench.settle()
        #expect(bench.desiredStates.last?.actions == [.power(false)])
    }

    @Test func alarm_isSilentWhileSnoozed_andRingsAgain() async throws {
        let bench = try await ProviderBench([Night.alarm(since: morning)], at: morning)
        try await bench.pass(.hours(1))
        try await bench.alarms.snooze(key, length: nil)
        await bench.settle()
        #expect(bench.desiredStates.last?.actions == [.power(false)])
        #expect(try await bench.pass(.minutes(8)) == [])
        #expect(try await bench.pass(.minutes(1)) == [ring])
    }

    @Test func alarm_switchesOffOnce_whileSnoozed() async throws {
        let bench = try await ProviderBench([Night.alarm(since: morning)], at: morning)
        try await bench.pass(.hours(1))
        try await bench.alarms.snooze(key, length: nil)
        await bench.settle()
        try await bench.control([.power(true), .light(Night.red)])
        #expect(try await bench.pass(.minutes(1)) == [])
        #expect(bench.desiredStates.last?.actions == [.power(true), .light(Night.red)])
    }

    @Test func alarm_isSwitchedOff_whenTheProcessDiedBeforeTheSnoozeGotThrough() async throws {
        let bench = try await ProviderBench([Night.alarm(since: morning)], at: morning)
        try await bench.pass(.hours(1))
        try await bench.alarms.snooze(key, length: nil)
        let next = try await ProviderBench(bench.store, on: bench.clock)
        #expect(try await next.pass(.seconds(20)) == [[.power(false)]])
        #expect(try await next.pass(.minutes(9)) == [ring])
    }

    @Test func alarm_isSwitchedOff_whenItsTimeRanOutWhileTheProcessWasAway() async throws {
        let bench = try await ProviderBench([Night.alarm(since: morning)], at: morning)
        try await bench.pass(.hours(1))
        let next = try await ProviderBench(bench.store, on: bench.clock)
        #expect(try await next.pass(.minutes(40)) == [[.power(false)]])
        #expect(try await bench.store.record(key)?.outcome == .unattended)
    }

    @Test func alarm_darkensAndStillRings_whenSwitchedOffDuringSunrise() async throws {
        let bench = try await ProviderBench([Night.alarm(since: morning, sunrise: .minutes(30))], at: morning)
        try await bench.pass(.minutes(40))
        #expect(try await bench.control([.power(false)]).last == [.power(false)])
        #expect(try await bench.pass(.minutes(19)) == [])
        #expect(try await bench.pass(.minutes(1)) == [ring])
        #expect(bench.desiredStates.last?.actionsIfOff == [.light(.off)])
    }

    @Test func alarm_neverGoesDark_whenAnotherLightIsChosenDuringSunrise() async throws {
        let bench = try await ProviderBench([Night.alarm(since: morning, sunrise: .minutes(30))], at: morning)
        try await bench.pass(.minutes(40))
        let light: [DeviceAction] = [.power(true), .light(Night.red)]
        #expect(try await bench.control(light) == [light])
        try await bench.pass(.minutes(20))
        #expect(bench.desiredStates.last?.actions == [.power(true), .light(Night.red)] + ring.dropFirst())
    }

    @Test func alarm_isDismissed_whenSwitchedOffWhileRinging() async throws {
        let bench = try await ProviderBench([Night.alarm(since: morning)], at: morning)
        try await bench.pass(.hours(1))
        #expect(try await bench.control([.power(false)]).last == [.power(false)])
        #expect(try await bench.store.record(key)?.outcome == .dismissed)
    }

    @Test func alarm_interruptsANight_whichGoesOnAfterwards() async throws {
        let bench = try await ProviderBench(
            [Night.bedtime(since: evening), Night.alarm(at: "03:00", since: evening, light: Night.amber)], at: evening)
        try await bench.pass(.hours(1))
        let night: [DeviceAction] = [
            .power(true), .light(.off), .sound(Night.rain), .volume(Level(rawValue: 50)),
        ]
        #expect(bench.desiredStates.last?.actions == night)
        try await bench.pass(.hours(7))
        #expect(
            bench.desiredStates.last?.actions == [
                .power(true), .light(Night.amber), .sound(Night.bird), .volume(Level(rawValue: 128)),
            ])
        try await bench.alarms.dismiss(Night.key("wake", "2027-01-06"))
        await bench.settle()
        #expect(bench.desiredStates.last?.actions == night)
    }

    @Test func alarm_isSilentAfterADismissal_whenARoutineOfLightAloneGoesOn() async throws {
        let bench = try await ProviderBench(
            [Night.routine(at: "06:30", since: morning, hourOfLight), Night.alarm(since: morning)], at: morning)
        try await bench.pass(.minutes(30))
        try await bench.pass(.minutes(30))
        try await bench.alarms.dismiss(key)
        await bench.settle()
        #expect(bench.desiredStates.last?.actions == [.power(true), .light(Night.amber), .sound(.none)])
        #expect(try await bench.pass(.minutes(30)) == [[.power(false)]])
    }

    @Test func alarms_areAllShown_afterTheOneOnTopIsDismissed() async throws {
        let bench = try await ProviderBench(
            [
                Night.alarm("early", since: morning, sound: Night.rain),
                Night.alarm("late", at: "07:05", since: morning),
            ],
            at: morning)
        try await bench.pass(.minutes(60))
        try await bench.pass(.minutes(5))
        #expect(bench.desiredStates.last?.actions.contains(.sound(Night.bird)) == true)
        try await bench.alarms.dismiss(Night.key("late", "2027-01-05"))
        await bench.settle()
        #expect(bench.desiredStates.last?.actions.contains(.sound(Night.rain)) == true)
    }

    // MARK: - Routines

    @Test func routine_switchesOff_whenItEnds() async throws {
        let bench = try await ProviderBench([Night.routine(since: evening, hourOfLight)], at: evening)
        #expect(try await bench.pass(.hours(1)) == [[.power(true), .light(Night.amber)]])
        #expect(try await bench.pass(.hours(1)) == [[.power(false)]])
        #expect(try await bench.pass(.hours(1)) == [])
    }

    @Test func routine_switchesOff_whenItEnds_thoughTheVolumeWasChanged() async throws {
        let bench = try await ProviderBench([Night.routine(since: evening, hourOfLight)], at: evening)
        try await bench.pass(.hours(1))
        try await bench.control([.volume(.full)])
        #expect(try await bench.pass(.hours(1)) == [[.power(false)]])
        #expect(try await bench.pass(.hours(4)) == [])
    }

    @Test func routine_givesWayToAChange_untilItsNextStep() async throws {
        let steps = hourOfLight + [RoutineStep(light: Night.amber, end: .after(.hours(1)))]
        let bench = try await ProviderBench([Night.routine(since: evening, steps)], at: evening)
        try await bench.pass(.hours(1))
        #expect(try await bench.control([.power(true), .light(Night.red)]) == [[.power(true), .light(Night.red)]])
        #expect(try await bench.pass(.minutes(59)) == [])
        #expect(try await bench.pass(.minutes(1)) == [[.power(true), .light(Night.amber)]])
    }

    @Test func routine_isCancelled_whenSwitchedOff() async throws {
        let bench = try await ProviderBench([Night.routine(since: evening, hourOfLight)], at: evening)
        try await bench.pass(.hours(1))
        #expect(try await bench.control([.power(false)]).last == [.power(false)])
        #expect(try await bench.store.record(Night.key("evening", "2027-01-05"))?.outcome == .cancelled)
        #expect(try await bench.pass(.minutes(10)) == [])
        #expect(try await bench.pass(.hours(24)).last == [.power(true), .light(Night.amber)])
    }

    @Test func routine_neverGoesDark_whenAnotherTakesItsPlace() async throws {
        let nap = Night.routine("nap", at: nil, since: evening, [RoutineStep(light: Night.red, end: .whenStopped)])
        let bench = try await ProviderBench([Night.routine(since: evening, hourOfLight), nap], at: evening)
        try await bench.pass(.hours(1))
        try await bench.routines.run(nap, slot: "manual-1")
        await bench.settle()
        #expect(bench.desiredStates.dropFirst().map(\.actions) == [[.power(true), .light(Night.red)]])
    }

    @Test func routine_takesOverWithoutABlink_andEndsWhatSomebodySet_whenItWaitedForAnother() async throws {
        let steps = [RoutineStep(light: Night.amber, sound: Night.rain, volume: .full, end: .whenStopped)]
        let plan = RoutinePlan(steps: [RoutineStep(light: Night.red, end: .whenStopped)], ifRunning: .queue)
        let tidy = Night.schedule("tidy", at: "20:30", since: evening, plan: .routine(plan))
        let bench = try await ProviderBench([Night.routine(since: evening, steps), tidy], at: evening)
        try await bench.pass(.hours(1))
        try await bench.pass(.minutes(30))
        try await bench.control([.power(true), .sound(Night.bird)])
        let before = bench.desiredStates.count
        try await bench.routines.steer(ScheduleID(rawValue: "evening"), .next)
        await bench.settle()
        try await bench.pass()
        #expect(
            bench.desiredStates.dropFirst(before).map(\.actions)
                == [[.power(true), .light(Night.red), .sound(.none)]])
    }

    @Test func bedtime_switchesOff_whenItIsStopped() async throws {
        let bench = try await ProviderBench([Night.bedtime(since: evening)], at: evening)
        try await bench.pass(.hours(1))
        try await bench.bedtimes.endRuns()
        await bench.settle()
        #expect(bench.desiredStates.last?.actions == [.power(false)])
    }
}
