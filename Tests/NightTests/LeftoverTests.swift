// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
import SleepModel
import Storage
import Testing

/// What a run that is over wanted goes to its neutral value, whatever happened at its end.
@MainActor
@Suite struct LeftoverTests {
    private let before = "2027-01-05T11:00:00Z"  // 06:00 in New York
    private let sunrise = Night.alarm("light", at: "07:15", since: "2027-01-05T11:00:00Z", sunrise: .minutes(30))

    /// Runs a schedule until 06:15, and starts the next process at 06:50, when the run is over.
    private func restart(after schedule: Schedule) async throws -> [DeviceAction] {
        let first = try await ProviderBench([schedule, sunrise], at: before)
        try await first.pass(.minutes(10))
        try await first.pass(.minutes(5))
        let clock = first.clock
        clock.advance(by: .minutes(35))
        let second = try await ProviderBench(first.store, on: clock)
        return try await second.pass().last ?? []
    }

    @Test func sunrise_silencesAnAlarm_thatEndedWhileTheDaemonWasDown() async throws {
        let actions = try await restart(after: Night.alarm("first", at: "06:10", since: before))
        #expect(actions.contains(.power(true)))
        #expect(actions.contains(.sound(.none)))
    }

    @Test func sunrise_silencesARoutine_thatEndedWhileTheDaemonWasDown() async throws {
        let step = RoutineStep(sound: Night.rain, end: .after(.minutes(20)))
        let actions = try await restart(after: Night.routine("rain", at: "06:10", since: before, [step]))
        #expect(actions.contains(.power(true)))
        #expect(actions.contains(.sound(.none)))
    }

    /// One began while the daemon was down, in place of the one that ran.
    @Test func routine_silencesAnother_thatItReplacedWhileTheDaemonWasDown() async throws {
        let rain = RoutineStep(sound: Night.rain, end: .after(.minutes(120)))
        let lamp = RoutineStep(light: Night.amber, end: .after(.minutes(120)))
        let schedules = [
            Night.routine("rain", at: "06:10", since: before, [rain]),
            Night.routine("lamp", at: "06:30", since: before, [lamp]),
        ]
        let first = try await ProviderBench(schedules, at: before)
        try await first.pass(.minutes(15))
        let clock = first.clock
        clock.advance(by: .minutes(35))
        let second = try await ProviderBench(first.store, on: clock)
        try await second.pass()
        try await second.pass()
        #expect(second.desiredStates.last?.actions.contains(.sound(.none)) == true)
    }

    /// A night without a sound wants nothing but darkness, and a wake light wants silence.
    @Test(arguments: [nil, "07:00"], [false, true])
    func sound_thatSomebodySetInADarkNight_endsWithItsWakeLight_alsoWhileTheDaemonIsDown(
        wake: String?, isDown: Bool
    ) async throws {
        let since = "2027-01-05T00:50:00Z"  // 19:50 in New York
        let night = Night.bedtime(at: "20:30", since: since, sound: .none, wake: wake)
        var bench = try await ProviderBench([night], at: since)
        try await bench.pass(.minutes(20))
        try await bench.pass(.minutes(30))
        try await bench.pass(.minutes(600))
        try await bench.control([.power(true), .sound(Night.rain)])
        if isDown {
            let holds = bench.coordinator.holds(of: Night.device)
            bench.clock.advance(by: .minutes(180))
            bench = try await ProviderBench(bench.store, on: bench.clock)
            bench.coordinator.restore(holds, on: Night.device)
            try await bench.pass()
        } else {
            for _ in 0..<18 { try await bench.pass(.minutes(10)) }
        }
        #expect((bench.coordinator.owners(of: Night.device)[.sound]?.layer == .manual) == (wake == nil))
        #expect((bench.coordinator.owners(of: Night.device)[.power] == nil) == (wake != nil))
    }

    @Test func sunrise_leavesASoundAlone_thatNoRunHadSet() async throws {
        let step = RoutineStep(light: Night.amber, end: .after(.minutes(20)))
        let actions = try await restart(after: Night.routine("lamp", at: "06:10", since: before, [step]))
        #expect(actions.contains(.power(true)))
        #expect(!actions.contains(.sound(.none)))
    }

    /// An alarm ends while its device is out of reach, and the device is back when something else begins.
    @Test func replace_silencesAnAlarm_whoseEndNeverReachedTheDevice() {
        var bench = CoordinationBench()
        bench.deliver(bench.want(.alarm, [.power(true), .sound(Night.bird)], .alarm))
        bench.deliver(bench.turnOff(.alarm), false)
        _ = bench.advance(by: .minutes(15))
        let shown = bench.want(.routine, [.power(true), .light(Night.red)])
        #expect(shown?.actions == [.power(true), .light(Night.red), .sound(.none)])
    }

