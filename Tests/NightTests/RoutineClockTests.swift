// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Testing

/// Steps that last until a time of day, and a clock that is set (K6).
@Suite struct RoutineClockTests {
    private let before = "2027-01-06T00:00:00Z"  // 19:00 in New York

    /// From 20:00: until 22:00, for half an hour, and until 23:00.
    private func bench() throws -> RoutineBench {
        let ends: [RoutineStep.End] = [.at(Night.time("22:00")), .after(.minutes(30)), .at(Night.time("23:00"))]
        let steps = ends.map { RoutineStep(light: Night.amber, end: $0) }
        var bench = try RoutineBench.routines([Night.routine(since: before, steps)], at: before)
        bench.pass(.minutes(90))
        return bench
    }

    /// How far the clock is set at 20:30, and how long after that each step ends.
    @Test(
        arguments: [
            (60, [30, 60, 90]), (-60, [150, 180, 210]), (89, [1, 31, 61]), (120, [0, 30, 30]), (100, [0, 30, 50]),
            (300, [0, 30, 30]),
        ] as [(Int64, [Int64])])
    func step_endsAtItsTime_byTheClockThatWasSet(minutes: Int64, ends: [Int64]) throws {
        var bench = try bench()
        bench.clock.step(to: bench.now.wall + .minutes(minutes))
        bench.advance()
        var passed: Int64 = 0
        for (number, end) in ends.enumerated() where end > passed {
            bench.pass(.minutes(end - passed) - .seconds(1))
            #expect(bench.steps == [number])
            bench.pass(.seconds(1))
            passed = end
        }
        #expect(bench.steps == [])
        #expect(bench.ledger.outcomes(of: "evening") == ["2027-01-05": "done"])
    }

    /// It began after its time, and waits for that of the next day, also where the clock says now that it began before.
    @Test func step_staysUntilTheNextDay_whenTheClockIsSetBackBehindItsTime() throws {
        let steps = [RoutineStep(light: Night.amber, end: .at(Night.time("19:45")))]
        var bench = try RoutineBench.routines([Night.routine(since: before, steps)], at: before)
        bench.pass(.minutes(90))
        bench.clock.step(to: bench.now.wall - .minutes(60))
        bench.advance()
        bench.pass(.minutes(24 * 60 + 15) - .seconds(1))
        #expect(bench.steps == [0])
        bench.pass(.seconds(1))
        #expect(bench.steps == [])
    }

    @Test(arguments: [Int64(-60), 60])
    func step_keepsItsPlace_whenTheClockIsSetAfterOneThatHasEnded(minutes: Int64) throws {
        var bench = try bench()
        bench.pass(.minutes(100))
        #expect(bench.steps == [1])
        bench.clock.step(to: bench.now.wall + .minutes(minutes))
        bench.advance()
        bench.restart()
        bench.pass(.minutes(20) - .seconds(1))
        #expect(bench.steps == [1])
    }
}
