// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import DeviceModules
import Scheduling
import SleepModel
import Storage

/// Values and builders that all tests of the night share.
enum Night {
    /// What a device might report; the coordinator does not look into it.
    static let state = DeviceState(isOn: true, light: .off, sound: .none, volume: .zero)

    /// New York on an ordinary winter day is five hours behind UTC.
    static let zone = "America/New_York"
    static let device = address(0xB4)
    static let amber = Light(.color(RGBColor(red: 255, green: 137, blue: 14)), brightness: .full)
    static let red = Light(.color(RGBColor(red: 255, green: 0, blue: 0)), brightness: Level(rawValue: 80))
    static let rain = SoundID(rawValue: 7)
    static let bird = SoundID(rawValue: 19)

    static func address(_ last: UInt8) -> MacAddress {
        guard let address = MacAddress(bytes: [0xDC, 0x06, 0x41, 0xDC, 0x1A, last]) else {
            preconditionFailure("six bytes are an address")
        }
        return address
    }

    static func instant(_ text: String) -> Instant {
        guard let instant = Instant(iso8601: text) else { preconditionFailure("\(text) is no instant") }
        return instant
    }

    static func date(_ text: String) -> CivilDate {
        guard let date = CivilDate(iso8601: text) else { preconditionFailure("\(text) is no date") }
        return date
    }

    static func time(_ text: String) -> TimeOfDay {
        guard let time = TimeOfDay(parsing: text) else { preconditionFailure("\(text) is no time of day") }
        return time
    }

    /// The zone files kept with the tests, so that no result depends on the machine.
    static func zones(host: String = zone) throws -> ZoneBook {
        let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let database = ZoneDatabase(directory: "/\(folder)/FoundationsTests/Zoneinfo")
        return ZoneBook(database: database, host: try database.rules(for: host))
    }

    static func clock(_ wall: String) -> ManualClock {
        ManualClock(wall: instant(wall), boot: .seconds(100_000), bootID: "first")
    }

    static func key(_ schedule: String, _ day: String) -> OccurrenceKey {
        OccurrenceKey(schedule: ScheduleID(rawValue: schedule), date: date(day))
    }

    static func schedule(
        _ id: String, at time: String?, days: Recurrence.Days = .weekly(.daily),
        since created: String = "2026-10-01T00:00:00Z", plan: Schedule.Plan
    ) -> Schedule {
        Schedule(
            id: ScheduleID(rawValue: id), device: device, name: id,
            recurrence: time.map { Recurrence(days: days, time: self.time($0)) }, zone: nil,
            settledThrough: instant(created), plan: plan)
    }

    static func alarm(
        _ id: String = "wake", at time: String = "07:00", days: Recurrence.Days = .weekly(.daily),
        since created: String, sunrise: Duration? = nil, light: Light? = nil, sound: SoundID = bird,
        volume: Level = Level(rawValue: 128)
    ) -> Schedule {
        let plan = AlarmPlan(
            sunrise: sunrise, light: light ?? (sunrise == nil ? nil : amber), sound: sound, volume: volume,
            snooze: .seconds(540))
        return schedule(id, at: time, days: days, since: created, plan: .alarm(plan))
    }

    static func routine(
        _ id: String = "evening", at time: String? = "20:00", since created: String, _ steps: [RoutineStep]
    ) -> Schedule {
        schedule(id, at: time, since: created, plan: .routine(RoutinePlan(steps: steps)))
    }

    static func bedtime(
        _ id: String = "bedtime", at time: String = "20:00", since created: String,
        windDown: Duration = .seconds(1800), sound: SoundID = rain, wake: String? = "07:00"
    ) -> Schedule {
        let plan = BedtimePlan(
            windDown: windDown, light: amber, sound: sound, volume: Level(rawValue: 50),
            wake: wake.map { WeekdayTimes(everyDay: self.time($0)) },
            wakeLight: Light(.color(RGBColor(red: 0, green: 255, blue: 0)), brightness: Level(rawValue: 51)))
        return schedule(id, at: time, since: created, plan: .bedtime(plan))
    }
}

extension Duration {
    static func minutes(_ count: Int64) -> Duration { .seconds(count * 60) }
    static func hours(_ count: Int64) -> Duration { .seconds(count * 3600) }
}

/// A ledger that is written to at once, and can be shared, made to fail and made to crash.
final class TestLedger {
    private(set) var schedules: [Schedule] = []
    private(set) var records: [OccurrenceKey: OccurrenceRecord] = [:]
    /// Every state of every record that was kept, in order.
    private(set) var history: [OccurrenceRecord] = []
    /// Every line that was logged, in order.
    private(set) var log: [LogEntry] = []
    private(set) var refusals = 0
    /// The last line of the log.
    private(set) var lastLine: LogEntry?
    /// How many more writes succeed; nil for no limit.
    var remainingWrites: Int?