    @Test func replace_leavesASoundAlone_onceTheDeviceWasOff() {
        var bench = CoordinationBench()
        bench.deliver(bench.want(.alarm, [.power(true), .sound(Night.bird)], .alarm))
        bench.deliver(bench.turnOff(.alarm))
        let shown = bench.want(.routine, [.power(true), .light(Night.red)])
        #expect(shown?.actions == [.power(true), .light(Night.red)])
        #expect(shown?.actionsIfOff == [.sound(.none)])
    }

    @Test func replace_leavesASoundAlone_thatSomebodySetAtTheDevice() {
        var bench = CoordinationBench()
        bench.deliver(bench.want(.alarm, [.power(true), .sound(Night.bird)], .alarm))
        bench.deliver(bench.turnOff(.alarm), false)
        bench.machine.endHolds(on: [.sound], at: bench.now)
        let shown = bench.want(.routine, [.power(true), .light(Night.red)])
        #expect(shown?.actions == [.power(true), .light(Night.red)])
    }

    /// The device was off when the routine ended, and nothing was to be sent for that.
    @Test func powerOn_bringsBackTheSound_ofARoutineThatEndedUnderADarkNight() {
        var bench = CoordinationBench()
        bench.deliver(bench.want(.routine, [.power(true), .sound(Night.rain)]))
        _ = bench.advance(by: .minutes(1))
        bench.deliver(bench.want(.bedtime, [.power(false)]))
        let (end, on) = (bench.turnOff(.routine), bench.hold([.power(true)]))
        #expect(end == nil)
        #expect(on?.actions == [.power(true)])
    }

    /// The sound was neutral when the night ended, and something else may play it since.
    @Test func forget_leavesASoundAlone_thatWasNeutralAtTheEnd() {
        var bench = CoordinationBench()
        bench.deliver(bench.want(.bedtime, [.power(true), .sound(.none)]))
        bench.deliver(bench.want(.routine, [.power(true), .light(Night.amber)]))
        let end = bench.turnOff(.bedtime)
        #expect(end == nil)
        _ = bench.machine.forget(at: bench.now)
        let again = bench.advance(by: .seconds(2))
        #expect(again?.actions == [.power(true), .light(Night.amber)])
    }

    @Test func taken_isNothing_onceTheDeviceForgotWhatSomebodySet() {
        var bench = CoordinationBench()
        bench.deliver(bench.hold([.power(true), .light(Night.amber)]))
        #expect(bench.machine.taken.count == 2)
        let isWanted = bench.machine.forget(at: bench.now)
        #expect(!isWanted)
        #expect(bench.machine.taken == [])
    }

    @Test func powerOn_isSilent_afterAnAlarm() {
        var bench = CoordinationBench()
        bench.deliver(bench.want(.alarm, [.power(true), .sound(Night.bird)], .alarm))
        bench.deliver(bench.turnOff(.alarm))
        let on = bench.hold([.power(true)])
        #expect(on?.actions == [.power(true)])
        #expect(on?.actionsIfOff == [.sound(.none)])
        bench.deliver(on)
        bench.deliver(bench.hold([.power(false)]))
        #expect(bench.hold([.power(true)])?.actionsIfOff == [])
    }

    @Test func powerOn_bringsBackTheSound_ofARoutineAfterTheAlarm() {
        var bench = CoordinationBench()
        bench.deliver(bench.want(.alarm, [.power(true), .sound(Night.bird)], .alarm))
        bench.deliver(bench.turnOff(.alarm))
        bench.deliver(bench.want(.routine, [.power(true), .sound(Night.rain)]))
        bench.deliver(bench.turnOff(.routine))
        #expect(bench.hold([.power(true)])?.actionsIfOff == [])
    }

    /// A routine has ended while somebody kept the sound on, and the lamp is lit at the device since.
    @Test func volume_neverDarkensALamp_whoseRoutineIsOver() {
        var bench = CoordinationBench()
        bench.deliver(bench.want(.routine, [.power(true), .light(Night.amber)]))
        bench.deliver(bench.hold([.power(true), .sound(Night.rain)]))
        bench.deliver(bench.turnOff(.routine))
        let desired = bench.hold([.volume(.full)])
        #expect(desired?.actions == [.power(true), .sound(Night.rain), .volume(.full)])
    }
}
