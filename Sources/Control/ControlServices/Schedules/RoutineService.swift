// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SleepModel

/// Routines: steps of light and sound.
@MainActor
struct RoutineService: RoutineControl {
    let finder: DeviceFinder
    let zones: ZoneBook
    let clock: any NightClock
    let queue: SerialQueue
    let daemon: DaemonCheck
    let arranger: ScheduleArranger
    let deliveries: DeliveryCheck

    func routines(_ query: DeviceChoice) async throws(ControlError) -> [RoutineDocument] {
        try await answering {
            try await finder.schedules(of: .routine, on: query.device).compactMap {
                document($0.schedule, $0.target)
            }
        }
    }

    func addRoutine(_ request: RoutineRequest) async throws(ControlError) -> RoutineDocument {
        try await arranging(in: queue) {
            try require(try await add(request, to: [finder.target(request.device)], of: nil).first)
        }
    }

    func addRoutines(_ request: RoutineRequest) async throws(ControlError) -> GroupReply<RoutineDocument> {
        try await arranging(in: queue) {
            let (group, targets) = try await finder.recipients(request.device)
            return GroupReply(try await add(request, to: targets, of: group), of: group)
        }
    }

    /// Adds a routine to each device, or to none.
    private func add(
        _ request: RoutineRequest, to targets: [DeviceFinder.Target], of group: String?
    ) async throws -> [RoutineDocument] {
        let added = try targets.map { target in
            var schedule = try routine(request, target)
            schedule.group = group
            return (target: target, schedule: schedule)
        }
        try await arranger.make(added.map { .save($0.schedule) })
        return try added.map { try require(document($0.schedule, $0.target)) }
    }

    private func routine(_ request: RoutineRequest, _ target: DeviceFinder.Target) throws -> Schedule {
        let reader = RequestReader(target.controller, zones: zones)
        if let text = request.document {
            try requireAlone(!request.rule.isEmpty, !request.steps.isEmpty, request.zone, request.ifRunning)
            return try routine(from: text, named: request.name, reader, target)
        }
        guard let name = request.name else {
            throw RequestReader.invalid("The routine has no name.", "Give it one, such as story.")
        }
        let zone = try reader.zone(request.zone)
        return Schedule(
            id: ScheduleID.fresh(), device: target.device.address,
            name: try reader.name(name, what: "a routine"),
            recurrence: try recurrence(nil, request.rule, reader, zone: zone),
            zone: request.zone, settledThrough: clock.now().wall,
            plan: .routine(
                RoutinePlan(
                    steps: try reader.steps.steps(request.steps),
                    ifRunning: try meeting(request.ifRunning) ?? .replace)))
    }

    func routine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument {
        try await answering {
            let routines = try await finder.schedules(of: .routine, on: request.device)
            let (target, schedule) = try await finder.pick(routines, named: request.name, kind: .routine)
            return try require(document(schedule, target))
        }
    }

    /// Changes what is given; a run goes on with the steps it started with unless asked otherwise.
    func editRoutine(_ request: RoutineEditRequest) async throws(ControlError) -> RoutineDocument {
        let edited = try await deliveries.followingAll(\RoutineDocument.warning, in: queue) {
            try await edit(try await finder.one(.routine, named: request.name, on: request.device), request)
        }
        return try await answering { try require(edited.first) }
    }

    func editRoutines(_ request: RoutineEditRequest) async throws(ControlError) -> GroupReply<RoutineDocument> {
        var (group, others): (String?, [GroupOutsider]) = (nil, [])
        let edited = try await deliveries.followingAll(\RoutineDocument.warning, in: queue) {
            let meant = try await finder.meant(.routine, named: request.name, on: request.device)
            (group, others) = (meant.group?.name, meant.others)
            return try await edit(meant, request)
        }
        return GroupReply(edited, of: group, besides: others)
    }

    /// Edits the routine of each device, or of none.
    private func edit(
        _ meant: DeviceFinder.Meant, _ request: RoutineEditRequest
    ) async throws -> [(RoutineDocument, DeviceFinder.Target)] {
        let edits = try meant.schedules.map { target, before in
            (
                target: target, before: before, edited: meant.leaving(try edited(before, request, target)),
                steps: try require(document(before, target)).steps
            )
        }
        try await arranger.make(edits.map { .edit($0.edited, changesRuns: request.now) })
        return try edits.map { target, before, edited, steps in
            var document = try require(document(edited, target))
            if document.running != nil, !request.now, document.steps != steps {
                document.warning = "It goes on with the steps it began with. To change that too, add --now."
            }
            document.warning = target.leaving(before, edited, beside: document.warning)
            document.warning = Sentences.joined(document.warning, dates.stillMoved(before, edited, target))
            return (document, target)
        }
    }

