// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import Clocks
import Routines
import Scheduling
import SleepModel
import Storage

/// The occurrences of one device: the real machines and the real shell around them, with the journal for a device.
@MainActor
final class Bed {
    let device: MacAddress
    let alarms: OccurrenceRunner<AlarmMachine>
    let routines: OccurrenceRunner<RoutineMachine>
    let bedtimes: OccurrenceRunner<BedtimeMachine>

    init(
        _ device: MacAddress, book: DeviceBook, zones: ZoneBook, store: any NightStore, clock: any NightClock,
        journal: Journal
    ) {
        func runner<Machine: ShowingMachine>(_ machine: Machine) -> OccurrenceRunner<Machine> {
            let screen = Screen(journal: journal)
            return OccurrenceRunner(machine: machine, clock: clock, signal: WakeSignal(), store: store) {
                machine, sample in screen.show(machine.shown(at: sample))
            }
        }
        self.device = device
        alarms = runner(AlarmMachine(occurrences: book.occurrences(of: .alarm, zones: zones)))
        routines = runner(RoutineMachine(occurrences: book.occurrences(of: .routine, zones: zones), zones: zones))
        bedtimes = runner(BedtimeMachine(occurrences: book.occurrences(of: .bedtime, zones: zones), zones: zones))
    }

    var schedules: [Schedule] {
        alarms.machine.occurrences.schedules + routines.machine.occurrences.schedules
            + bedtimes.machine.occurrences.schedules
    }

    func save(_ schedule: Schedule) async throws {
        switch schedule.kind {
        case .alarm: try await alarms.save(schedule)
        case .routine: try await routines.save(schedule)
        case .bedtime: try await bedtimes.save(schedule)
        }
    }

    func remove(_ schedule: Schedule) async throws {
        switch schedule.kind {
        case .alarm: try await alarms.remove(schedule.id)
        case .routine: try await routines.remove(schedule.id)
        case .bedtime: try await bedtimes.remove(schedule.id)
        }
    }

    /// Lets somebody change something about the occurrences of a kind.
    func change(
        _ kind: ScheduleKind, _ body: (inout OccurrenceMachine, ClockSample) -> [StoreChange]
    ) async throws {
        switch kind {
        case .alarm: try await alarms.change { machine, sample in body(&machine.occurrences, sample) }
        case .routine: try await routines.change { machine, sample in body(&machine.occurrences, sample) }
        case .bedtime: try await bedtimes.change { machine, sample in body(&machine.occurrences, sample) }
        }
    }

    func occurrences(of kind: ScheduleKind) -> OccurrenceMachine {
        switch kind {
        case .alarm: alarms.machine.occurrences
        case .routine: routines.machine.occurrences
        case .bedtime: bedtimes.machine.occurrences
        }
    }

    func nextWake(at sample: ClockSample) -> WakeRequest {
        alarms.machine.nextWake(at: sample).earliest(routines.machine.nextWake(at: sample))
            .earliest(bedtimes.machine.nextWake(at: sample))
    }

    func plans(at sample: ClockSample) -> [JournalEvent.Plan] {
        ScheduleKind.allCases.map {
            JournalEvent.Plan(device: device, kind: $0, wall: occurrences(of: $0).nextWake(at: sample).wall)
        }
    }
}

/// The device as one feature sees it: what is new on it is a line in the journal.
@MainActor
private final class Screen {
    private let journal: Journal
    private var shown: Set<JournalEvent.Shown> = []

    init(journal: Journal) {
        self.journal = journal
    }

    func show(_ wanted: [JournalEvent.Shown]) {
        for item in wanted where !shown.contains(item) {
            KillSwitch.shared.pass(.byteComes)
            do {
                try journal.write(.shows(item))
            } catch {
                fatalError("\(error)")
            }
            KillSwitch.shared.pass(.byteWent)
        }
        shown = Set(wanted)
    }
}
