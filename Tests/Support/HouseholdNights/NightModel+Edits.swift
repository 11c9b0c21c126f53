// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// What people change about schedules while those run, and nights that they begin and end.
extension NightModel {
    // MARK: - Plans

    /// Gives a schedule another plan, which also counts for what runs of it if somebody asks for that.
    mutating func replan(_ change: NightPlan.Change) {
        guard let number = schedules.firstIndex(where: { $0.name == change.name && $0.device == device }) else {
            return
        }
        let plan = change.plan.keeping(schedules[number].plan)
        schedules[number].plan = plan
        guard change.now else { return }
        for index in runs.indices where runs[index].schedule == number {
            switch (runs[index].state, plan) {
            case (.alarm(let alarm), .alarm(let plan)): runs[index].alarm = replanned(alarm, plan)
            case (.routine(var routine), .routine(let steps)):
                routine.goOn(with: steps)
                runs[index].state = .routine(routine)
            case (.bedtime(let bedtime), .bedtime(let plan)):
                runs[index].state = .bedtime(replanned(bedtime, plan, zone: runs[index].zone))
            default: break
            }
        }
    }

    /// What has begun keeps its times, and what somebody set counts no longer where the plan differs.
    private func replanned(_ before: NightRun.Alarm, _ plan: NightSchedule.Alarm) -> NightRun.Alarm {
        var alarm = before
        alarm.plan = plan
        alarm.plan.sunrise = before.plan.sunrise
        if plan.volume != before.plan.volume { alarm.volume = nil }
        if plan.color != before.plan.color { alarm.yieldsLight = false }
        switch before.phase {
        case .light(let since, _):
            let until = since + Double(plan.lightAfter)
            alarm.phase = .light(since: since, until: until)
            // One that ends with the change does not show another colour before.
            if until <= now { alarm.plan.color = before.plan.color }
        case .unanswered(let until):
            let silent = until - Double(before.plan.backup ?? 0)
            alarm.phase = .unanswered(until: plan.backup.map { silent + Double($0) } ?? now)
        // One that has rung for longer than it is to ring ends now, and not at a time that has passed.
        case .ringing(let since): alarm.plan.ringFor = max(plan.ringFor, Int(min(now - since, 1e6)))
        case .sunrise, .snoozed: break
        }
        return alarm
    }

    private func replanned(
        _ before: NightRun.Bedtime, _ plan: NightSchedule.Bedtime, zone: ZoneRules
    ) -> NightRun.Bedtime {
        var bedtime = before
        bedtime.plan = plan.night(after: before.lightsOut, zone: zone).plan
        bedtime.plan.windDown = before.plan.windDown
        bedtime.end = plan.end(after: before.lightsOut, zone: zone)
        return bedtime
    }

    /// Gives one morning of a bedtime another wake time, to which a night goes on that runs; all else of that stays.
    mutating func wake(_ name: String, on date: CivilDate, at time: NightSchedule.Time) {
        guard let number = schedules.firstIndex(where: { $0.name == name && $0.device == device }),
            case .bedtime(var plan) = schedules[number].plan
        else { return }
        plan.mornings[date] = time
        schedules[number].plan = .bedtime(plan)
        for index in runs.indices where runs[index].schedule == number {
            guard case .bedtime(var bedtime) = runs[index].state else { continue }
            let zone = runs[index].zone
            let evening = zone.civil(at: bedtime.lightsOut).date
            guard [evening, evening.adding(days: 1)].contains(date) else { continue }
            let night = plan.night(after: bedtime.lightsOut, zone: zone)
            (bedtime.plan.wake, bedtime.wake) = (night.plan.wake, night.wake)
            bedtime.end = night.wake + .seconds(night.plan.wake == nil ? 0 : bedtime.plan.wakeFor)
            runs[index].state = .bedtime(bedtime)
        }
    }

    // MARK: - Tonight

    /// Whether a night of a bedtime runs.
    func isNight(_ name: String) -> Bool { runs.contains { $0.kind == .bedtime && self.name(of: $0) == name } }

    /// Notes that somebody ended a night, which can be taken up again until it would be over.
    mutating func noteEnd(of run: NightRun, _ end: End) {
        guard case .bedtime(let bedtime) = run.state, end == .cancelled else { return }
        nightsEnded.append((run.schedule, bedtime.lightsOut))
    }

    /// Begins a night now, or takes up the last one that is not over yet; it takes the place of another one that runs.
    mutating func beginNight(_ name: String) {
        guard let number = schedules.firstIndex(where: { $0.name == name && $0.device == device }),
            case .bedtime(let plan) = schedules[number].plan, !isNight(name)
        else { return }
        let zone = clock.eras.last { $0.from <= now }?.zone ?? .utc
        let wall = clock.wall(at: now)
        let windDown = Duration.seconds(plan.windDown)
        let open = nightsEnded.filter { $0.schedule == number }.map(\.lightsOut).filter {
            $0 - windDown <= wall && wall < plan.end(after: $0, zone: zone)
        }
        let others = runs.filter { $0.kind == .bedtime }
        let lightsOut = (others.isEmpty ? open.max() : nil) ?? wall + windDown
        let begin = now + (lightsOut - windDown - wall).inSeconds
        let (night, wake) = plan.night(after: lightsOut, zone: zone)
        count += 1
        runs.append(
            NightRun(
                number: count, schedule: number, minute: 0, zone: zone, tie: ranks[number] ?? 0, since: begin,
                state: .bedtime(
                    NightRun.Bedtime(
                        plan: night, start: begin, lightsOut: lightsOut, wake: wake,
                        end: plan.end(after: lightsOut, zone: zone)))))
        replace()
        for other in others { end(other, .cancelled) }
    }
}

extension NightSchedule.Plan {
    /// It with the wake times of single mornings of another one.
    fileprivate func keeping(_ before: Self) -> Self {
        guard case (.bedtime(var bedtime), .bedtime(let before)) = (self, before) else { return self }
        bedtime.mornings = before.mornings
        return .bedtime(bedtime)
    }
}