    private func edited(
        _ before: Schedule, _ request: RoutineEditRequest, _ target: DeviceFinder.Target
    ) throws -> Schedule {
        let reader = RequestReader(target.controller, zones: zones)
        var edited = before
        if let text = request.document {
            try requireAlone(!request.rule.isEmpty, request.steps != nil, request.zone, request.ifRunning)
            let read = try routine(from: text, named: request.newName, otherwise: before.name, reader, target)
            (edited.name, edited.recurrence, edited.zone, edited.plan) = (
                read.name, read.recurrence, read.zone, read.plan
            )
            return edited
        }
        if let name = request.newName { edited.name = try reader.name(name, what: "a routine") }
        edited.zone = try reader.zoneName(request.zone, before: before.zone)
        try dates.requireNoSingleDate(of: before, target, in: request.rule, as: request.rule)
        edited.recurrence = try recurrence(
            before.recurrence, request.rule, reader, zone: reader.zone(edited.zone))
        if case .routine(var plan) = before.plan {
            if let steps = request.steps { plan.steps = try reader.steps.steps(steps) }
            plan.ifRunning = try meeting(request.ifRunning) ?? plan.ifRunning
            edited.plan = .routine(plan)
        }
        return edited
    }

    /// Enables or disables a routine; one that runs goes on.
    func switchRoutine(_ request: ScheduleSwitchRequest) async throws(ControlError) -> RoutineDocument {
        try await arranging(in: queue) {
            let (target, before) = try await finder.schedule(.routine, named: request.name, on: request.device)
            if before.isEnabled != request.enabled { try await target.controller.enable(before, request.enabled) }
            var document = try require(document(before, target))
            if document.running != nil, !request.enabled {
                document.warning =
                    "It runs now and goes on. Stop it: `lull routine stop \(target.arguments(for: before))`."
            }
            return document
        }
    }

    /// Removes a routine, and ends it if it runs.
    func removeRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument {
        try await deliveries.following(\.warning, in: queue) {
            let (target, schedule) = try await finder.wholeSchedule(
                .routine, named: request.name, on: request.device)
            let document = try require(document(schedule, target))
            try await target.controller.remove(schedule)
            return (document, target)
        }
    }

    /// Skips a routine on a date, the next one by default.
    func skipRoutine(_ request: SkipRequest) async throws(ControlError) -> RoutineDocument {
        try await arranging(in: queue) {
            let (target, schedule) = try await finder.schedule(.routine, named: request.name, on: request.device)
            let warning = try await dates.skip(schedule, target, on: try dates.date(request.date, of: schedule))
            var document = try require(document(schedule, target))
            document.warning = warning
            return document
        }
    }

    /// Cancels the skip of a routine, on one date or on all to come.
    func unskipRoutine(_ request: SkipRequest) async throws(ControlError) -> RoutineDocument {
        try await arranging(in: queue) {
            let (target, schedule) = try await finder.schedule(.routine, named: request.name, on: request.device)
            try await dates.unskip(schedule, target, on: try dates.date(request.date, of: schedule))
            return try require(document(schedule, target))
        }
    }

    /// Gives a routine another time on one date, the next one by default.
    func moveRoutine(_ request: MoveRequest) async throws(ControlError) -> RoutineDocument {
        try await arranging(in: queue) {
            let (target, schedule) = try await finder.schedule(.routine, named: request.name, on: request.device)
            try await dates.move(schedule, target, to: request.at, on: request.date)
            return try require(document(schedule, target))
        }
    }

    private func reader(_ target: DeviceFinder.Target) -> RequestReader {
        RequestReader(target.controller, zones: zones)
    }

    private var dates: ScheduleDates { ScheduleDates(zones: zones, clock: clock) }

    /// When a routine runs; nil for by hand only.
    private func recurrence(
        _ before: Recurrence?, _ request: RuleRequest, _ reader: RequestReader, zone: ZoneRules
    ) throws(ControlError) -> Recurrence? {
        let isByHand = request.at.map { $0.lowercased() == "off" } ?? (before == nil)
        guard isByHand else {
            return try reader.recurrence(
                request, changing: before, otherwiseDaily: true, zone: zone, now: clock.now().wall)
        }
        if let option = request.needsTime {
            throw RequestReader.invalid("\(option) needs a time.", "Give --at too, or leave out \(option).")
        }
        return nil
    }

    private func meeting(_ text: String?) throws(ControlError) -> RoutineMeeting? {
        guard let text else { return nil }
        guard let meeting = RoutineMeeting(rawValue: text.lowercased()) else {
            throw RequestReader.invalid(
                "--if-running “\(text.printable)” is unknown.",
                "Give replace, queue or ignore.")
        }
        return meeting
    }

    /// Runs a routine now, or after the one that runs on the same device.
    func runRoutine(_ request: RoutineRunRequest) async throws(ControlError) -> RoutineDocument {
        try await answering {
            try daemon.require(for: "lull routine run", because: "nothing would go on running")
            let (target, schedule) = try await finder.pick(
                try await finder.schedules(of: .routine, on: request.device), named: request.name, kind: .routine)
            let meeting = try meeting(request.ifRunning)
            do {
                try await target.controller.runRoutine(
                    schedule, slot: "manual-\(ScheduleID.fresh().rawValue)", ifRunning: meeting)
            } catch let error as HouseholdError {
                throw ControlError(error, on: target.device.name, routine: schedule.name)
            }
            return await deliveries.following(target, \.warning, of: try require(document(schedule, target)))
        }
    }

