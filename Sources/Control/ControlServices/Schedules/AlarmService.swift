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

    func alarms() async throws(ControlError) -> [AlarmDocument] {
        try await answering {
            try await finder.schedules(of: .alarm, on: nil).compactMap { document($0.schedule, $0.target) }
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
                about: schedule.plan, after: programs.lazy.compactMap { meetings.warning(about: $0) }.first)
            documents.append(document)
        }
        return documents
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

    func snoozeAlarm(_ request: SnoozeRequest) async throws(ControlError) -> AlarmDocument {
        try await answering {
            try daemon.require(for: "lull alarm snooze", because: "no alarm rings")
            let length = request.length.map { " --for \($0.shellWord)" } ?? ""
            let (target, schedule, key) = try await running(
                request.name, request.device, for: { "lull alarm snooze \($0)\(length)" }, where: \.phase.isRinging)
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            let time = try request.length.map { try reader.duration($0, "--for", in: RequestRange.snooze) }
            let answered = try await target.controller.snooze(key, length: time)
            return try await delivered(schedule, target, answered)
        }
    }

    /// Ends an alarm that shows, rings or snoozes, or the light that stays after it.
    func dismissAlarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument {
        try await answering {
            try daemon.require(for: "lull alarm dismiss", because: "no alarm rings")
            let (target, schedule, key) = try await running(
                request.name, request.device, for: { "lull alarm dismiss \($0)" }, all: "lull alarm dismiss --all",
                where: { _ in true })
            let answered = try await target.controller.dismiss(key)
            var document = try await delivered(schedule, target, answered)
            let warnings = [document.warning, target.waitingRing(zones)].compactMap(\.self)
            document.warning = warnings.isEmpty ? nil : warnings.joined(separator: " ")
            return document
        }
    }

    /// Ends all alarms that ring or snooze, and all lights after one; one that shows its sunrise goes on.
    func dismissAlarms(_ request: DeviceChoice) async throws(ControlError) -> [AlarmDocument] {
        try await answering {
            try daemon.require(for: "lull alarm dismiss", because: "no alarm rings")
            // Those of one minute end together.
            let running = try await finder.schedules(of: .alarm, on: request.device).flatMap { target, schedule in
                target.controller.runningAlarms.filter { $0.key.schedule == schedule.id && !$0.run.phase.isSunrise }
                    .map { (target: target, schedule: schedule, key: $0.key) }
            }
            var answered: Set<OccurrenceKey> = []
            for alarm in running where !answered.contains(alarm.key) {
                answered.formUnion(try await alarm.target.controller.dismiss(alarm.key))
            }
            let dismissed = try await delivered(running.map { ($0.schedule, $0.target) })
            guard !dismissed.isEmpty else { throw try await nothingRings(nil, request.device) }
            return dismissed
        }
    }

    // MARK: -

    /// The light of an alarm for which nobody chose a colour.
    static let usualLight = Light(.color(Palette.blackbody(kelvin: 2700)), brightness: .full)

    /// The alarm after its device has followed it, or with a warning that the device has not, with the names of the
    /// others that were answered with it.
    private func delivered(
        _ schedule: Schedule, _ target: DeviceFinder.Target, _ answered: Set<OccurrenceKey>
    ) async throws -> AlarmDocument {
        let others = Set(answered.map(\.schedule)).subtracting([schedule.id])
        let names = target.controller.schedules(of: .alarm).filter { others.contains($0.id) }.map(\.name)
        var document = try require(try await delivered([(schedule, target)]).first)
        document.together = names.sorted()
        return document
    }

    /// The alarms after their devices have followed them, or with a warning of each device that has not.
    private func delivered(
        _ alarms: [(schedule: Schedule, target: DeviceFinder.Target)]
    ) async throws -> [AlarmDocument] {
        let following = await deliveries.upToDate(among: alarms.map(\.target))
        return try alarms.map { schedule, target in
            var document = try require(document(schedule, target))
            if !following.contains(target.device.address) { document.warning = target.unfollowedWarning }
            return document
        }
    }

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

    /// The run that a request means: the one it names; else, of those on one device, the one that rings, and of
    /// several the one that began to last.
    ///
    /// Where it means several, the error has the `command` for each, made of the arguments that mean this one alone, and the
    /// one for `all`.
    private func running(
        _ name: String?, _ device: String?, for command: (String) -> String, all: String? = nil,
        where fits: (AlarmRun) -> Bool
    ) async throws -> (DeviceFinder.Target, Schedule, OccurrenceKey) {
        var schedules = try await finder.schedules(of: .alarm, on: device)
        if name != nil { schedules = try await finder.fitting(schedules, named: name, kind: .alarm) }
        var candidates = schedules.flatMap { target, schedule in
            target.controller.runningAlarms.filter { $0.key.schedule == schedule.id && fits($0.run) }
                .map { (target: target, schedule: schedule, alarm: $0) }
        }
        if candidates.contains(where: \.alarm.run.phase.isRinging) {
            candidates = candidates.filter(\.alarm.run.phase.isRinging)
        } else if name == nil, candidates.contains(where: { $0.alarm.run.phase.phase != .lightAfter }) {
            // What rings again is worth more than a light that is over soon.
            candidates = candidates.filter { $0.alarm.run.phase.phase != .lightAfter }
        }
        let newest = candidates.max { $0.alarm.run.phase.since.wall < $1.alarm.run.phase.since.wall }
        guard let newest else {
            if let silence = silence(of: schedules) { throw silence }
            throw try await nothingRings(name, device)
        }
        let several = candidates.filter { name != nil || $0.target.device.address != newest.target.device.address }
        guard several.allSatisfy({ $0.schedule.id == newest.schedule.id }) else {
            let fitting = candidates.map { (target: $0.target, schedule: $0.schedule) }
            let commands = fitting.map { "`\(command($0.target.arguments(for: $0.schedule)))`" }
            throw ControlError(
                .unknownSchedule, "Several alarms fit: \(DeviceFinder.listing(fitting)).",
                advice: "Choose one: \(commands.joined(separator: " or "))." + (all.map { " All: `\($0)`." } ?? ""))
        }
        return (newest.target, newest.schedule, newest.alarm.key)
    }

    /// That the alarm is snoozed already that rings next of those that are; nil when none is.
    private func silence(of schedules: [(target: DeviceFinder.Target, schedule: Schedule)]) -> ControlError? {
        // A device that may go on is the worse news.
        let snoozed = schedules.filter { !$0.target.controller.isEndPending }.flatMap { target, schedule in
            target.controller.runningAlarms.filter { $0.key.schedule == schedule.id && $0.run.phase.isSnoozed }
                .map { (target: target, schedule: schedule, until: $0.phaseEnd) }
        }
        guard let next = snoozed.min(by: { $0.until < $1.until }) else { return nil }
        return ControlError(
            .nothingActive,
            "“\(next.schedule.name)” is snoozed until \(zones.rules(of: nil).civil(at: next.until).time).",
            advice: "End it: `lull alarm dismiss \(next.target.arguments(for: next.schedule))`.")
    }

    /// Why there is no alarm to answer; a device that was out of reach may still ring for one that was answered.
    private func nothingRings(_ name: String?, _ device: String?) async throws -> ControlError {
        let alarm = name.map { "“\($0.printable)”" } ?? "No alarm"
        let pending = try await finder.targets(device).filter { $0.controller.isEndPending }.map(\.device.name)
        guard let first = pending.first else {
            return ControlError(
                .nothingActive, name == nil ? "\(alarm) rings now." : "\(alarm) does not ring now.",
                advice: "See `lull alarm list` and `lull next`.")
        }
        return ControlError(
            .deviceUnreachable,
            "\(alarm) should \(name == nil ? "" : "not ")ring now, but “\(first)” does not answer and may go on.",
            advice: "Lull stops it as soon as it reaches it. You can also switch it off at the device.")
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
