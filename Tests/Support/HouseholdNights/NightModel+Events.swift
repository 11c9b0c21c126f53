// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// What comes from outside.
extension NightModel {
    mutating func take(_ event: Event) {
        switch event {
        case .look: break
        case .begin(let occurrence): begin(occurrence)
        case .doubt(let why, let until): doubt = (why, max(until, doubt?.until ?? 0))
        case .lostPower:
            (base, neutral, hasRung, runsProgram) = (.new, [], false, false)
            // What somebody set does not come back by itself, and is over: the device would come on by surprise.
            isLeftAlone = !showsScheduled
            if isLeftAlone, !holds.isEmpty { (holds, holdsLostAt) = ([:], now) }
            if taken != nil { taken = base }
        case .lost: (taken, lostSince) = (base, now)
        case .found: find()
        case .programEnd where !runsProgram: break
        case .programStart(let shown, true): mirror(shown)
        case .programEnd(true): mirror(nil)
        case .programStart(let shown, false): follow(shown)
        case .programEnd(false): follow(nil)
        case .act(let action): act(action)
        case .refuse(let action): refuse(action)
        case .remind(let isWelcome):
            // Somebody sleeps beside it, or an alarm is to be seen and heard as it is.
            let isQuiet = runs.allSatisfy { $0.kind == .routine }
            reminders.append(Reminder(at: now, shows: doubt == nil ? isWelcome.map { $0 && isQuiet } : nil))
        }
    }

    /// Nobody is told that an alarm does not ring, or was snoozed as often as it allows, unless that is so.
    private mutating func refuse(_ action: NightPlan.Action) {
        func ringing(_ name: String) -> NightRun? {
            runs.first { self.name(of: $0) == name && $0.isRinging }
        }
        let isRight: Bool
        switch action {
        case .steer(let name, let steering): isRight = !canSteer(name, steering)
        case .run(let name, let ifRunning): isRight = !begins(name, ifRunning)
        case .snooze(let name): isRight = !(ringing(name).map(allowsSnooze) ?? false)
        case .dismiss(let name): isRight = ringing(name) == nil
        case .endNight(let name): isRight = !isNight(name)
        default: return
        }
        guard !isRight, doubt == nil else { return }
        surprises.append("\(action) at \(clock.wall(at: now)) was refused")
    }

    /// A program of the device begins and shows something, or ends and switches the device off.
    ///
    /// What Lull wants is corrected, and the rest is as the program has it.
    private mutating func follow(_ shown: NightShown?) {
        let before = base
        change(to: shown)
        // What people set is over where it alone shows, and what runs below shows again.
        let isOver = !showsScheduled && !wants.values.allSatisfy(\.isEmpty)
        if isOver { (holds, ownVolume) = ([:], nil) }
        isLeftAlone = !showsScheduled
        guard wants.values.allSatisfy(\.isEmpty) else { return }
        if !runs.isEmpty, !holds.isEmpty { doubt = ("a program met a hold", now + 60) }
        endHolds(changedFrom: before)
    }

    /// A program of the mirror begins or ends.
    ///
    /// Lull does the same then, or has another plan by now. What people set stays, and where nothing is wanted the device
    /// goes off.
    private mutating func mirror(_ shown: NightShown?) {
        change(to: shown)
        isLeftAlone = false
        if shown != nil, runs.isEmpty { neutral = [.light, .sound] }
        if shown != nil, winners.isEmpty { (base.isOn, runsProgram) = (false, false) }
        if present(now) != now, !showsScheduled { doubt = ("a program of Lull's met nobody", now + 60) }
    }

    private mutating func change(to shown: NightShown?) {
        if let shown { base = shown } else { base.isOn = false }
        runsProgram = shown != nil
        neutral = []
        if taken != nil { taken = base }
    }

    /// What changed at the device counts no longer as somebody set it; a change of the power ends all.
    mutating func endHolds(changedFrom before: NightShown) {
        if before.isOn != base.isOn {
            holds = [:]
            return
        }
        if before.light != base.light { holds[.light] = nil }
        if before.sound != base.sound { holds[.sound] = nil }
        if before.volume != base.volume { (holds[.volume], ownVolume) = (nil, nil) }
    }

    /// A device that is off by now has not taken what there was to show meanwhile.
    private mutating func find() {
        if let taken, !base.isOn { (base.light, base.sound, base.volume) = (taken.light, taken.sound, taken.volume) }
        (taken, lostSince) = (nil, nil)
    }

