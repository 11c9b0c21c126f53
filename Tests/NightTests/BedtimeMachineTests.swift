// SPDX-License-Identifier: Apache-2.0

import Bedtimes
import CivilTime
import Clocks
import Coordination
import Scheduling
import SleepModel
import Testing

/// A bedtime machine at work, in New York.
typealias BedtimeBench = MachineBench<BedtimeMachine>

extension MachineBench<BedtimeMachine> {
    static func bedtimes(_ schedules: [Schedule], at wall: String) throws -> MachineBench<BedtimeMachine> {
        let zones = try Night.zones()
        let ledger = TestLedger(schedules)
        return MachineBench(clock: Night.clock(wall), ledger: ledger) {
            BedtimeMachine(occurrences: ledger.occurrences(of: .bedtime, zones: zones))
        }
    }

    var phases: [BedtimePhase] { machine.runs.map { $0.run.phase(at: now.wall) } }
    var actions: Set<DeviceAction> { Set(machine.intents(at: now).map { $0.target.action(at: now) }) }
}

@Suite struct BedtimeMachineTests {
    private let before = "2027-01-06T00:00:00Z"  // 19:00 on a Tuesday
    private let key = Night.key("bedtime", "2027-01-05")
    private let green = Light(.color(RGBColor(red: 0, green: 255, blue: 0)), brightness: Level(rawValue: 51))
    private let night: Set<DeviceAction> = [
        .power(true), .light(.off), .sound(Night.rain), .volume(Level(rawValue: 50)),
    ]

