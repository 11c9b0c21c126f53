// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SleepModel

/// Alarms: what rings, and when.
@MainActor
struct AlarmService: AlarmControl {
    let finder: DeviceFinder
    let zones: ZoneBook
    let clock: any NightClock
    let queue: SerialQueue
    let daemon: DaemonCheck
    let arranger: ScheduleArranger
    let deliveries: DeliveryCheck

    func alarms(_ query: DeviceChoice) async throws(ControlError) -> [AlarmDocument] {
        try await answering {
            try await finder.schedules(of: .alarm, on: query.device).compactMap { document($0.schedule, $0.target) }
        }
    }

    /// Adds an alarm; one that has happened gives way to a new one of its name.
    func addAlarm(_ request: AlarmRequest) async throws(ControlError) -> AlarmDocument {
        try await arranging(in: queue) {
            try require(try await add(request, to: [finder.target(request.device)], of: nil).first)
        }
    }

    func addAlarms(_ request: AlarmRequest) async throws(ControlError) -> GroupReply<AlarmDocument> {
        try await arranging(in: queue) {
            let (group, targets) = try await finder.recipients(request.device)
            return GroupReply(try await add(request, to: targets, of: group), of: group)
        }
    }

    /// Adds an alarm to each device, or to none.
    private func add(
        _ request: AlarmRequest, to targets: [DeviceFinder.Target], of group: String?
    ) async throws -> [AlarmDocument] {
        let added = try targets.map { target in
            let schedule = try alarm(request, target, of: group)
            return (target: target, schedule: schedule, over: try predecessor(of: schedule, target))
        }
        try await arranger.make(added.flatMap { [$0.over.map { .remove($0) }, .save($0.schedule)].compactMap(\.self) })
        var documents: [AlarmDocument] = []
        for (target, schedule, _) in added {
            var document = try require(document(schedule, target))
            // Those that Lull knows: adding an alarm needs no device.
            let programs = target.controller.sender.knownPrograms ?? []
            let meetings = OwnMeetings(
                with: target.controller, of: schedule.id, zones: zones, at: clock.now().wall)
            document.warning = target.limitWarning(
                about: schedule, by: zones, at: clock.now().wall,
                after: programs.lazy.compactMap { meetings.warning(about: $0) }.first)
            document.warning = Sentences.joined(shortSunrise(document), document.warning)
            documents.append(document)
        }
        return documents
    }

    /// That an alarm rings sooner than its sunrise is long; nil if it does not, has no sunrise, or that has begun.
    func shortSunrise(_ alarm: AlarmDocument) -> String? {
        guard alarm.phase != .sunrise, let sunrise = alarm.sunriseSeconds, let next = alarm.next else { return nil }
        let left = Int(((next - clock.now().wall) / Duration.seconds(1)).rounded(.up))
        guard left > 0, left < sunrise else { return nil }
        let (whole, rest) = (DurationText.format(.seconds(sunrise)), DurationText.format(.seconds(left)))
        return "The sunrise of \(whole) is cut short, as the alarm rings in \(rest)."
    }

    /// The alarm with the name of a new one, if it is over; throws if it is not.
    private func predecessor(of schedule: Schedule, _ target: DeviceFinder.Target) throws(ControlError) -> Schedule? {
        let same = target.controller.schedules(of: .alarm).first {
            $0.name.lowercased() == schedule.name.lowercased()
        }
        guard let same else { return nil }
        let runs = target.controller.runningAlarms.contains { $0.key.schedule == same.id }
        // A one-time alarm that is over, or was missed, gives way.
        let isOver = target.controller.next(of: same) == nil && !isPaused(same, target)
        guard isOver, !runs else {
            throw ControlError(
                .alreadyExists, "“\(target.device.name)” already has an alarm called “\(same.name)”.",
                advice: "Change it with `lull alarm edit \(target.groupArguments(for: same))`, or choose another name.")
        }
        return same
    }

    func removeAlarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument {
        try await deliveries.following(\.warning, in: queue) {
            let (target, schedule) = try await finder.wholeSchedule(.alarm, named: request.name, on: request.device)
            let document = try require(document(schedule, target))
            try await target.controller.remove(schedule)
            return (document, target)
        }
    }

    // MARK: -

    /// The light of an alarm for which nobody chose a colour.
    static let usualLight = Light(.color(Palette.blackbody(kelvin: 2700)), brightness: .full)

