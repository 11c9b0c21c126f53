// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Scheduling
import SleepModel
import Storage
import Synchronization
import Testing

/// What a host that moves through the zones does to its schedules: each date has one end, none is passed over.
@Suite struct ZoneChangeTests {
    /// The zone a host is in.
    private final class HostZone: Sendable {
        private let name: Mutex<String>

        init(_ name: String) {
            self.name = Mutex(name)
        }

        func book() -> ZoneBook {
            ZoneBook(database: Plans.database, hostZone: { self.name.withLock { $0 } })
        }

        func move(to name: String, in book: ZoneBook) {
            self.name.withLock { $0 = name }
            #expect(book.followHost() == name)
        }
    }

    private func machine(
        _ schedule: Schedule, in zones: ZoneBook, known: [OccurrenceKey: OccurrenceStanding] = [:]
    ) -> OccurrenceMachine {
        OccurrenceMachine(schedules: [schedule], running: [], known: [schedule.id: known], zones: zones)
    }

    /// Lets time pass, accepts all claims, ends what began, and says of each date how it ended or that it began.
    @discardableResult
    private func look(_ machine: inout OccurrenceMachine, at wall: String, boot: Int) -> [String: String] {
        let sample = Plans.sample(wall, boot: .seconds(boot))
        let changes = machine.advance(to: sample) { _, _, sample in
            .routine(RoutineRun(plan: RoutinePlan(steps: []), start: sample.anchor))
        }
        var found: [String: String] = [:]
        for change in changes {
            switch change {
            case .claim(let record, let settled, _):
                machine.claimed(record, .accepted, settled: settled, at: sample)
                let reason = record.reason.map { " \($0.rawValue)" } ?? ""
                found["\(record.key.date)"] = (record.outcome?.rawValue ?? "began") + reason
                _ = machine.end(record.key, .dismissed, actor: .person, at: sample)
            case .void(let key, _, _, _): found["\(key.date)"] = "void"
            default: break
            }
        }
        return found
    }

    @Test func date_thatTheNewZoneHasPassed_isMissed_thoughLaterOnesAreSettled() throws {
        // On the 9th 01:15 comes to Lord Howe before it came to Los Angeles on the 8th.
        let host = HostZone("America/Los_Angeles")
        let zones = host.book()
        var machine = machine(Plans.schedule(at: "01:15", settled: "2026-10-07T12:00:00Z"), in: zones)
        #expect(look(&machine, at: "2026-10-08T08:15:00Z", boot: 1000) == ["2026-10-08": "began"])
        host.move(to: "Australia/Lord_Howe", in: zones)
        #expect(look(&machine, at: "2026-10-08T20:00:00Z", boot: 43_300) == ["2026-10-09": "missed zone-change"])
        #expect(look(&machine, at: "2026-10-09T14:15:00Z", boot: 109_000) == ["2026-10-10": "began"])
    }

    @Test func date_isMissedOnce_howeverOftenTheZoneChanges() throws {
        let host = HostZone("America/Los_Angeles")
        let zones = host.book()
        var machine = machine(Plans.schedule(at: "01:15", settled: "2026-10-07T12:00:00Z"), in: zones)
        look(&machine, at: "2026-10-08T08:15:00Z", boot: 1000)
        host.move(to: "Australia/Lord_Howe", in: zones)
        look(&machine, at: "2026-10-08T20:00:00Z", boot: 43_300)
        host.move(to: "Asia/Shanghai", in: zones)
        #expect(look(&machine, at: "2026-10-08T20:00:10Z", boot: 43_310) == [:])
        host.move(to: "Australia/Lord_Howe", in: zones)
        #expect(look(&machine, at: "2026-10-08T20:00:20Z", boot: 43_320) == [:])
    }

    @Test func date_isMissed_whenWhatCameBeforeItWasVoided() throws {
        let host = HostZone("America/New_York")
        let zones = host.book()
        var machine = machine(Plans.schedule(at: "02:35", settled: "2026-10-28T12:00:00Z"), in: zones)
        look(&machine, at: "2026-10-28T13:00:00Z", boot: 1000)
        // A clock that is two days ahead, and then right.
        #expect(look(&machine, at: "2026-10-29T06:35:00Z", boot: 1010) == ["2026-10-29": "began"])
        #expect(look(&machine, at: "2026-10-30T06:35:00Z", boot: 1020) == ["2026-10-30": "began"])
        let voided = look(&machine, at: "2026-10-28T21:30:00Z", boot: 1030)
        #expect(voided == ["2026-10-29": "void", "2026-10-30": "void"])
        host.move(to: "Asia/Kathmandu", in: zones)
        #expect(look(&machine, at: "2026-10-28T22:30:00Z", boot: 4630) == ["2026-10-29": "missed zone-change"])
    }

