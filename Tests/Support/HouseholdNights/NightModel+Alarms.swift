// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// What becomes of alarms: by themselves, and by what people do.
extension NightModel {
    /// Lets an alarm go on to what is due; false if nothing is.
    mutating func goOn(_ run: NightRun) -> Bool {
        guard let index = runs.firstIndex(where: { $0.number == run.number }), let alarm = run.alarm else {
            return false
        }
        switch alarm.phase {
        case .sunrise(_, let until) where until <= now:
            let late = occurrences[run.number].map { (clock.wall(at: now) - $0.planned).inSeconds } ?? 0
            late < Self.grace ? ring(index) : end(run, .missed)
        case .ringing(let since) where since + Double(alarm.plan.ringFor) <= now:
            fallSilent(run, alarm, at: since + Double(alarm.plan.ringFor))
        case .snoozed(let until) where until <= now && !isBlocked(run):
            now - until <= Self.snoozeGrace ? ring(index) : end(run, .unattended)
        case .unanswered where alarm.plan.backup == nil:
            // Somebody took the second ring back.
            endsQuietly = true
            note(run, alarm, since: now - Double(alarm.plan.ringFor))
            end(run, .unattended)
        case .unanswered(let until) where until <= now && !isBlocked(run):
            now - until < Self.grace ? ring(index) : end(run, .unattended)
        case .light(_, let until) where until <= now: end(run, .dismissed)
        default: return false
        }
        return true
    }

    /// Ends a ring that nobody answered: it rings once more later, or is over.
    private mutating func fallSilent(_ run: NightRun, _ alarm: NightRun.Alarm, at time: Double) {
        note(run, alarm, since: time - Double(alarm.plan.ringFor))
        guard let backup = alarm.plan.backup, !alarm.isBackup,
            let index = runs.firstIndex(where: { $0.number == run.number })
        else { return finish(run, .unattended, since: time) }
        silence(run)
        runs[index].alarm?.phase = .unanswered(until: time + Double(backup))
        runs[index].alarm?.isBackup = true
    }

    /// Notes that nobody answered an alarm that rang since then.
    private mutating func note(_ run: NightRun, _ alarm: NightRun.Alarm, since: Double) {
        guard let occurrence = occurrences[run.number] else { return }
        silences.append(Silence(occurrence: occurrence, since: since, at: now))
    }

    /// Ends an alarm; if it rings, its light may stay from then on.
    mutating func finish(_ run: NightRun, _ end: End, since: Double) {
        guard let alarm = run.alarm, run.isRinging, alarm.plan.color != nil, !alarm.yieldsLight,
            now - since < Double(alarm.plan.lightAfter), isHeard(run),
            let index = runs.firstIndex(where: { $0.number == run.number })
        else { return self.end(run, end) }
        silence(run)
        if let occurrence = occurrences[run.number] { ends.append((occurrence, end)) }
        runs[index].alarm?.phase = .light(since: since, until: since + Double(alarm.plan.lightAfter))
    }

    /// Whether the device was there for a ring; where nobody can say, that is a doubt.
    private mutating func isHeard(_ run: NightRun) -> Bool {
        guard let lostSince, let alarm = run.alarm, case .ringing(let since) = alarm.phase else { return true }
        guard lostSince > since - Double(alarm.plan.sunrise) - 60 else { return false }
        doubt = ("a device was lost as it rang", max(doubt?.until ?? 0, now + Double(alarm.plan.lightAfter)))
        return true
    }

    /// Of several sunrises that of the alarm shows that rings first.
    static func shown(_ wants: [NightWant], of running: [NightRun]) -> [NightWant] {
        var rings: [Int: Double] = [:]
        for run in running where wants.contains(where: { $0.run == run.number }) {
            guard let alarm = run.alarm, case .sunrise(let since, _) = alarm.phase else { continue }
            rings[run.number] = since + Double(alarm.plan.sunrise)
        }
        return wants.map { want in
            guard let ring = want.run.flatMap({ rings[$0] }), rings.values.contains(where: { $0 < ring }) else {
                return want
            }
            var want = want
            want.yields = true
            return want
        }
    }

