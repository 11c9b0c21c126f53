// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom

/// What happens in the nights of a seed: the same for the same seed, size and faults.
struct NightPlan: Sendable {
    /// A fault, and the device it is about; nil for all.
    struct Cause: Hashable, Sendable {
        var fault: NightFault
        var device: Int?
    }

    /// Another plan of a schedule.
    struct Change: Hashable, Sendable {
        var name: String
        var plan: NightSchedule.Plan
        /// Whether what runs goes on with it.
        var now: Bool
    }

    /// What a person does.
    enum Action: Hashable, Sendable {
        case dismiss(String)
        case snooze(String)
        /// Touches the device until it is off.
        case touch
        /// Touches the device for a moment, which plays its favourite.
        case tap
        case power(Bool)
        case light(NightSchedule.Light)
        case sound(Int, volume: Int)
        case volume(Int)
        /// Nil leaves it to the routine what becomes of it if another one runs.
        case run(String, ifRunning: NightSchedule.Meeting? = nil)
        case stop(String)
        case steer(String, Steering)
        case nap(NightNap)
        case endNap
        /// Ends everything that runs or rings.
        case stopAll
        /// Nil for none.
        case limit(NightLimit?)
        /// Gives a schedule another time from now on, or on its next date.
        case edit(String, NightSchedule.Time)
        case move(String, NightSchedule.Time)
        /// Lets a schedule begin no more, or again.
        case enable(String, Bool)
        case remove(String)
        case replan(Change)
        /// Begins a night now, and ends one.
        case beginNight(String)
        case endNight(String)
        /// Has the night that runs wake at another time; its morning is nil in a plan.
        case wake(String, CivilDate?, NightSchedule.Time)
    }

    /// What a person asks of a routine that runs.
    enum Steering: Hashable, Sendable {
        case next, previous, pause, resume
        /// The number of a step, from 0.
        case step(Int)
        /// How many seconds longer.
        case extend(Int)
    }

    /// What a person or the world does.
    enum Deed: Hashable, Sendable {
        /// `amount` says by how much, or which, as the fault takes it: for a pause how many seconds it is ahead, and one
        /// below zero that it ends by itself.
        case begin(Cause, length: Double, amount: Int)
        case end(Cause)
        case act(Action, device: Int)
        /// On the devices of the group.
        case actTogether(Action, devices: [Int])
        /// Imports a calendar.
        case observe(NightHolidays)
        /// Says that all notices have been read.
        case acknowledge

        /// The devices with which somebody does something.
        var devices: [Int] {
            switch self {
            case .act(_, let device): [device]
            case .actTogether(_, let devices): devices
            case .begin, .end, .observe, .acknowledge: []
            }
        }

        /// Whether somebody does it through Lull.
        var isOfPeople: Bool {
            switch self {
            case .act, .actTogether, .observe, .acknowledge: true
            case .begin(let cause, _, _), .end(let cause): cause.fault.isOfPeople
            }
        }

        /// Whether it sets the host's clock, or moves the household to another zone.
        var setsClock: Bool {
            switch self {
            case .act, .actTogether, .observe, .acknowledge: false
            case .begin(let cause, _, _), .end(let cause): [.clockStep, .zoneMove].contains(cause.fault)
            }
        }
    }

    struct Step: Hashable, Sendable {
        var at: Double
        var deed: Deed
    }

    let seed: UInt64
    let start: Instant
    /// How many seconds it lasts.
    let end: Double
    let zone: ZoneRules
    /// Where the household moves to.
    let zones: [ZoneRules]
    let devices: Int
    let days: Int
    /// The devices that are a group: the first ones; none where there is one device alone.
    let group: [Int]
    var schedules: [NightSchedule]
    /// The calendars of holidays that there are from the beginning.
    let holidays: [NightHolidays]
    /// The devices that hold the end of the night and the next alarm themselves.
    var mirrored: [Int]
    let steps: [Step]

    /// How large a household is, and how long it is looked at.
    struct Size: Hashable, Sendable {
        var devices = 1
        var days = 3
        /// The first day; nil for one of a few that are near something.
        var first: Instant?
    }

    /// What random numbers are for; each has a sequence of its own, so that one device has the same nights beside any
    /// others.
    enum Use {
        case schedules(Int)
        case people(Int)
        case clock
        case trouble(NightFault, Int?)
        case looks(Int)
        case identities
        case jitter(Duration)
        /// What came later: sequences of their own, so that the nights of a seed stay as they were.
        case features(Int)
        case answers(Int)
        case wishes(Int)
        case edits(Int)
        case group
        case groupRoutine
        case mirror(Int)
        /// Nil for what the devices of the group have together.
        case rules(Int?)
        case holidays
        case switches(Int)
        case replans(Int)
        case nights(Int)
        /// The second bedtime, and what people do with it.
        case weekends(Int)
        case acknowledgements
        case wakes(Int)
        /// Which routines fade to silence.
        case silences(Int)
        /// How many devices the group has.
        case members
        /// The bedtime of the group, and what people do with it: all together, or one of them with a device.
        case groupNight(Int?)