    @Test func advance_windsDownThenSleepsThenWakes() throws {
        var bench = try BedtimeBench.bedtimes([Night.bedtime(since: before)], at: before)
        bench.pass(.minutes(30))
        #expect(bench.phases == [.windDown])
        #expect(
            bench.actions == [.power(true), .light(Night.amber), .sound(Night.rain), .volume(Level(rawValue: 50))])
        bench.pass(.minutes(30))
        #expect(bench.phases == [.night])
        #expect(bench.actions == night)
        bench.pass(.hours(11))
        #expect(bench.phases == [.wake])
        #expect(bench.actions == [.power(true), .light(green), .sound(.none)])
        bench.pass(.minutes(30))
        #expect(bench.phases == [])
        #expect(bench.ledger.outcomes(of: "bedtime") == ["2027-01-05": "done"])
    }

    @Test func advance_isOffThroughTheNight_withoutASound() throws {
        var bench = try BedtimeBench.bedtimes([Night.bedtime(since: before, sound: .none)], at: before)
        bench.pass(.minutes(61))
        #expect(bench.actions == [.power(false)])
    }

    @Test func advance_endsAfterTwelveHours_withoutAWakeTime() throws {
        var bench = try BedtimeBench.bedtimes([Night.bedtime(since: before, wake: nil)], at: before)
        bench.pass(.hours(13) - .seconds(1))
        #expect(bench.phases == [.night])
        bench.pass(.seconds(1))
        #expect(bench.ledger.outcomes(of: "bedtime") == ["2027-01-05": "done"])
    }

    @Test(arguments: [("2027-03-14T01:00:00Z", Int64(10)), ("2026-11-01T00:00:00Z", 12)])
    func advance_wakesAtTheCivilTime_overATransition(bedtime: String, hours: Int64) throws {
        // K16
        let start = (Night.instant(bedtime) - .hours(1)).iso8601
        var bench = try BedtimeBench.bedtimes([Night.bedtime(since: start)], at: start)
        bench.pass(.hours(1 + hours) - .seconds(1))
        #expect(bench.phases == [.night])
        bench.pass(.seconds(1))
        #expect(bench.phases == [.wake])
    }

    @Test func advance_convergesToWhatIsTrueNow_whenTheClockIsSetIntoTheNight() throws {
        // K6
        var bench = try BedtimeBench.bedtimes([Night.bedtime(since: before)], at: before)
        bench.pass(.minutes(10))
        bench.clock.step(to: bench.now.wall + .hours(3))
        bench.advance()
        #expect(bench.phases == [.night])
        #expect(bench.actions == night)
        bench.clock.step(to: bench.now.wall + .hours(9))
        bench.advance()
        #expect(bench.phases == [.wake])
        #expect(bench.ledger.records.count == 1)
    }

    /// Which of two began last does not change with the clock.
    @Test func intents_beganAsLongAgo_howeverTheClockIsSet() throws {
        // K2
        var bench = try BedtimeBench.bedtimes([Night.bedtime(since: before)], at: before)
        bench.pass(.minutes(40))
        for step in [Duration.minutes(-50), .hours(1), .minutes(5)] {
            bench.clock.step(to: bench.now.wall + step)
            bench.advance()
            #expect(Set(bench.machine.intents(at: bench.now).map { bench.now.wall - $0.since }) == [.minutes(10)])
        }
    }

    @Test(
        arguments: [(12 * 60 + 10, [.wake], "open"), (12 * 60 + 30, [], "missed")]
            as [(Int64, [BedtimePhase], String)])
    func restart_showsTheWakeLight_afterANightOfDowntime(
        minutes: Int64, phases: [BedtimePhase], outcome: String
    ) throws {
        var bench = try BedtimeBench.bedtimes([Night.bedtime(since: before)], at: before)
        bench.clock.reboot(bootID: "second", downtime: .minutes(minutes))
        bench.restart()
        #expect(bench.phases == phases)
        #expect(bench.ledger.outcomes(of: "bedtime") == ["2027-01-05": outcome])
    }

    @Test(arguments: [true, false])
    func restart_fadesOnFromTheSamePlace_duringTheWindDown(reboots: Bool) throws {
        var bench = try BedtimeBench.bedtimes([Night.bedtime(since: before)], at: before)
        bench.pass(.minutes(40))
        if reboots {
            bench.clock.reboot(bootID: "second", downtime: .minutes(5))
        } else {
            bench.clock.advance(by: .minutes(5))
        }
        bench.restart()
        // Half of the lightness of full brightness.
        #expect(bench.actions.contains(.light(Light(Night.amber.appearance, brightness: Level(rawValue: 47)))))
    }

    /// The wind-down begins at 19:30.
    @Test(arguments: [(30, 0), (40, 600), (70, 2400)] as [(Int64, Int)])
    func start_isLateFromTheBeginningOfTheWindDown(minutes: Int64, late: Int) throws {
        var bench = try BedtimeBench.bedtimes([Night.bedtime(since: before)], at: before)
        bench.clock.advance(by: .minutes(minutes))
        bench.restart()
        #expect(bench.ledger.records[key]?.lateness == .seconds(late))
        #expect(bench.ledger.lastLine?.lateSeconds == late)
    }

    @Test func restart_isLateFromTheBeginningOfTheWindDown_whenTheStateOfTheRunIsLost() throws {
        var bench = try BedtimeBench.bedtimes([Night.bedtime(since: before)], at: before)
        bench.pass(.minutes(31))
        bench.ledger.loseRuns()
        bench.clock.advance(by: .minutes(9))
        bench.restart()
        #expect(bench.phases == [.windDown])
        #expect(bench.ledger.lastLine?.reason == .damaged)
        #expect(bench.ledger.lastLine?.lateSeconds == 600)
    }

    @Test func stop_endsTonightAlone() throws {
        var bench = try BedtimeBench.bedtimes([Night.bedtime(since: before)], at: before)
        bench.pass(.minutes(61))
        bench.act { machine, sample in machine.stop(at: sample) }
        #expect(bench.ledger.outcomes(of: "bedtime") == ["2027-01-05": "cancelled"])
        bench.pass(.hours(24))
        #expect(bench.ledger.outcomes(of: "bedtime") == ["2027-01-05": "cancelled", "2027-01-06": "open"])
    }

    @Test func advance_endsTheRun_howeverFarTheClockWasSet() throws {
        var bench = try BedtimeBench.bedtimes([Night.bedtime(since: before)], at: before)
        bench.pass(.minutes(61))
        bench.clock.step(to: bench.now.wall + .hours(12))
        bench.advance()
        #expect(bench.ledger.outcomes(of: "bedtime") == ["2027-01-05": "done"])
    }
}
