// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel
import Storage

/// Bedtimes as people set them.
extension BedtimeService {
    /// Sets a bedtime, or changes what is given of the one that is there; a night under way keeps what it started with unless
    /// asked otherwise.
    ///
    /// A name that no bedtime of the device has makes another one.
    func setBedtime(_ request: BedtimeRequest) async throws(ControlError) -> BedtimeDocument {
        let documents = try await deliveries.followingAll(\BedtimeDocument.warning, in: queue) {
            let target = try await finder.target(request.device)
            return try await set(request, on: [target], of: nil)
        }
        return try await answering { try require(documents.first) }
    }

    func setBedtimes(_ request: BedtimeRequest) async throws(ControlError) -> GroupReply<BedtimeDocument> {
        var (group, others): (String?, [GroupOutsider]) = (nil, [])
        let documents = try await deliveries.followingAll(\BedtimeDocument.warning, in: queue) {
            let recipients = try await finder.recipients(request.device)
            group = recipients.0
            let set = try await set(request, on: recipients.1, of: recipients.0)
            if let name = group, let group = GroupBook(try await finder.store.groups())[name] {
                let bedtimes = set.flatMap { document, target in
                    target.controller.schedules(of: .bedtime).filter { $0.id.rawValue == document.schedule }
                        .map { (target: target, schedule: $0) }
                }
                others = try await finder.others(of: group, besides: bedtimes)
            }
            return set
        }
        return GroupReply(documents, of: group, besides: others)
    }

    /// Changes the bedtime of each device that has it, or adds it to each; or does nothing.
    private func set(
        _ request: BedtimeRequest, on targets: [DeviceFinder.Target], of group: String?
    ) async throws -> [(BedtimeDocument, DeviceFinder.Target)] {
        var befores: [(target: DeviceFinder.Target, before: Schedule)] = []
        for target in targets {
            guard let before = try await bedtime(request, target, of: group) else { continue }
            befores.append((target, before))
        }
        guard !befores.isEmpty else { return try await add(request, to: targets, of: group) }
        let edits = try befores.map { target, before in
            var edited = try edited(before, request, reader(target))
            edited.group = group
            return (target: target, before: before, edited: edited)
        }
        let changesNow = request.now ?? false
        try await arranger.make(edits.map { .edit($0.edited, changesRuns: changesNow) })
        return try edits.map { target, before, edited in
            var document = try require(document(edited, target))
            document.warning = Sentences.joined(days(of: before, besides: edited), meeting(of: edited, target))
            if document.phase != nil, edited != before, !changesNow {
                let cure = Self.differTonight(before, edited) ? " To change tonight too, add --now." : ""
                document.warning = Self.tonight(edited, target) + cure
            } else if document.phase != nil, changesNow {
                document.warning = Self.kept(tonight: target, before, edited) ?? document.warning
            } else if changesNow {
                let words = "No night of “\(edited.name)” runs now: this counts from the next one."
                document.warning = Sentences.joined(words, document.warning)
            }
            let isOther = !edited.hasTimes(of: before) || edited.bedtimePlan?.wake != before.bedtimePlan?.wake
            document.warning = Sentences.joined(
                document.warning, doubt(about: edited, request),
                isOther ? rings(inNightsOf: edited, target) : nil)
            document.warning = Sentences.joined(stillSkipped(before, edited, document, target), document.warning)
            document.warning = target.leaving(before, edited, beside: document.warning)
            document.warning = Sentences.joined(document.warning, dates.stillMoved(before, edited, target))
            document.warning = target.limitWarning(
                about: edited, by: zones, at: clock.now().wall, after: document.warning)
            return (document, target)
        }
    }

