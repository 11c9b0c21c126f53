// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Storage
import Synchronization
import Testing

@_spi(Machines) @testable import Scheduling

/// What lies ahead is looked up for longer than asked, and anew whenever something may have changed it.
@Suite struct UpcomingMemoTests {
    private var now = Plans.instant("2027-01-05T11:00:00Z")
    private var memo = UpcomingMemo()
    private var machine: OccurrenceMachine
    private let zones: ZoneBook
    private let host = HostZone()

    private final class HostZone: Sendable {
        let identifier = Mutex("America/New_York")
    }

    init() {
        zones = ZoneBook(database: Plans.database) { [host] in host.identifier.withLock(\.self) }
        let settled = "2027-01-05T11:00:00Z"
        machine = OccurrenceMachine(
            schedules: [
                Plans.schedule("wake", settled: settled), Plans.schedule("late", at: "18:30", settled: settled),
            ],
            running: [], known: [:], zones: zones)
    }

    private static func lines(_ all: [UpcomingMemo.Upcoming]) -> [String] {
        all.map { "\($0.schedule.id.rawValue) \($0.occurrence.planned) \($0.occurrence.skip.map { "\($0)" } ?? "")" }
    }

    /// The answers for some lengths of time.
    private mutating func answers() -> (remembered: [[String]], new: [[String]]) {
        let ends = [6 * 86_400, 86_400, 129_600, 1800, 400 * 86_400].map { now + .seconds($0) }
        let remembered = ends.map { memo.upcoming(of: machine, after: now, until: $0) }.map(Self.lines)
        return (remembered, ends.map { machine.upcoming(after: now, until: $0) }.map(Self.lines))
    }

    @Test mutating func upcoming_isWhatTheMachineSays_asTimePasses() {
        for _ in 0..<200 {
            now = now + .seconds(1111)
            let (remembered, new) = answers()
            #expect(remembered == new)
        }
    }

    @Test mutating func upcoming_isWhatTheMachineSays_whenTheClockIsSetBack() {
        _ = answers()
        now = now - .seconds(100_000)
        let (remembered, new) = answers()
        #expect(remembered == new)
    }

    /// Everything that the answer rests on, one after the other.
    @Test mutating func upcoming_isAnother_onceSomethingChangesIt() throws {
        let sample = Plans.sample("2027-01-05T11:00:00Z")
        let changes: [(inout OccurrenceMachine) -> Void] = [
            { _ = $0.save(Plans.schedule("new", at: "09:15", settled: "2027-01-05T11:00:00Z"), at: sample) },
            { machine in
                _ = machine.change(
                    ScheduleID(rawValue: "wake"), on: Plans.date("2027-01-07"), to: .skip(), because: nil, at: sample)
            },
            { machine in
                machine.pause([Pause(since: sample.wall, until: CivilDateTime(iso8601: "2027-01-08T00:00"), zone: nil)])
            },
            { machine in machine.pause([]) },
            { [host, zones] machine in
                host.identifier.withLock { $0 = "Europe/London" }
                _ = zones.followHost()
            },
            { machine in
                let later = Plans.sample("2027-01-06T07:00:01Z", boot: .seconds(73_000))
                let effects = machine.advance(to: later) { _, _, sample in
                    .routine(RoutineRun(plan: RoutinePlan(steps: []), start: sample.anchor))
                }
                for case .claim(let record, let settled, _) in effects {
                    machine.claimed(record, .accepted, settled: settled, at: later)
                }
            },
            { _ = $0.remove(ScheduleID(rawValue: "late"), at: sample) },
        ]
        var before = answers().new
        for change in changes {
            change(&machine)
            let (remembered, new) = answers()
            #expect(remembered == new)
            #expect(new != before)
            before = new
        }
    }
}