    private mutating func begin(_ occurrence: NightCalendar.Occurrence) {
        guard case .begins(_, let due) = occurrence.verdict else { return }
        // What begins before Lull has heard of the loss is sent with what somebody set.
        if now - holdsLostAt < NightAir.lively + 30 { doubt = ("a loss of power met a beginning", now + 6000) }
        let schedule = schedules[occurrence.schedule]
        count += 1
        // When it was to begin, on the clock that only elapses.
        let late = (clock.wall(at: now) - occurrence.planned).inSeconds
        let planned = now - late
        let nominal = planned - Double(schedule.lead)
        if failures.contains(where: { $0.contains(now) }) { patience = Self.longestPatience }
        var run = NightRun(
            number: count, schedule: occurrence.schedule,
            minute: occurrence.planned.secondsSince1970 / 60,
            zone: occurrence.zone, tie: ranks[occurrence.schedule] ?? 0, since: nominal,
            state: .routine(NightRun.Routine(steps: [], before: base, begin: nominal)))
        switch schedule.plan {
        case .alarm(let plan):
            // One that the disk does not take begins without a record a moment later.
            let isTaken = !shortages.contains { $0.contains(now) }
            let claimed = isTaken ? now : now + max(0, Self.longestPatience - late)
            // It rings after its sunrise, or when the clock shows its time if that is sooner.
            let phase: NightRun.AlarmPhase =
                late < 0
                ? .sunrise(since: nominal, until: min(nominal + Double(plan.sunrise), max(due, now)))
                : .ringing(since: claimed)
            run.state = .alarm(NightRun.Alarm(plan: plan, phase: phase))
            if late >= 0 {
                run.since = claimed
                ringing[count] = now
                // An alarm rings within three seconds all the same.
                patience = 0
            }
        case .bedtime(let plan):
            let (night, wake) = plan.night(after: occurrence.planned, zone: occurrence.zone)
            run.state = .bedtime(
                NightRun.Bedtime(
                    plan: night, start: nominal, lightsOut: occurrence.planned, wake: wake,
                    end: plan.end(after: occurrence.planned, zone: occurrence.zone)))
        case .routine(let steps): return beginRoutine(steps, run, occurrence, ifRunning: schedule.ifRunning)
        }
        occurrences[count] = occurrence
        runs.append(run)
        replace()
    }

    private mutating func beginRoutine(
        _ steps: [NightSchedule.Step], _ run: NightRun, _ occurrence: NightCalendar.Occurrence?,
        ifRunning: NightSchedule.Meeting
    ) {
        var run = run
        var routine = NightRun.Routine(steps: steps, before: shownBefore, begin: run.since)
        let older = runs.filter { $0.kind == .routine && !$0.isWaiting }
        if !older.isEmpty, ifRunning != .replace {
            return meet(ifRunning, run, routine, occurrence)
        }
        guard routine.follow(now, clock: clock, zone: run.zone, seen: nil) else { return }
        run.routine = routine
        // The one that began last counts.
        if older.contains(where: { ($0.since, $0.tie) > (run.since, run.tie) }) {
            if let occurrence { ends.append((occurrence, .superseded)) }
            return
        }
        occurrences[run.number] = occurrence
        runs.append(run)
        for run in older { end(run, .superseded) }
        replace()
    }

    private mutating func act(_ action: NightPlan.Action) {
        // What somebody switches off before Lull hears of it, Lull never sees.
        if action == .touch, let last = excesses.last, now - last <= Self.hearing { excesses.removeLast() }
        switch action {
        case .dismiss(let name):
            // One that only shows its sunrise ends before it rings, and alone.
            let named = runs.filter { self.name(of: $0) == name }
            let growing = named.allSatisfy(\.isSunrise) ? named : []
            growing.isEmpty ? dismiss(answered(name, "dismissed")) : growing.forEach { end($0, .dismissed) }
        case .snooze(let name):
            let together = answered(name, "snoozed").filter(\.isRinging)
            if let run = together.first, !allowsSnooze(run), doubt == nil {
                surprises.append("\(name) was snoozed too often at \(clock.wall(at: now))")
            }
            snooze(together)
        case .tap: tap()
        case .stop(let name):
            for run in runs where run.kind == .routine && self.name(of: run) == name {
                end(run, .cancelled)
            }
        case .steer(let name, let steering): steer(name, steering)
        case .nap(let nap): begin(nap)
        case .endNap: for run in runs where run.kind == .nap { end(run, .cancelled) }
        case .stopAll: stopAll()
        case .limit(let limit): self.limit = limit
        case .edit, .move: break
        case .enable(let name, let isOn):
            if !isOn { end(runs.filter { self.name(of: $0) == name && $0.kind == .alarm }) }
        case .replan(let change): replan(change)
        case .beginNight(let name): beginNight(name)
        case .wake(_, nil, _): break
        case .wake(let name, let date?, let time): wake(name, on: date, at: time)
        case .endNight(let name):
            for run in runs where run.kind == .bedtime && self.name(of: run) == name { end(run, .cancelled) }
        case .remove(let name): end(runs.filter { self.name(of: $0) == name })
        case .run(let name, let ifRunning):
            guard let number = schedules.firstIndex(where: { $0.name == name && $0.device == device }),
                case .routine(let steps) = schedules[number].plan
            else { break }
            count += 1
            beginRoutine(
                steps,
                NightRun(
                    number: count, schedule: number, minute: 0,
                    zone: clock.eras.last { $0.from <= now }?.zone ?? .utc, tie: ranks[number] ?? 0,
                    since: now, state: .routine(NightRun.Routine(steps: [], before: base, begin: now))), nil,
                ifRunning: ifRunning ?? schedules[number].ifRunning)
        case .touch where runs.isEmpty:
            (holds, neutral, base.isOn, isOffDue) = ([:], [], false, false)
        case .touch, .power(false): turnOff(isCommand: action != .touch)
        case .power(true): hold([.power(true)])
        case .light(let light):
            let level = Double((light.percent * 255 + 50) / 100)
            let shown = light.percent == 0 ? .off : NightShown.Light(color: light.color, level: level)
            hold((light.percent == 0 ? [] : [.power(true)]) + [.light(NightFade(shown))])
        case .sound(let sound, let volume):
            hold(
                sound == 0
                    ? [.sound(0)]
                    : [.power(true), .sound(sound), .volume(NightFade(Double((volume * 255 + 50) / 100)))])
        case .volume(let volume): hold([.volume(NightFade(Double((volume * 255 + 50) / 100)))])
        }
        replace()
    }