    @Test func date_fromBeforeTheRuleHeld_isNotMissed_whereverTheHostMoves() throws {
        let host = HostZone("America/Los_Angeles")
        let zones = host.book()
        var machine = machine(Plans.schedule(at: "01:15", settled: "2026-10-08T19:00:00Z"), in: zones)
        #expect(look(&machine, at: "2026-10-08T19:30:00Z", boot: 1000) == [:])
        host.move(to: "Australia/Lord_Howe", in: zones)
        #expect(look(&machine, at: "2026-10-08T20:00:00Z", boot: 2800) == [:])
    }

    @Test(arguments: [Recurrence.Days.weekly(.daily), .once(Plans.date("2026-03-12"))])
    func whatWasMissedWhileItShowed_comesAgain_whenItsTimeLiesAhead(days: Recurrence.Days) throws {
        let host = HostZone("Pacific/Kiritimati")
        let zones = host.book()
        let plan = Plans.alarm(sunrise: .seconds(3600))
        var machine = machine(
            Plans.schedule(at: "09:00", days: days, settled: "2026-03-11T17:00:00Z", plan: plan), in: zones)
        let showing = Plans.sample("2026-03-11T18:10:00Z", boot: .seconds(1000))
        let changes = machine.advance(to: showing) { _, _, sample in
            .routine(RoutineRun(plan: RoutinePlan(steps: []), start: sample.anchor))
        }
        for case .claim(let record, let settled, _) in changes {
            machine.claimed(record, .accepted, settled: settled, at: showing)
        }
        let late = Plans.sample("2026-03-12T01:00:00Z", boot: .seconds(1010))
        _ = machine.end(Plans.key("2026-03-12"), .missed, actor: .schedule, reason: .clockStep, at: late)
        #expect(look(&machine, at: "2026-03-12T01:00:00Z", boot: 1010) == [:])
        host.move(to: "Europe/Dublin", in: zones)
        #expect(look(&machine, at: "2026-03-12T01:00:10Z", boot: 1020) == [:])
        let sample = Plans.sample("2026-03-12T01:00:10Z", boot: .seconds(1020))
        #expect(machine.nextWake(at: sample) == WakeRequest(wall: Plans.instant("2026-03-12T08:00:00Z")))
        #expect(look(&machine, at: "2026-03-12T08:00:00Z", boot: 26_210) == ["2026-03-12": "began"])
    }

    @Test func whatIsMissedAfterTheZoneChanged_isPlannedAtOnce_inTheZoneOfToday() throws {
        // The host moves while the light grows, and then the clock is set far past the ring.
        let host = HostZone("Pacific/Chatham")
        let zones = host.book()
        let plan = Plans.alarm(sunrise: .seconds(3600))
        var machine = machine(Plans.schedule(at: "02:30", settled: "2027-03-27T05:00:00Z", plan: plan), in: zones)
        let showing = Plans.sample("2027-03-27T11:45:00Z", boot: .seconds(1000))
        for case .claim(let record, let settled, _) in machine.advance(
            to: showing,
            makeRun: { _, _, sample in
                .routine(RoutineRun(plan: RoutinePlan(steps: []), start: sample.anchor))
            })
        {
            machine.claimed(record, .accepted, settled: settled, at: showing)
        }
        host.move(to: "UTC", in: zones)
        look(&machine, at: "2027-03-27T12:00:00Z", boot: 1900)
        let late = Plans.sample("2027-03-27T14:00:00Z", boot: .seconds(1910))
        _ = machine.end(Plans.key("2027-03-28"), .missed, actor: .schedule, reason: .clockStep, at: late)
        #expect(machine.nextWake(at: late) == WakeRequest(wall: Plans.instant("2027-03-28T01:30:00Z")))
        look(&machine, at: "2027-03-27T14:00:00Z", boot: 1910)
        #expect(machine.nextWake(at: late) == WakeRequest(wall: Plans.instant("2027-03-28T01:30:00Z")))
    }

    @Test func missed_isNotEnteredAgain_byAProcessStartedAnew() throws {
        let zones = try Plans.zones()
        let missed = OccurrenceStanding(planned: Plans.instant("2027-01-05T12:00:00Z"), isMissed: true)
        var machine = machine(
            Plans.schedule(settled: "2027-01-04T12:00:00Z"), in: zones, known: [Plans.key("2027-01-05"): missed])
        #expect(look(&machine, at: "2027-01-05T18:00:00Z", boot: 1000) == [:])
        #expect(look(&machine, at: "2027-01-06T12:00:00Z", boot: 65_800) == ["2027-01-06": "began"])
    }
}