        func generator(_ seed: UInt64) -> SeededGenerator {
            func sequence(_ use: UInt64, _ numbers: Int...) -> SeededGenerator {
                let number = numbers.reduce(0) { $0 &* 1000 &+ UInt64($1 + 1) }
                return SeededGenerator(seed: seed, for: use, number)
            }
            return switch self {
            case .schedules(let device): sequence(0, device)
            case .people(let device): sequence(1, device)
            case .clock: sequence(2)
            case .trouble(let fault, let device):
                sequence(3, NightFault.allCases.firstIndex(of: fault) ?? -1, device ?? -1)
            case .looks(let device): sequence(4, device)
            case .identities: sequence(5)
            case .jitter(let boot): SeededGenerator(seed: seed, for: 6, UInt64(boot.inSeconds * 1000))
            case .features(let device): sequence(7, device)
            case .answers(let device): sequence(8, device)
            case .wishes(let device): sequence(9, device)
            case .edits(let device): sequence(10, device)
            case .group: sequence(11)
            case .groupRoutine: sequence(12)
            case .mirror(let device): sequence(13, device)
            case .rules(let device): sequence(14, device ?? -1)
            case .holidays: sequence(15)
            case .switches(let device): sequence(16, device)
            case .replans(let device): sequence(17, device)
            case .nights(let device): sequence(18, device)
            case .weekends(let device): sequence(19, device)
            case .acknowledgements: sequence(20)
            case .wakes(let device): sequence(21, device)
            case .silences(let device): sequence(22, device)
            case .members: sequence(23)
            case .groupNight(let device): sequence(24, device ?? -1)
            }
        }
    }

    private static let starts = [
        "2027-03-11T17:00:00Z", "2026-10-29T16:00:00Z", "2027-06-01T16:00:00Z", "2026-12-29T17:00:00Z",
    ]