    private func add(
        _ request: BedtimeRequest, to targets: [DeviceFinder.Target], of group: String?
    ) async throws -> [(BedtimeDocument, DeviceFinder.Target)] {
        var additions: [(target: DeviceFinder.Target, schedule: Schedule, model: Schedule?)] = []
        for target in targets {
            let model = try await model(on: target, of: group)
            var (schedule, isLikeIt) = try added(request, reader(target), to: target, beginningFrom: model)
            schedule.group = group
            additions.append((target, schedule, isLikeIt ? model : nil))
        }
        for (target, schedule, _) in additions where group != nil {
            let own = target.controller.schedules(of: .bedtime)
            guard !own.contains(where: { $0.name.isSameName(as: schedule.name) }) else {
                throw ControlError(
                    .alreadyExists, "“\(target.device.name)” has a bedtime “\(schedule.name)” of its own.",
                    advice: "Give this one another --name, or remove that one first.")
            }
        }
        try await arranger.make(additions.map { .save($0.schedule) })
        return try additions.map { target, schedule, model in
            var document = try require(document(schedule, target))
            let warning = Sentences.joined(
                beside(schedule, target, beginningFrom: model), meeting(of: schedule, target),
                doubt(about: schedule, request), rings(inNightsOf: schedule, target))
            document.warning = target.limitWarning(
                about: schedule, by: zones, at: clock.now().wall, after: warning)
            return (document, target)
        }
    }

    /// That an edited time does not count on a date that is skipped, before the next one that is not; nil for no such date.
    private func stillSkipped(
        _ before: Schedule, _ edited: Schedule, _ document: BedtimeDocument, _ target: DeviceFinder.Target
    ) -> String? {
        let next = target.controller.next(of: edited)?.key.date
        guard !edited.hasTimes(of: before), document.phase == nil, let date = document.skipped.first,
            next.map({ date < $0 }) ?? true
        else { return nil }
        return "It stays skipped on \(date). To have it all the same: `lull bedtime unskip "
            + "\(target.arguments(for: edited))`."
    }

    /// The days that a bedtime had before an edit that leaves it none of them; nil for any other edit.
    private func days(of before: Schedule, besides edited: Schedule) -> String? {
        guard case .weekly(let old)? = before.recurrence?.days, case .weekly(let new)? = edited.recurrence?.days,
            old.intersection(new).isEmpty
        else { return nil }
        return "Before, it was on \(old.rangeText). For a second bedtime, give that one a --name."
    }

    /// The bedtime that a request to set one is about; nil for a new one.
    ///
    /// The name is whole, as the beginning of another one's may be the name of a new one. Whoever changes the night that
    /// runs need not give its name.
    private func bedtime(
        _ request: BedtimeRequest, _ target: DeviceFinder.Target, of group: String?
    ) async throws -> Schedule? {
        let name = request.name
        let all = target.controller.schedules(of: .bedtime).filter { schedule in
            group.map { schedule.belongs(to: $0) } ?? true
        }
        let isThere = name.map { name in all.contains { $0.isNamed(name) } } ?? !all.isEmpty
        guard isThere else {
            // A new bedtime must not take the name of one that cannot be read. A route is refused as a name later.
            guard let name, Route(name) == nil else { return nil }
            try await finder.requireReadable(.bedtime, named: name, on: target)
            return nil
        }
        let running = Set(target.controller.runningBedtimes.map(\.key.schedule))
        let nights = name == nil && request.now == true ? all.filter { running.contains($0.id) } : []
        let fitting = nights.isEmpty ? all : nights
        // Words that cannot be read come before the question which bedtime is meant.
        if name == nil, fitting.count > 1, request.rule.at != nil {
            _ = try added(request, reader(target), to: target, beginningFrom: nil)
        }
        let found = try await finder.pick(fitting.map { (target, $0) }, named: name, kind: .bedtime).schedule
        try await finder.requireReadable([found])
        try finder.requireRevision(of: (target, found))
        return found
    }

