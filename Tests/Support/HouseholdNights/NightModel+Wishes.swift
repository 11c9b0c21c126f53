// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// Naps, limits, routines that meet or are steered, and the end of everything.
extension NightModel {
    // MARK: - Naps

    mutating func begin(_ nap: NightNap) {
        for run in runs where run.kind == .nap { end(run, .cancelled) }
        holds = [:]
        isLeftAlone = false
        count += 1
        runs.append(
            NightRun(
                number: count, schedule: nil, minute: 0, zone: .utc, tie: 0, since: now,
                state: .nap(NightRun.Nap(plan: nap, start: now))))
    }

    /// When the part of a nap began that a want is of; nil for what is not of a nap.
    func napPart(of want: NightWant) -> Double? {
        guard case .nap(let nap)? = runs.first(where: { $0.number == want.run })?.state else { return nil }
        let isLong = want.channel == .sound || want.channel == .volume
        return nap.start + (want.part == 1 ? 0 : isLong ? nap.plan.ends : nap.plan.wakes)
    }

    /// Ends all that runs, and what people set; the device is off then.
    mutating func stopAll() {
        for run in runs { end(run, run.kind == .alarm ? .dismissed : .cancelled) }
        replace()
        (holds, isOffDue, isLeftAlone) = ([:], true, false)
        if let doubt, doubt.until < now { self.doubt = nil }
    }

    /// Ends what runs of a schedule that somebody disables or removes.
    mutating func end(_ ended: [NightRun]) {
        endsQuietly = ended.contains { $0.ringsAgain > 0 }
        for run in ended { end(run, .cancelled) }
    }

    // MARK: - Limits

    private var zone: ZoneRules { clock.eras.last { $0.from <= now }?.zone ?? .utc }

    /// The limit, if it holds now.
    var presentLimit: NightLimit? {
        limit.flatMap { $0.holds(at: clock.wall(at: now), zone: zone) ? $0 : nil }
    }

    /// When it begins or ends to hold.
    var limitEdges: [Double] {
        guard let hours = limit?.hours else { return [] }
        let wall = clock.wall(at: now)
        let edges = [hours.from, hours.until].map { zone.moment($0, after: wall) } + [clockChange(after: wall)]
        return edges.compactMap { $0 }.map { clock.time(of: $0, from: now) }
    }

    /// When summer time begins or ends within a day.
    private func clockChange(after wall: Instant) -> Instant? {
        var (before, after) = (wall, wall + .seconds(86_400))
        guard zone.offset(at: before) != zone.offset(at: after) else { return nil }
        while after - before > .milliseconds(1) {
            let middle = before + (after - before) / 2
            if zone.offset(at: middle) == zone.offset(at: before) { before = middle } else { after = middle }
        }
        return after
    }

    // MARK: - Routines that meet

    /// Whether a routine that somebody runs now begins, or waits.
    func begins(_ name: String, _ ifRunning: NightSchedule.Meeting?) -> Bool {
        let own = schedules.first { $0.name == name }?.ifRunning ?? .replace
        return (ifRunning ?? own) != .ignore || !runs.contains { $0.kind == .routine && !$0.isWaiting }
    }

    /// Has a routine wait for the end of another one, or leaves it out.
    mutating func meet(
        _ meeting: NightSchedule.Meeting, _ run: NightRun, _ routine: NightRun.Routine,
        _ occurrence: NightCalendar.Occurrence?
    ) {
        var (run, waiting) = (run, routine)
        waiting.wait(from: run.since, clock: clock, zone: run.zone)
        guard meeting == .queue, let until = waiting.waitsUntil, now < until else {
            if let occurrence { ends.append((occurrence, .skipped)) }
            return
        }
        run.routine = waiting
        occurrences[run.number] = occurrence
        runs.append(run)
    }

    /// Begins the routine that has waited longest, when none runs any more.
    mutating func beginWhatWaits() {
        guard !runs.contains(where: { $0.kind == .routine && !$0.isWaiting }),
            let next = runs.filter(\.isWaiting).min(by: { ($0.since, $0.tie) < ($1.since, $1.tie) }),
            let index = runs.firstIndex(where: { $0.number == next.number }), var routine = next.routine
        else { return }
        routine.begin(after: next.since, at: now, clock: clock, zone: next.zone, seen: shownBefore)
        let goesOn = routine.follow(now, clock: clock, zone: next.zone, seen: nil)
        runs[index].routine = routine
        runs[index].since = now
        if !goesOn { end(next, .done) }
    }

    // MARK: - Steering

    /// Whether somebody can do that with a routine now.
    func canSteer(_ name: String, _ steering: NightPlan.Steering) -> Bool {
        guard let routine = steered(name)?.routine else { return false }
        return switch steering {
        case .next, .previous, .pause, .step: true
        case .resume: routine.pausedAt != nil
        case .extend: routine.steps[routine.index].end != .untilTold
        }
    }

    func name(of run: NightRun) -> String? { run.schedule.map { schedules[$0].name } }

    private func steered(_ name: String) -> NightRun? {
        runs.first { $0.kind == .routine && !$0.isWaiting && self.name(of: $0) == name }
    }

    mutating func steer(_ name: String, _ steering: NightPlan.Steering) {
        guard canSteer(name, steering), let run = steered(name), var routine = run.routine,
            let index = runs.firstIndex(where: { $0.number == run.number })
        else {
            if doubt == nil {
                surprises.append("\(name) was told \(steering) at \(clock.wall(at: now)), and cannot be")
            }
            doubt = (doubt?.why ?? "a routine ran", max(doubt?.until ?? 0, now + 6000))
            return
        }
        func go(to step: Int) { routine.go(to: step, at: now, clock: clock, zone: run.zone, seen: shownBefore) }
        switch steering {
        case .next where routine.index + 1 >= routine.steps.count: return end(run, .done)
        case .next: go(to: routine.index + 1)
        case .previous: go(to: max(routine.index - 1, 0))
        case .step(let step): go(to: step)
        case .pause: routine.pausedAt = routine.pausedAt ?? now
        case .resume: routine.resume(at: now, clock: clock)
        case .extend(let seconds): routine.extend(by: seconds)
        }
        runs[index].routine = routine
    }
}