    init(_ schedules: [Schedule]) {
        self.schedules = schedules
    }

    func perform(_ effect: StoreChange) -> ClaimResult {
        if let remaining = remainingWrites {
            guard remaining > 0 else { return .failed }
            remainingWrites = remaining - 1
        }
        defer { lastLine = effect.log.last ?? lastLine }
        switch effect {
        case .claim(let record, let schedule, _):
            if let before = records[record.key], before.outcome != .missed || record.outcome != nil {
                // That something was missed may be found again, after the clock was set to and fro.
                if record.outcome != .missed { refusals += 1 }
                return .refused
            }
            keep(record)
            if let schedule { settle(schedule) }
        case .update(let record, _):
            guard let before = records[record.key], before.outcome == nil else { return .refused }
            keep(record)
        case .save(let schedule, _): keep(schedule)
        case .remove(let identifier, _): schedules.removeAll { $0.id == identifier }
        case .void(let key, _, _, _):
            guard records[key]?.outcome != nil else { return .refused }
            records[key] = nil
            // What happened under a wrong clock counts for nothing.
            history.removeAll { $0.key == key }
        case .override, .removeOverride, .settings, .holidays, .removeHolidays, .group, .removeGroup, .pair,
            .addressKind,
            .forget, .hold, .notices, .note:
            break
        }
        log += effect.log
        return .accepted
    }

    func occurrences(of kind: ScheduleKind, zones: ZoneBook) -> OccurrenceMachine {
        OccurrenceMachine(
            schedules: schedules.filter { $0.kind == kind },
            running: records.values.filter { $0.kind == kind && $0.outcome == nil }
                .sorted { $0.planned < $1.planned },
            known: Dictionary(grouping: records.values, by: \.key.schedule).mapValues { records in
                Dictionary(
                    uniqueKeysWithValues: records.map {
                        ($0.key, OccurrenceStanding(planned: $0.planned, outcome: $0.outcome, reason: $0.reason))
                    })
            },
            zones: zones)
    }

    /// Loses all schedules.
    func loseSchedules() { schedules = [] }

    /// Loses the states of all runs.
    func loseRuns() {
        for key in records.keys { records[key]?.run = nil }
    }

    func outcomes(of schedule: String) -> [String: String] {
        var outcomes: [String: String] = [:]
        for (key, record) in records where key.schedule.rawValue == schedule {
            outcomes["\(key.date)"] = record.outcome?.rawValue ?? "open"
        }
        return outcomes
    }

    private func keep(_ record: OccurrenceRecord) {
        records[record.key] = record
        history.append(record)
    }

    private func settle(_ schedule: Schedule) {
        guard let index = schedules.firstIndex(where: { $0.id == schedule.id }) else { return }
        schedules[index].settledThrough = max(schedules[index].settledThrough, schedule.settledThrough)
        schedules[index].isEnabled = schedules[index].isEnabled && schedule.isEnabled
    }

    private func keep(_ schedule: Schedule) {
        if let index = schedules.firstIndex(where: { $0.id == schedule.id }) {
            schedules[index] = schedule
        } else {
            schedules.append(schedule)
        }
    }
}

/// One machine on a clock and a ledger, driven the way the daemon drives it: at every moment it asks to be woken.
struct MachineBench<Machine: FeatureMachine> {
    let clock: ManualClock
    let ledger: TestLedger
    var machine: Machine
    private let make: () -> Machine

    init(clock: ManualClock, ledger: TestLedger, make: @escaping () -> Machine) {
        self.clock = clock
        self.ledger = ledger
        self.make = make
        machine = make()
    }

    var now: ClockSample { clock.now() }

    mutating func advance() {
        let sample = clock.now()
        perform(machine.advance(to: sample), at: sample)
    }

    mutating func act(_ body: (inout Machine, ClockSample) throws -> [StoreChange]) rethrows {
        let sample = clock.now()
        perform(try body(&machine, sample), at: sample)
    }

    /// Lets time pass, and serves every wake in it.
    mutating func pass(_ duration: Duration) {
        advance()
        let end = clock.now().boot + duration
        while clock.now().boot < end {
            let sample = clock.now()
            let request = machine.nextWake(at: sample)
            let waits = [request.wall.map { $0 - sample.wall }, request.boot.map { $0 - sample.boot }].compactMap { $0 }
            let wait = max(min(waits.min() ?? duration, end - sample.boot), .milliseconds(1))
            clock.advance(by: wait)
            advance()
        }
    }

    /// Ends the process and starts another on the same ledger.
    mutating func restart() {
        machine = make()
        advance()
    }

    private mutating func perform(_ effects: [StoreChange], at sample: ClockSample) {
        for effect in effects {
            let result = ledger.perform(effect)
            if case .claim(let record, let schedule, _) = effect {
                machine.occurrences.claimed(record, result, settled: schedule, at: sample)
            }
        }
    }
}
