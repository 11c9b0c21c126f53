// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Testing

@testable import Household

/// When the programs of a device are compared with what the mirror is to keep there.
@Suite struct MirrorMachineTests {
    private let clock = Night.clock("2027-01-05T20:00:00Z")
    private var machine = MirrorMachine(slotCount: 10, stored: { $0 })

    private var moment: MirroredMoment {
        let at = Night.instant("2027-01-06T07:00:00Z")
        return MirroredMoment(
            role: .alarm, at: at, shown: ZoneRules.utc.civil(at: at), durationSeconds: 600, light: .off,
            sound: Night.bird, volume: Level(rawValue: 128), schedule: ScheduleID(rawValue: "up"), name: "up")
    }

    private mutating func advance(
        _ moments: [MirroredMoment], in programs: [DeviceProgram]?, isBusy: Bool = false, hasRightClock: Bool = true
    ) -> Bool {
        machine.advance(
            to: clock.now(),
            MirrorMachine.Look(
                moments: moments, programs: programs, isBusy: isBusy, hasRightClock: hasRightClock), zone: .utc)
    }

    private mutating func turnOn() -> Bool { machine.turn(on: true) }

    private mutating func hear() -> Bool { machine.heard(at: clock.now().boot) }

    /// Lives through an attempt that reads and changes everything.
    private mutating func attempt(leaving programs: [DeviceProgram]) -> MirrorProblem? {
        machine.begin()
        machine.read(at: clock.now().boot)
        machine.compare(with: programs, at: clock.now().wall, zone: .utc)
        return machine.succeeded()
    }

    @Test mutating func nothing_isDone_whileItIsOff() {
        #expect(!advance([], in: nil))
        #expect(machine.isInStep)
        #expect(machine.wake() == WakeRequest())
    }

    /// After a reinstallation nobody knows any more that the mirror was on.
    @Test mutating func programs_areTakenAway_whenTheyAreFoundWhileItIsOff() {
        #expect(advance([], in: [moment.program(in: 3)]))
        #expect(machine.changes?.steps == [.delete(3)])
        #expect(!machine.isInStep)
    }

    @Test mutating func programs_areReadOnceMore_whenItIsSwitchedOffBeforeTheyAreKnown() {
        _ = machine.turn(on: true)
        _ = machine.turn(on: false)
        #expect(!machine.isInStep)
        #expect(advance([], in: nil))
        #expect(attempt(leaving: []) == nil)
        #expect(machine.isInStep)
        #expect(!advance([], in: []))
        #expect(machine.wake() == WakeRequest())
    }

    @Test mutating func programs_areReadAtOnce_andOnceADay() {
        #expect(turnOn())
        #expect(!turnOn())
        #expect(advance([moment], in: nil))
        #expect(attempt(leaving: [moment.program(in: 1)]) == nil)
        #expect(!advance([moment], in: [moment.program(in: 1)]))
        #expect(machine.isInStep)
        #expect(machine.wake() == WakeRequest(boot: clock.now().boot + .seconds(86_400)))
        clock.advance(by: .seconds(86_400))
        #expect(advance([], in: []))
    }

    @Test mutating func programs_areChanged_whenThePlanIs() {
        _ = machine.turn(on: true)
        _ = advance([moment], in: nil)
        _ = attempt(leaving: [moment.program(in: 1)])
        #expect(advance([], in: [moment.program(in: 1)]))
        #expect(machine.stale(at: clock.now().wall, zone: .utc).map(\.at) == [moment.at])
        #expect(attempt(leaving: []) == nil)
        #expect(machine.isInStep)
    }

    @Test mutating func nothing_isDone_whileSomethingIsInTheWay() {
        _ = machine.turn(on: true)
        #expect(!advance([moment], in: nil, isBusy: true))
        #expect(machine.wake() == WakeRequest(boot: clock.now().boot + .seconds(30)))
        machine.begin()
        #expect(!advance([moment], in: nil))
        #expect(machine.wake() == WakeRequest())
    }

    @Test mutating func reading_waitsThirtySeconds_whenItIsDueAndSomethingIsInTheWay() {
        _ = machine.turn(on: true)
        _ = advance([moment], in: nil)
        _ = attempt(leaving: [moment.program(in: 1)])
        clock.advance(by: .seconds(90_000))
        #expect(!advance([], in: [], isBusy: true))
        #expect(machine.wake() == WakeRequest(boot: clock.now().boot + .seconds(30)))
    }

    @Test mutating func attempts_comeEverMoreSeldom_andTheProblemIsSaidOnce() {
        _ = machine.turn(on: true)
        var waits: [Duration] = []
        var said: [MirrorProblem] = []
        for _ in 0..<8 {
            #expect(advance([moment], in: nil))
            machine.begin()
            if let problem = machine.failed(.unreachable, at: clock.now().boot) { said.append(problem) }
            #expect(!advance([moment], in: nil))
            let wait = (machine.wake().boot ?? .zero) - clock.now().boot
            waits.append(wait)
            clock.advance(by: wait)
        }
        #expect(waits == [30, 60, 120, 300, 600, 1800, 1800, 1800].map { .seconds($0) })
        #expect(said == [.unreachable])
        #expect(machine.problem == .unreachable)
        #expect(attempt(leaving: [moment.program(in: 1)]) == nil)
        #expect(machine.problem == nil)
    }

    @Test mutating func attempt_comesSooner_whenTheDeviceIsHeard() {
        _ = machine.turn(on: true)
        for _ in 0..<6 { _ = machine.failed(.unreachable, at: clock.now().boot) }
        #expect(!advance([moment], in: nil))
        clock.advance(by: .seconds(61))
        #expect(hear())
        #expect(advance([moment], in: nil))
        #expect(!hear())
    }

    @Test mutating func lackOfAProgram_isSaidOnce_untilOneIsFree() {
        let taken = (1...10).map { number in
            var program = moment.program(in: number)
            program.name = "Mine"
            return program
        }
        _ = machine.turn(on: true)
        _ = advance([moment], in: nil)
        #expect(attempt(leaving: taken) == .noFreeProgram)
        #expect(!advance([moment], in: taken))
        #expect(machine.problem == .noFreeProgram)
        #expect(advance([moment], in: Array(taken.dropLast())))
        #expect(attempt(leaving: taken.dropLast() + [moment.program(in: 10)]) == nil)
        #expect(machine.problem == nil)
    }

    @Test mutating func refusal_isAProblem_andWhatIsGivenUpIsNone() {
        _ = machine.turn(on: true)
        machine.begin()
        #expect(machine.failed(nil, at: clock.now().boot) == nil)
        #expect(machine.problem == nil)
        machine.begin()
        #expect(machine.failed(.refused("It does not."), at: clock.now().boot) == .refused("It does not."))
        #expect(machine.failed(.refused("It does not."), at: clock.now().boot) == nil)
    }

    @Test mutating func wrongClock_isAProblem_whileTheMirrorIsOn() {
        _ = advance([], in: [], hasRightClock: false)
        #expect(machine.problem == nil)
        _ = machine.turn(on: true)
        _ = advance([moment], in: [moment.program(in: 1)], hasRightClock: false)
        #expect(machine.problem == .clock)
        _ = advance([moment], in: [moment.program(in: 1)])
        #expect(machine.problem == nil)
    }
}