    init(seed: UInt64, size: Size, faults: [NightFault], zone: ZoneRules, zones: [ZoneRules]) {
        let start = size.first ?? Instant(iso8601: Self.starts[Int(seed % 4)]) ?? .min
        let end = 86_400 * Double(size.days)
        (self.seed, self.zone, self.zones) = (seed, zone, zones)
        (self.start, self.end, devices, days) = (start, end, size.devices, size.days)
        mirrored = (0..<size.devices).filter { device in
            var generator = Use.mirror(device).generator(seed)
            return Bool.random(using: &generator)
        }
        self.group = Self.group(seed, of: size.devices)
        let first = zone.civil(at: start).date
        var holidays = Use.holidays.generator(seed)
        func calendar(_ name: String) -> NightHolidays {
            NightHolidays(name: name, first: first, days: size.days, &holidays)
        }
        self.holidays = NightHolidays.names.map(calendar)
        let rules = NightRuleMaker(first: first, days: size.days, holidays: self.holidays)
        schedules = (0..<size.devices).flatMap { device in
            var generator = Use.schedules(device).generator(seed)
            let schedules = NightScheduleMaker(device: device, first: first, days: size.days).schedules(&generator)
            var features = Use.features(device).generator(seed)
            var own = Use.rules(device).generator(seed)
            let all = schedules.map { rules.schedule($0.withFeatures(&features), &own) }
            var silences = Use.silences(device).generator(seed)
            return Int.random(in: 0..<3, using: &silences) == 0 ? all.map { $0.fallingSilent(&silences) } : all
        }
        var group = Use.group.generator(seed)
        var groupRoutine = Use.groupRoutine.generator(seed)
        if size.devices > 1 {
            let maker = NightScheduleMaker(device: 0, first: first, days: size.days)
            let together = [maker.together(&group), maker.routineTogether(&groupRoutine)]
            schedules += together.flatMap { [members = self.group] schedule in
                // All of its devices have the same.
                var own = Use.rules(nil).generator(seed)
                return rules.schedule(schedule, &own).on(members)
            }
        }
        var weekends = (0..<size.devices).map { Use.weekends($0).generator(seed) }
        schedules += (0..<size.devices).compactMap { [schedules] device in
            let bedtime = schedules.first { $0.device == device }
            let maker = NightScheduleMaker(device: device, first: first, days: size.days)
            return bedtime.map {
                rules.schedule(maker.weekend(beside: $0, &weekends[device]), &weekends[device])
            }
        }
        var groupNight = Use.groupNight(nil).generator(seed)
        if size.devices > 1, Int.random(in: 0..<3, using: &groupNight) == 0 {
            let maker = NightScheduleMaker(device: 0, first: first, days: size.days)
            schedules += rules.schedule(maker.nightTogether(&groupNight), &groupNight).on(self.group)
        }
        // Clocks and zones first, as what rings when depends on them.
        let world = NightTroubleMaker(seed: seed, end: end, days: size.days, isOneFault: faults.count == 1)
        var steps = world.steps(of: faults.filter { $0 == .zoneMove || $0 == .clockStep })
        var known = NightFacts()
        known.imports = self.holidays.map { NightFacts.Import(at: 0, holidays: $0) }
        let changes = steps.compactMap { Self.clockChange($0, home: zone, zones: zones) }
        let planned = NightCalendar(
            schedules: schedules, time: NightTime(start: start, end: end, zone: zone, changes: changes), facts: known)
        let all = planned.occurrences()
        // What came later, so that the nights of a seed stay as they were.
        let occurrences = all.filter { [schedules] in !schedules[$0.schedule].isLater }
        for _ in 0..<size.days {
            let time = Double.random(in: 600...end, using: &holidays).rounded(.down) + 0.5
            let name = NightHolidays.names.randomElement(using: &holidays) ?? ""
            steps.append(Step(at: time, deed: .observe(calendar(name))))
        }
        var acknowledgements = Use.acknowledgements.generator(seed)
        for occurrence in all {
            guard case .alarm = schedules[occurrence.schedule].plan else { continue }
            let time = (occurrence.due + Double.random(in: 80...600, using: &acknowledgements)).rounded(.down) + 0.5
            guard Int.random(in: 0..<4, using: &acknowledgements) == 0, time < end else { continue }
            steps.append(Step(at: time, deed: .acknowledge))
        }
        for device in 0..<size.devices {
            let people = NightPeople(device: device, schedules: schedules, days: size.days, end: end)
            var generator = Use.people(device).generator(seed)
            steps += people.steps(for: occurrences, &generator)
            var answers = Use.answers(device).generator(seed)
            steps += people.answers(to: occurrences, &answers)
            var wishes = Use.wishes(device).generator(seed)
            steps += people.wishes(around: occurrences, &wishes)
            var edits = Use.edits(device).generator(seed)
            steps += people.edits(&edits)
            var switches = Use.switches(device).generator(seed)
            steps += people.switches(&switches)
            var replans = Use.replans(device).generator(seed)
            steps += people.replans(around: occurrences, &replans)
            var nights = Use.nights(device).generator(seed)
            steps += people.nights(around: occurrences, &nights)
            steps += people.weekends(around: all, &weekends[device])
            var wakes = Use.wakes(device).generator(seed)
            steps += people.wakes(around: all, &wakes)
        }
        let others = faults.filter { $0 != .zoneMove && $0 != .clockStep }
        let troubles = world.steps(of: others, around: occurrences, of: schedules, devices: size.devices)
        steps += troubles
        if size.devices > 1 {
            var people = NightPeople(device: 0, schedules: schedules, days: size.days, end: end)
            people.group = self.group
            steps += people.together(around: occurrences, &group)
            steps += people.steering(around: occurrences, &groupRoutine)
            steps += people.together(whileAway: troubles, &groupRoutine)
            steps += people.nightsTogether(around: all, &groupNight)
            for device in self.group {
                let people = NightPeople(device: device, schedules: schedules, days: size.days, end: end)
                var own = Use.groupNight(device).generator(seed)
                steps += people.wakingsTogether(in: all, &own)
            }
        }
        self.steps = Self.oneAfterAnother(steps.filter { $0.at < end - 60 }).sorted { $0.at < $1.at }
    }

    /// The devices of the group: two, or in every third household up to five.
    private static func group(_ seed: UInt64, of devices: Int) -> [Int] {
        var generator = Use.members.generator(seed)
        let isLarge = Int.random(in: 0..<3, using: &generator) == 0
        let count = isLarge ? Int.random(in: 3...5, using: &generator) : 2
        return devices > 1 ? Array(0..<min(count, devices)) : []
    }

    /// People do one thing with a device after the other: of two at one moment, nobody could say what the second finds.
    private static func oneAfterAnother(_ steps: [Step]) -> [Step] {
        var free: [Int: Double] = [:]
        return steps.sorted { $0.at < $1.at }.map { step in
            var step = step
            let devices = step.deed.devices
            step.at = max(step.at, devices.compactMap { free[$0] }.max() ?? 0)
            for device in devices { free[device] = step.at + 1 }
            return step
        }
    }

    /// What a step does to the host's clock or zone.
    static func clockChange(
        _ step: Step, home: ZoneRules, zones: [ZoneRules]
    ) -> NightFacts
        .ClockChange?
    {
        switch step.deed {
        case .begin(let cause, _, let amount) where cause.fault == .clockStep:
            NightFacts.ClockChange(at: step.at, step: Double(amount), zone: nil)
        case .begin(let cause, _, let amount) where cause.fault == .zoneMove:
            NightFacts.ClockChange(at: step.at, step: 0, zone: zones[amount % zones.count])
        case .end(let cause) where cause.fault == .zoneMove:
            NightFacts.ClockChange(at: step.at, step: 0, zone: home)
        default: nil
        }
    }
}