    /// A new bedtime, and whether it takes something of the one that it begins from.
    private func added(
        _ request: BedtimeRequest, _ reader: RequestReader, to target: DeviceFinder.Target,
        beginningFrom model: Schedule?
    ) throws -> (Schedule, isLikeIt: Bool) {
        let usual = BedtimePlan(
            windDown: .seconds(30 * 60),
            light: Light(.color(try reader.color("amber")), brightness: Level(rawValue: 102)),
            sound: try reader.sound("rain"), volume: try reader.percent(30, "--volume"), wake: nil,
            wakeLight: Light(.color(try reader.color("green")), brightness: Level(rawValue: 51)))
        var first = model?.bedtimePlan ?? usual
        if request.wake != nil { first.wake = nil }
        first.mornings = [:]
        var plan = try changed(first, by: request, reader)
        let rule = try rule(request, plan)
        guard rule.at != nil else {
            let known = target.controller.schedules(of: .bedtime).map(\.name)
            throw RequestReader.invalid(
                "“\(target.device.name)” has no \(request.name.map { "bedtime “\($0.printable)”" } ?? "bedtime") yet.",
                Sentences.advice(for: request.name ?? "", among: known, "Give --at, the time of lights-out."))
        }
        let zone = try reader.zoneName(request.zone, before: nil)
        let now = clock.now().wall
        let recurrence = try reader.recurrence(rule, otherwiseDaily: true, zone: reader.zone(zone), now: now)
        if request.wake == nil, request.sleep == nil, isTooLong(plan, by: recurrence, zone: zone) { plan.wake = nil }
        // What belongs to a wake time goes with it.
        if plan.wake == nil || !plan.keepsSleep(at: recurrence.time) { plan.sleep = nil }
        if plan.wake == nil, request.stayInBed == nil { plan.stayInBed = nil }
        if plan.wake == nil, request.wakeFor == nil { plan.wakeUntil = nil }
        try reader.check(plan, at: recurrence.time) { "--\($0)" }
        let schedule = Schedule(
            id: ScheduleID.fresh(), device: target.device.address,
            name: try reader.name(request.newName ?? request.name ?? BedtimePlan.usualName, what: "a bedtime"),
            recurrence: recurrence, zone: zone, settledThrough: now, plan: .bedtime(plan))
        return (schedule, (try? changed(usual, by: request, reader))?.looksLike(plan) != true)
    }

    private func edited(
        _ before: Schedule, _ request: BedtimeRequest, _ reader: RequestReader
    ) throws -> Schedule {
        guard case .bedtime(let plan) = before.plan, let recurrence = before.recurrence else { return before }
        var edited = before
        var changed = try changed(plan, by: request, reader)
        if let name = request.newName { edited.name = try reader.name(name, what: "a bedtime") }
        edited.zone = try reader.zoneName(request.zone, before: before.zone)
        edited.recurrence = try reader.recurrence(
            try rule(request, changed), changing: recurrence, otherwiseDaily: true,
            zone: reader.zone(edited.zone), now: clock.now().wall)
        if request.sleep == nil, !changed.keepsSleep(at: edited.recurrence?.time) { changed.sleep = nil }
        try reader.check(changed, at: edited.recurrence?.time) { "--\($0)" }
        edited.plan = .bedtime(changed)
        return edited
    }

    /// The rule that a request asks for; its time is worked out from the wake time if `plan` has the length of the night.
    private func rule(_ request: BedtimeRequest, _ plan: BedtimePlan) throws(ControlError) -> RuleRequest {
        guard let sleep = plan.sleep, request.sleep != nil || request.wake != nil, let wake = plan.wake else {
            return request.rule
        }
        var rule = request.rule
        do {
            let lightsOut = try wake.earlier(by: sleep)
            rule.at =
                lightsOut.everyDay?.description
                ?? lightsOut.groups.map { "\($0.days.shortNames.joined(separator: ","))=\($0.time)" }
                .joined(separator: ",")
        } catch {
            throw RequestReader.invalid(
                "Two nights would begin on \(error.weekday.shortName).",
                "Give --at the times of lights-out instead.")
        }
        return rule
    }

    /// The length of the night; a time of lights-out, and no wake time, take its place.
    private func sleepLength(
        _ request: BedtimeRequest, before: Duration?, waking: WeekdayTimes?
    ) throws(ControlError) -> Duration? {
        guard let sleep = request.sleep else { return request.rule.at == nil && waking != nil ? before : nil }
        guard request.rule.at == nil else {
            throw RequestReader.invalid("--sleep and --at exclude each other.", "Give one of them.")
        }
        guard waking != nil, let length = DurationText.parse(sleep), (1...86_399).contains(length.components.seconds)
        else {
            throw RequestReader.invalid(
                waking == nil ? "--sleep needs a wake time." : "“\(sleep.printable)” is not the length of a night.",
                waking == nil ? "Give --wake too, as 06:45." : "Write --sleep as 10h30m.")
        }
        return length
    }

