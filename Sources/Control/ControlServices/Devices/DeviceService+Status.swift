// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import GATT
import Household
import Scheduling
import SleepModel
import Storage

/// What devices do, why, and what is different soon.
extension DeviceService {
    /// How many days ahead `status` looks.
    private static let soon = 8

    /// The states of devices, after a look at what the main actor does not have.
    func statuses(_ query: DeviceChoice, _ look: StatusLook) async throws -> [StatusDocument] {
        let targets =
            try await query.device == nil ? finder.targets(of: look.devices) : finder.targets(query.device)
        // Without a daemon nobody has listened so far.
        if session == .direct { await ask(targets) }
        let known = Set(targets.map(\.device.name))
        var documents: [StatusDocument] = []
        for target in targets {
            var document = try await status(target, look)
            document.unsaved = householdStore.warning
            document.damaged = look.damaged.filter { row in
                row.device.map { $0 == target.device.name || (query.device == nil && !known.contains($0)) } ?? true
            }
            documents.append(document)
        }
        return documents
    }

    /// Asks devices for their states, all at once; one that does not answer is left unknown.
    private func ask(_ targets: [DeviceFinder.Target]) async {
        await withTaskGroup(of: Void.self) { group in
            for target in targets {
                let sender = target.controller.sender
                group.addTask { _ = try? await sender.readState() }
            }
        }
    }

    /// The state of a device, why it is so, and what is different soon.
    private func status(_ target: DeviceFinder.Target, _ look: StatusLook) async throws -> StatusDocument {
        let controller = target.controller
        let observed = controller.latest
        var owners: [String: OwnerDocument] = [:]
        for (channel, claims) in controller.claimsInTurn {
            let claims = claims.map(ClaimDocument.init)
            owners[channel.rawValue] = claims.first.map { OwnerDocument($0, waiting: Array(claims.dropFirst())) }
        }
        let link = controller.link
        let pauses = try await pauseDocuments(of: target)
        let now = clock.now().wall
        // What was lost once is looked for again only while something is wanted of it.
        controller.lookAtMirror()
        let mirror = mirrors.document(of: target)
        let isLost = controller.isRunning || controller.isEndPending || !link.isInReach
        return StatusDocument(
            address: controller.address, name: target.device.name, product: target.device.product.rawValue,
            link: link, unreachableSince: isLost ? controller.lostSince : nil,
            lastHeard: controller.lastHeard,
            listening: look.listening,
            stopPending: controller.isEndPending,
            state: observed.map { controller.document($0.state) },
            clockDriftSeconds: observed.flatMap { zones.drift(of: $0.state, at: $0.at) },
            battery: controller.radio.battery, owners: owners,
            next: plan.next(target, days: Self.soon),
            running: controller.running, timerRunning: observed?.state.isTimerRunning,
            timer: timer(controller, at: now),
            paused: pauses.filter(\.begun).max { ($0.until ?? .max) < ($1.until ?? .max) },
            pauses: pauses, skipped: skipped(target, at: now), moved: moved(target, at: now, ScheduleDates.moved),
            mornings: moved(target, at: now, ScheduleDates.mornings),
            nap: controller.runningNap.map { NapDocument($0, on: target) },
            limit: target.device.limit == nil ? nil : LimitDocument(of: target),
            mirror: mirror.on || !mirror.leftovers.isEmpty ? mirror : nil)
    }

    /// The pauses of everything and of a device that have not ended.
    private func pauseDocuments(of target: DeviceFinder.Target) async throws -> [PauseDocument] {
        let (settings, now) = (try await pauses.settings(), clock.now().wall)
        let single = settings.devicePauses[target.device.address]
        let all = [(settings.pause, nil), (single, target.device.name)] as [(Pause?, String?)]
        return all.compactMap { pause, name in pause.map { PauseDocument($0, device: name, zones: zones, at: now) } }
            .filter { $0.until.map { $0 > now } ?? true }
    }