    /// Alarms that ring together: one without a sound silences none, and all are as loud as the loudest.
    static func heard(_ wants: [NightWant]) -> [NightWant] {
        let sounding = Set(
            wants.filter { want in
                if want.layer == .alarm, case .sound(let sound) = want.target { sound != 0 } else { false }
            }
            .compactMap(\.run))
        guard !sounding.isEmpty else { return wants }
        func isHeard(_ want: NightWant) -> Bool { want.run.map(sounding.contains) ?? false }
        let volumes = wants.compactMap { want -> Double? in
            if isHeard(want), want.layer == .alarm, case .volume(let volume) = want.target { volume.to } else { nil }
        }
        return wants.compactMap { want in
            guard want.layer == .alarm, want.channel == .sound || want.channel == .volume else { return want }
            guard isHeard(want) else { return nil }
            var want = want
            // One that begins makes none quieter.
            if want.channel == .volume, sounding.count > 1 { want.target = .volume(NightFade(volumes.max() ?? 0)) }
            return want
        }
    }

    // MARK: - People

    /// Whether an alarm can be silenced, and those that ring with it.
    func allowsSnooze(_ run: NightRun) -> Bool {
        runs.filter { $0.minute == run.minute && $0.isRinging }.allSatisfy(\.maySnooze)
    }

    /// The alarms that people take for one: due in one minute, and past their sunrise.
    mutating func answered(_ name: String, _ how: String) -> [NightRun] {
        guard
            let run = runs.first(where: {
                self.name(of: $0) == name && $0.isPastSunrise
            })
        else {
            if doubt == nil {
                surprises.append("\(name) was \(how) at \(clock.wall(at: now)), and did not ring")
            }
            doubt = (doubt?.why ?? "an alarm rang", max(doubt?.until ?? 0, now + 6000))
            return []
        }
        return runs.filter { $0.minute == run.minute && $0.isPastSunrise }
    }

    mutating func snooze(_ together: [NightRun]) {
        let length = together.compactMap { $0.alarm?.plan.snooze }.min() ?? 0
        for run in together {
            silence(run)
            guard let index = runs.firstIndex(where: { $0.number == run.number }) else { continue }
            runs[index].alarm?.phase = .snoozed(until: now + Double(length))
            runs[index].alarm?.snoozes += 1
        }
    }

    /// Ends alarms; the light of those that ring may stay, and a second time ends that.
    mutating func dismiss(_ together: [NightRun]) {
        let open = together.filter { !$0.isLight }
        endsQuietly = open.contains { $0.ringsAgain > 0 }
        for run in open { finish(run, .dismissed, since: now) }
        if open.isEmpty { for run in together { end(run, .dismissed) } }
    }

    /// A touch plays the favourite of the device, which is an answer to what rings and else what somebody set.
    mutating func tap() {
        let favourite = NightShown.favourite
        if runs.contains(where: \.isRinging) { return answerTouch() }
        let before = base
        guard before != favourite else { return }
        // What it plays is turned down when Lull hears of it.
        if let limit = presentLimit {
            patience = max(patience, Self.hearing)
            let isBeyond =
                limit.limited(volume: favourite.volume) < favourite.volume
                || limit.limited(level: favourite.light.level) < favourite.light.level
            if isBeyond { excesses.append(now) }
        }
        guard runs.isEmpty else {
            return hold(
                [
                    .light(NightFade(favourite.light)), .sound(favourite.sound), .volume(NightFade(favourite.volume)),
                ], isUnheard: unheardTouches.contains(now))
        }
        // It is as loud as the favourite then, and not as before a ring.
        (base, neutral, hasRung, ownVolume) = (favourite, [], false, nil)
        endHolds(changedFrom: before)
        // A favourite sets all of these, also where it has what was there.
        for channel in [NightChannel.light, .sound, .volume] { holds[channel] = nil }
    }

    private mutating func answerTouch() {
        // The favourite is over with it, also where nobody wants anything else; what is off keeps it.
        base = .favourite
        neutral.formUnion([.light, .sound])
        for run in runs where run.isRinging {
            let together = runs.filter { $0.minute == run.minute && $0.isRinging }
            guard together.contains(where: { $0.number == run.number }) else { continue }
            if together.allSatisfy({ $0.alarm?.plan.isDismissedByTouch ?? false }) {
                dismiss(runs.filter { $0.minute == run.minute && $0.isPastSunrise })
            } else if allowsSnooze(run) {
                snooze(together)
            }
        }
    }
}