    func stopRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument {
        try await answering {
            try daemon.require(for: "lull routine stop", because: "no routine runs")
            let (target, schedule) = try await runningRoutine(request.name, on: request.device, isWaiting: true)
            try await target.controller.stopRoutine(schedule.id)
            return await deliveries.following(target, \.warning, of: try require(document(schedule, target)))
        }
    }

    /// Steers a routine that runs; after the last step it ends.
    func controlRoutine(_ request: RoutineControlRequest) async throws(ControlError) -> RoutineDocument {
        try await answering {
            try daemon.require(for: "lull routine \(request.action.rawValue)", because: "no routine runs")
            let (target, schedule) = try await runningRoutine(request.name, on: request.device)
            let steering = try steering(request, reader(target))
            do {
                try await target.controller.steerRoutine(schedule.id, steering)
            } catch let error as HouseholdError {
                throw ControlError(error, on: target.device.name, routine: schedule.name)
            }
            return await deliveries.following(target, \.warning, of: try require(document(schedule, target)))
        }
    }

    /// How long somebody may put off the end of a step at once.
    private static let extensionRange = Duration.seconds(1)...Duration.seconds(12 * 60 * 60)

    private func steering(
        _ request: RoutineControlRequest, _ reader: RequestReader
    ) throws(ControlError) -> RoutineSteering {
        switch request.action {
        case .next: return .next
        case .previous: return .previous
        case .pause: return .pause
        case .resume: return .resume
        case .goto:
            guard let step = request.step else {
                throw RequestReader.invalid("The step to go to is missing.", "Give its number, from 1.")
            }
            guard step > 0 else {
                throw RequestReader.invalid("There is no step \(step).", "Give a number from 1.")
            }
            return .step(step - 1)
        case .extend:
            guard let length = request.length else {
                throw RequestReader.invalid("The length is missing.", "Give how much longer the step lasts, as 10m.")
            }
            return .extend(try reader.duration(length, "The length", in: Self.extensionRange))
        }
    }

    /// The routine that runs, of several the one that is named; one that waits for the end of another only by its name.
    private func runningRoutine(
        _ name: String?, on device: String?, isWaiting: Bool = false
    ) async throws -> (target: DeviceFinder.Target, schedule: Schedule) {
        let all = try await finder.schedules(of: .routine, on: device)
        // One may run and wait for its own end.
        let running = all.filter { target, schedule in
            target.controller.progress(of: schedule) != nil
                || isWaiting && name != nil && target.controller.waitEnd(of: schedule) != nil
        }
        guard let name else {
            guard !running.isEmpty else {
                throw ControlError(.nothingActive, "No routine runs now.", advice: "See `lull routine list`.")
            }
            return try await finder.pick(running, named: nil, kind: .routine)
        }
        let named = try await finder.fitting(all, named: name, kind: .routine)
        let fitting = named.filter { entry in running.contains { $0.schedule.id == entry.schedule.id } }
        guard fitting.isEmpty, let (target, schedule) = named.first else {
            return try await finder.pick(fitting, named: nil, kind: .routine)
        }
        guard target.controller.waitEnd(of: schedule) == nil else {
            throw ControlError(
                .nothingActive, "\(schedule.title(on: target)) waits until another routine has ended.",
                advice: "To take it out: `lull routine stop \(target.arguments(for: schedule))`.")
        }
        throw ControlError(
            .nothingActive, "\(schedule.title(on: target)) does not run now.",
            advice: running.isEmpty
                ? "Run it: `lull routine run \(target.arguments(for: schedule))`."
                : "What runs is \(DeviceFinder.listing(running)).")
    }

    // MARK: -

    /// A routine as it is now; nil for what is none.
    private func document(_ known: Schedule, _ target: DeviceFinder.Target) -> RoutineDocument? {
        let schedule = target.controller.schedules(of: .routine).first { $0.id == known.id } ?? known
        guard case .routine(let plan) = schedule.plan else { return nil }
        let reader = RequestReader(target.controller, zones: zones)
        var document = RoutineDocument(
            id: schedule.id, name: schedule.name, device: target.device.name, address: target.device.address,
            rule: schedule.recurrence.map(RuleDocument.init), steps: reader.steps.texts(plan.steps),
            zone: schedule.zone, enabled: schedule.isEnabled,
            running: running(schedule, target), next: target.controller.next(of: schedule)?.planned)
        document.ifRunning = plan.ifRunning
        document.revision = target.revision(of: schedule)
        document.waitsUntil = target.controller.waitEnd(of: schedule)
        document.skipped = dates.skipped(schedule, target)
        document.moved = dates.moved(schedule, target)
        document.group = schedule.group
        return document
    }

    private func running(_ schedule: Schedule, _ target: DeviceFinder.Target) -> RunningStepDocument? {
        target.controller.progress(of: schedule).map { routine in
            RunningStepDocument(
                step: routine.step + 1, since: routine.since, until: routine.until, stepUntil: routine.stepUntil,
                pausedSince: routine.pausedSince)
        }
    }
}