    /// The device's own sleep timer, if it is known to run.
    private func timer(_ controller: DeviceController, at now: Instant) -> RunningTimerDocument? {
        let end = controller.timerEnd.flatMap { $0 > now ? $0 : nil }
        guard controller.latest?.state.isTimerRunning ?? (end != nil) else { return nil }
        return RunningTimerDocument(remainingSeconds: end.map { Int(($0 - now).components.seconds) }, endsAt: end)
    }

    private func skipped(_ target: DeviceFinder.Target, at now: Instant) -> [SkippedDateDocument] {
        dates(of: target, at: now, ScheduleDates.shownSkips, on: \.self)
            .map { SkippedDateDocument(id: $0.id, kind: $0.kind, name: $0.name, date: $1) }
    }

    private func moved(
        _ target: DeviceFinder.Target, at now: Instant,
        _ changes: (ScheduleDates) -> (Schedule, DeviceFinder.Target) -> [MovedDateDocument]
    ) -> [MovedScheduleDocument] {
        dates(of: target, at: now, changes, on: \.date)
            .map { MovedScheduleDocument(id: $0.id, kind: $0.kind, name: $0.name, date: $1.date, at: $1.at) }
    }

    /// What is different on single dates soon, by date and then by name.
    private func dates<Change>(
        of target: DeviceFinder.Target, at now: Instant,
        _ changes: (ScheduleDates) -> (Schedule, DeviceFinder.Target) -> [Change], on date: (Change) -> CivilDate
    ) -> [(Schedule, Change)] {
        let all = changes(ScheduleDates(zones: zones, clock: clock))
        return ScheduleKind.allCases.flatMap { target.controller.schedules(of: $0) }.filter(\.isEnabled)
            .flatMap { schedule -> [(Schedule, Change)] in
                let last = zones.rules(of: schedule.zone).civil(at: now).date.adding(days: Self.soon)
                return all(schedule, target).filter { date($0) <= last }.map { (schedule, $0) }
            }
            .sorted { (date($0.1), $0.0.name) < (date($1.1), $1.0.name) }
    }
}

extension ClaimDocument {
    fileprivate init(_ claim: ChannelClaim) {
        self.init(
            layer: claim.layer, since: claim.since.nearestSecond, until: claim.until, by: claim.by,
            occurrence: claim.occurrence.map { OccurrenceDocument($0) }, pendingUntil: claim.pendingUntil)
    }
}

extension DeviceController {
    /// What runs on the device, alarms first.
    var running: [RunningDocument] {
        let alarms = runningAlarms.map {
            RunningDocument(
                id: $0.key.schedule, kind: .alarm, name: $0.record.name, phase: $0.run.phase.phase.rawValue,
                until: $0.phaseEnd)
        }
        let routines = schedules(of: .routine).compactMap { schedule in
            progress(of: schedule).map {
                RunningDocument(
                    id: schedule.id, kind: .routine, name: schedule.name, phase: "\($0.step + 1)", until: $0.until,
                    stepUntil: $0.stepUntil, pausedSince: $0.pausedSince)
            }
        }
        let bedtimes = runningBedtimes.map {
            RunningDocument(
                id: $0.key.schedule, kind: .bedtime, name: $0.record.name, phase: $0.phase.rawValue,
                until: $0.phaseEnd, nextPhase: $0.nextPhase?.rawValue,
                wakesAt: $0.run.plan.wake != nil && $0.phase != .wake ? $0.run.wake : nil)
        }
        let waiting = schedules(of: .routine).compactMap { schedule in
            waitEnd(of: schedule).map {
                RunningDocument(id: schedule.id, kind: .routine, name: schedule.name, phase: "queued", until: $0)
            }
        }
        return (alarms + routines + waiting + bedtimes).map { run in
            var run = run
            run.delivered = !isBehind
            return run
        }
    }
}

extension DeviceConnectionState {
    /// Whether the device was heard lately, or is connected.
    fileprivate var isInReach: Bool {
        switch self {
        case .advertising, .connected, .held: true
        case .absent, .connecting, .coolingDown, .unavailable: false
        }
    }
}