    private func changed(
        _ before: BedtimePlan, by request: BedtimeRequest, _ reader: RequestReader
    ) throws(ControlError) -> BedtimePlan {
        var plan = before
        if let windDown = request.windDown {
            plan.windDown = try reader.optionalDuration(windDown, "--wind-down") ?? .zero
        }
        if let color = request.color { plan.light = try reader.light(color, "--color", before: plan.light) }
        if let sound = request.sound { plan.sound = try reader.sound(sound) }
        if let volume = request.volume {
            plan.volume = try reader.percent(volume, "--volume", in: RequestRange.audible)
        }
        if let volume = request.nightVolume {
            plan.nightVolume = try reader.percent(volume, "--night-volume", in: RequestRange.audible)
        }
        if let length = request.soundFor { plan.soundFor = try reader.optionalDuration(length, "--sound-for") }
        if let light = request.nightLight {
            plan.nightLight =
                light.lowercased() == "off"
                ? nil : try reader.light(light, "--night-light", before: plan.nightLight ?? Self.usualNightLight)
        }
        plan.stayInBed = try stayInBed(request, before: plan.stayInBed, reader)
        if let light = request.wakeLight {
            plan.wakeLight = try reader.light(light, "--wake-light", before: plan.wakeLight)
        }
        if let text = request.wakeFor {
            plan.wakeUntil = TimeOfDay(parsing: text)
            plan.wakeFor =
                plan.wakeUntil == nil ? try reader.duration(text, "--wake-for") : BedtimePlan.usualWakeDuration
        }
        if let length = request.reminder { plan.reminder = try reader.optionalDuration(length, "--reminder") }
        if let length = request.returnAfter {
            plan.returnsAfter = try reader.optionalDuration(length, "--return")
        }
        if let wake = request.wake { plan.wake = try reader.wake(wake, before: plan.wake) }
        plan.sleep = try sleepLength(request, before: plan.sleep, waking: plan.wake)
        return plan
    }

    private func stayInBed(
        _ request: BedtimeRequest, before: BedtimePlan.StayInBed?, _ reader: RequestReader
    ) throws(ControlError) -> BedtimePlan.StayInBed? {
        var stay = before
        if let lead = request.stayInBed {
            guard let lead = try reader.optionalDuration(lead, "--stay-in-bed") else { return nil }
            stay = BedtimePlan.StayInBed(lead: lead, light: before?.light ?? Self.usualNightLight)
        }
        guard let light = request.stayInBedLight else { return stay }
        guard let known = stay else {
            throw RequestReader.invalid("--stay-in-bed-light needs a length.", "Give --stay-in-bed too, as 30m.")
        }
        stay?.light = try reader.light(light, "--stay-in-bed-light", before: known.light)
        return stay
    }

    /// How a night light and a stay-in-bed light look by default.
    private static let usualNightLight = Light(
        .color(RGBColor(red: 255, green: 0, blue: 0)), brightness: Level(rawValue: 26))

    /// Whether a night that runs can follow what differs; its lights-out and its wind-down stay.
    private static func differTonight(_ first: Schedule, _ second: Schedule) -> Bool {
        guard case .bedtime(var before) = first.plan, case .bedtime(let after) = second.plan else { return false }
        (before.windDown, before.sleep) = (after.windDown, after.sleep)
        return before != after
    }

    /// What a night that runs keeps of what differs, as a sentence; nil for nothing.
    private static func kept(tonight target: DeviceFinder.Target, _ first: Schedule, _ second: Schedule) -> String? {
        guard case .bedtime(let before) = first.plan, case .bedtime(let after) = second.plan else { return nil }
        let run = target.controller.runningBedtimes.first { $0.key.schedule == second.id }?.run
        // A weekday without a wake time has none in the night either.
        let keepsWake = before.wake != after.wake && run?.plan.wake != after.wake && run?.plan.wake == before.wake
        let parts = [
            first.recurrence == second.recurrence ? nil : "lights-out",
            before.windDown == after.windDown ? nil : "the wind-down", keepsWake ? "the wake time" : nil,
        ].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        let cause = keepsWake ? ", as the other wake time has passed" : ""
        return "For tonight, \(parts.listed) \(parts.count == 1 ? "stays" : "stay") as before\(cause)."
    }

    private func doubt(about schedule: Schedule, _ request: BedtimeRequest) -> String? {
        guard case .bedtime(let plan) = schedule.plan, let rule = schedule.recurrence else { return nil }
        return BedtimeDoubt(request: request, plan: plan, rule: rule, zone: zones.rules(of: schedule.zone))
            .warning(at: clock.now().wall)
    }
}