    private mutating func turnOff(isCommand: Bool) {
        for run in runs where run.isRinging {
            for companion in runs
            where companion.minute == run.minute && companion.isPastSunrise {
                end(companion, .dismissed)
            }
        }
        for run in runs where run.isLight { end(run, .dismissed) }
        for index in runs.indices {
            if runs[index].isSunrise { runs[index].alarm?.yieldsLight = true }
        }
        replace()
        for run in runs where run.kind != .alarm { end(run, .cancelled) }
        replace()
        holds = [.power: NightHold(target: .power(false), since: now, until: now + Self.hold)]
        isLeftAlone = false
        if isCommand, let doubt, doubt.until < now { self.doubt = nil }
    }

    /// Sets what a person wants; alarms that run follow it.
    mutating func hold(_ targets: [NightWant.Target], isUnheard: Bool = false) {
        let isAboutRing = targets.count == 1 && runs.contains(where: \.isRinging)
        var isOnlyVolume = false
        for target in targets {
            for index in runs.indices {
                switch (target, runs[index].alarm?.phase) {
                case (.light, .sunrise?), (.light, .ringing?): runs[index].alarm?.yieldsLight = true
                case (.volume(let volume), .ringing?): runs[index].alarm?.volume = max(volume.to, NightRun.softest)
                default: break
                }
            }
            if case .volume = target { isOnlyVolume = isAboutRing }
        }
        replace()
        // A volume set while it rings is about the ring.
        guard !isOnlyVolume else { return }
        isLeftAlone = false
        // What a ring holds back does not take place later, and leaves nothing to switch the device on for.
        if let ring = winners[.sound], ring.layer == .alarm {
            let isHeldBack = targets.contains { target in
                guard case .sound(let sound) = target, case .sound(let rings) = ring.target else { return false }
                return sound != rings
            }
            guard !isHeldBack else { return }
        }
        let targets = targets.filter { target in
            if case .volume = target { !runs.contains(where: \.isRinging) } else { true }
        }
        for target in targets {
            var hold = NightHold(target: target, since: now, until: now + length(of: target, in: targets))
            if case .sound = target { hold.outlasts = silencesAhead }
            if isUnheard { hold.slack = Self.hearing }
            holds[NightWant(target: target, layer: .person, since: now).channel] = hold
        }
    }

    /// The silences to which something fades now.
    private var silencesAhead: Set<NightWant.Source> {
        Set(
            wants.values.joined().compactMap { want in
                guard case .volume(let fade) = want.target, fade.to == 0, fade.length > 0 else { return nil }
                return want.run.map { NightWant.Source(channel: .sound, run: $0, part: want.part) }
            })
    }

    /// How long something counts that a person sets: a light that is switched on in the night may go back to that of the
    /// night, and the device is on for as long as what it was switched on for.
    private func length(of target: NightWant.Target, in targets: [NightWant.Target]) -> Double {
        switch target {
        case .light(let light) where light.to.level > 0: nightReturn ?? Self.hold
        case .power(true):
            targets.compactMap { target in
                if case .power = target { nil } else { length(of: target, in: targets) }
            }.max() ?? Self.hold
        case .power, .light, .sound, .volume: Self.hold
        }
    }

    /// After how long a light goes back to that of the night that shows; nil without one.
    private var nightReturn: Double? {
        let scheduled = winners(beside: [])
        guard let want = scheduled[.light] ?? scheduled[.power],
            let run = runs.first(where: { $0.number == want.run }), case .bedtime(let bedtime) = run.state,
            [.night, .stayInBed].contains(bedtime.part(at: clock.wall(at: now)))
        else { return nil }
        return bedtime.plan.returnsAfter.map(Double.init)
    }
}
