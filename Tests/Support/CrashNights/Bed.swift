// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import Clocks
import Routines
@_spi(Machines) import Scheduling
import SleepModel
import Storage

/// The occurrences of one device: the real machines and the real shell around them, with the journal for a device.
@MainActor
final class Bed {
    let device: MacAddress
    let alarms: StateProvider<AlarmMachine>
    let routines: StateProvider<RoutineMachine>
    let bedtimes: StateProvider<BedtimeMachine>

    init(
        _ device: MacAddress, book: DeviceBook, zones: ZoneBook, store: any NightStore, clock: any NightClock,
        journal: Journal
    ) {
        func provider<Machine: ShowingMachine>() -> StateProvider<Machine> {
            let screen = Screen<Machine>(journal: journal)
            let provider = StateProvider<Machine>(
                book: book, zones: zones, store: store, clock: clock, signal: WakeSignal()
            ) { _, _, _, _, sample in screen.show(at: sample) }
            screen.provider = provider
            return provider
        }
        self.device = device
        alarms = provider()
        routines = provider()
        bedtimes = provider()
    }

    var schedules: [Schedule] {
        alarms.schedules + routines.schedules + bedtimes.schedules
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
        alarms.nextWake(at: sample).earliest(routines.nextWake(at: sample))
            .earliest(bedtimes.nextWake(at: sample))
    }

    func plans(at sample: ClockSample) -> [JournalEvent.Plan] {
        ScheduleKind.allCases.map {
            JournalEvent.Plan(device: device, kind: $0, wall: occurrences(of: $0).nextWake(at: sample).wall)
        }
    }
}

/// The device as one feature sees it: what is new on it is a line in the journal.
@MainActor
private final class Screen<Machine: ShowingMachine> {
    weak var provider: StateProvider<Machine>?
    private let journal: Journal
    private var shown: Set<JournalEvent.Shown> = []

    init(journal: Journal) {
        self.journal = journal
    }

    func show(at sample: ClockSample) {
        let wanted = provider?.machine.shown(at: sample) ?? []
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