    private func alarm(
        _ request: AlarmRequest, _ target: DeviceFinder.Target, of group: String?
    ) throws -> Schedule {
        let reader = RequestReader(target.controller, zones: zones)
        let now = clock.now().wall
        let zone = try reader.zone(request.zone)
        let sunrise = try request.sunrise.flatMap { try reader.optionalDuration($0, "--sunrise") }
        let isDark = request.color?.lowercased() == "off"
        guard sunrise == nil || !isDark else { throw Self.sunriseNeedsLight }
        let light = isDark ? nil : try request.color.map { try reader.alarmLight($0, before: Self.usualLight) }
        let sound = try reader.sound(request.sound ?? "bird")
        let shows = sunrise != nil || light != nil
        let plan = AlarmPlan(
            sunrise: sunrise,
            light: shows ? light ?? Self.usualLight : nil,
            sound: sound, volume: try reader.percent(request.volume ?? 50, "--volume", in: RequestRange.audible),
            crescendo: try request.crescendo.flatMap { try reader.optionalDuration($0, "--crescendo") },
            ringFor: try request.ringFor.map { try reader.duration($0, "--ring-for") } ?? AlarmPlan.usualRing,
            snooze: try reader.duration(request.snooze ?? "9m", "--snooze"),
            snoozeLimit: request.snoozeLimit ?? AlarmPlan.usualSnoozeLimit,
            touch: try reader.touch(request.touch) ?? .snooze,
            lightAfter: try request.lightAfter.flatMap { try reader.optionalDuration($0, "--light-after") },
            backup: try request.backup.flatMap { try reader.optionalDuration($0, "--backup") })
        try reader.check(plan) { "--\($0)" }
        return Schedule(
            id: ScheduleID.fresh(), device: target.device.address,
            name: try reader.name(request.name, what: "an alarm"), group: group,
            recurrence: try reader.recurrence(
                reader.withEndOfLength(request.rule, from: now, zone: zone), otherwiseDaily: false, zone: zone, now: now
            ),
            zone: request.zone, settledThrough: now, plan: .alarm(plan))
    }

    /// Whether the rule of an alarm has a time that lies ahead.
    func hasTimes(_ schedule: Schedule) -> Bool {
        finder.rule(of: schedule)?.next(after: clock.now().wall, in: zones.rules(of: schedule.zone)) != nil
    }

    /// An alarm as it is now; nil for what is none.
    func document(_ known: Schedule, _ target: DeviceFinder.Target) -> AlarmDocument? {
        let schedule = target.controller.schedules(of: .alarm).first { $0.id == known.id } ?? known
        guard case .alarm(let plan) = schedule.plan, let recurrence = schedule.recurrence else { return nil }
        let running = target.controller.runningAlarms.first { $0.key.schedule == schedule.id }
        let next = running?.nextRing ?? target.controller.next(of: schedule)?.planned
        let isPaused = isPaused(schedule, target)
        var document = AlarmDocument(
            id: schedule.id, name: schedule.name, device: target.device.name, address: target.device.address,
            rule: RuleDocument(recurrence), sunriseSeconds: plan.sunrise.map { Int($0.components.seconds) },
            color: plan.light.flatMap { if case .color(let color) = $0.appearance { color.hexadecimal } else { nil } },
            sound: plan.sound == .none
                ? nil : target.controller.codec.name(of: plan.sound) ?? String(plan.sound.rawValue),
            volume: plan.volume.percent, crescendoSeconds: plan.crescendo.map { Int($0.components.seconds) },
            ringForSeconds: Int(plan.ringFor.components.seconds),
            snoozeSeconds: Int(plan.snooze.components.seconds), snoozeLimit: plan.snoozeLimit,
            touch: plan.touch, lightAfterSeconds: plan.lightAfter.map { Int($0.components.seconds) },
            backupSeconds: plan.backup.map { Int($0.components.seconds) }, zone: schedule.zone,
            enabled: schedule.isEnabled && (next != nil || isPaused) || running != nil,
            disabled: !schedule.isEnabled && running == nil && hasTimes(schedule),
            phase: running?.run.phase.phase, until: running?.phaseEnd, next: next, paused: isPaused,
            skipped: skipped(schedule, target))
        document.brightness = plan.light.map(\.brightness.percent)
        document.revision = target.revision(of: schedule)
        document.moved = dates.moved(schedule, target)
        document.group = schedule.group
        return document
    }
}

extension RunningAlarm {
    /// When it rings next in this run; nil while it rings, and after that.
    fileprivate var nextRing: Instant? {
        switch run.phase {
        case .sunrise: record.planned
        case .ringing, .lightAfter: nil
        case .snoozed, .unanswered: phaseEnd
        }
    }
}

extension AlarmRun.Phase {
    /// Whether it is to be heard now.
    var isRinging: Bool {
        if case .ringing = self { true } else { false }
    }

    /// Whether it is quiet for a while.
    var isSnoozed: Bool {
        if case .snoozed = self { true } else { false }
    }

    /// Whether it is quiet and rings again.
    var isQuiet: Bool {
        switch self {
        case .snoozed, .unanswered: true
        case .sunrise, .ringing, .lightAfter: false
        }
    }

    /// Whether it only shows.
    var isSunrise: Bool {
        if case .sunrise = self { true } else { false }
    }

    /// The phase in documents.
    var phase: AlarmPhase {
        switch self {
        case .sunrise: .sunrise
        case .ringing: .ringing
        case .snoozed: .snoozed
        case .unanswered: .unanswered
        case .lightAfter: .lightAfter
        }
    }
}

/// A value the program itself guarantees; its absence is a defect that is reported and not crashed on.
func require<Value>(_ value: Value?) throws(ControlError) -> Value {
    guard let value else {
        throw ControlError(
            .internalError, "A schedule could not be described.", advice: "Please report this with the daemon's log.")
    }
    return value
}
