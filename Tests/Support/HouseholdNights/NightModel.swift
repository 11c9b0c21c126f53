// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// What one device must show at any time, as the contract has it: nothing here is shared with what Lull decides by.
///
/// It lives through what begins on the device and what people do there, from one moment at which something changes to
/// the next.
struct NightModel {
    /// Something that comes from outside.
    enum Event {
        case begin(NightCalendar.Occurrence)
        case act(NightPlan.Action)
        /// A night is announced now; by a light only if that is welcome, and nil is too close to call.
        case remind(isWelcome: Bool?)
        /// Somebody was told that it cannot be done.
        case refuse(NightPlan.Action)
        case lostPower
        /// The device is out of reach from now on.
        case lost
        /// It is in reach again.
        case found
        /// A program of the device begins and shows this; of the mirror, if Lull wrote it.
        case programStart(NightShown, isMirror: Bool)
        /// A program of the device ended and switched it off.
        case programEnd(isMirror: Bool)
        /// Nobody can say what comes of something that begins now, until then.
        case doubt(String, until: Double)
        /// The clock or the daemon may have passed something by.
        case look
    }

    /// What is to be shown from one moment to the next.
    struct Part {
        var from: Double
        var to: Double
        var view: NightView
        /// Why nobody can say; nil if one can.
        var doubt: String?
        /// How much later than usual the device may be, as the disk does not take what begins.
        var patience = 0.0
    }

    /// A night that is announced, and whether by a light; nil if nobody can say.
    struct Reminder {
        var at: Double
        var shows: Bool?
    }

    /// A time in which an alarm is to be heard.
    struct Ring {
        var occurrence: NightCalendar.Occurrence
        var from: Double
        var to: Double
    }

    /// A ring that ended as nobody answered.
    struct Silence {
        var occurrence: NightCalendar.Occurrence
        var since: Double
        var at: Double
    }

    /// How an occurrence ended.
    enum End { case dismissed, unattended, done, cancelled, superseded, missed, skipped }

    let device: Int
    var schedules: [NightSchedule]
    let clock: NightTime
    let absences: [NightFacts.Span]
    /// When another process begins.
    let restarts: [Double]
    /// When the disk takes nothing, and when it takes nothing or does not answer.
    let shortages, failures: [NightFacts.Span]
    /// When somebody touched the device that had no link: Lull hears of that when it next advertises.
    var unheardTouches: Set<Double> = []
    /// Which schedule is shown of two that began at once, by number: that of the higher rank.
    let ranks: [Int: Int]

    private(set) var parts: [Part] = []
    var rings: [Ring] = []
    var reminders: [Reminder] = []
    var silences: [Silence] = []
    /// When a touch played more than the limit allows.
    var excesses: [Double] = []
    var ends: [(occurrence: NightCalendar.Occurrence, end: End)] = []
    /// When naps ended, and how.
    var naps: [(at: Double, end: End)] = []
    /// What people did that cannot have been.
    var surprises: [String] = []

    var runs: [NightRun] = []
    var occurrences: [Int: NightCalendar.Occurrence] = [:]
    /// When lights went out of the nights that somebody ended.
    var nightsEnded: [(schedule: Int?, lightsOut: Instant)] = []
    var ringing: [Int: Double] = [:]
    var count = 0
    var holds: [NightChannel: NightHold] = [:]
    var wants: [NightRun.Kind: [NightWant]] = [:]
    var base = NightShown.new
    /// What was shown before the present moment, in which several things may happen.
    var shownBefore = NightShown.new
    /// What the device still has while it is out of reach; nil while it is in reach.
    var taken: NightShown?
    /// Since when it is out of reach.
    var lostSince: Double?
    var neutral: Set<NightChannel> = []
    var isOffDue = false
    var hasRung = false
    /// How loud somebody had set it when a fade to silence began.
    private var heldVolumes: [NightWant.Source: Double] = [:]
    /// How loud it was before a fade or a ring; nil when it is as loud as somebody chose.
    var ownVolume: Double?
    /// Whether an alarm ended now that was quiet for a while, which switches the device off all the same.
    var endsQuietly = false
    /// What decided how loud it is before the present moment.
    private var volumeOwner: NightWant?
    /// Whether a program of the device runs; one ends when the device goes off.
    var runsProgram = false
    /// What nothing may exceed.
    var limit: NightLimit?
    /// Whether the device is as it is until something is wanted of it anew.
    var isLeftAlone = false
    /// When the device lost what somebody set with its power.
    var holdsLostAt = -Double.infinity
    var doubt: (why: String, until: Double)?
    var view = NightView(.new)
    /// See `Part`.
    var patience = 0.0
    var now = 0.0

    static let grace = 1800.0
    static let snoozeGrace = 8 * 3600.0
    /// How long what begins waits for its record.
    static let longestPatience = 2.0
    static let hold = 4 * 3600.0
    /// How long after a touch the device advertises at the latest.
    static let hearing = 6.0

    init(device: Int, schedules: [NightSchedule], clock: NightTime, facts: NightFacts) {
        (self.device, self.schedules, self.clock, ranks) = (device, schedules, clock, facts.ranks)
        absences = facts.spans([.restart, .badRow, .suspend], on: nil)
        restarts = facts.spans([.restart, .badRow], on: nil).map(\.to)
        shortages = facts.spans([.fullDisk], on: nil)
        failures = facts.spans([.fullDisk, .hangingDisk], on: nil)
    }

    // MARK: - Time

    /// Lives through events, which are in order, until the end.
    mutating func live(_ events: [(at: Double, event: Event)], until end: Double) {
        for (at, event) in events where at < end {
            pass(until: at)
            change(at: at) { $0.take(event) }
        }
        pass(until: end)
        close(at: end)
    }

    private mutating func pass(until end: Double) {
        while let next = nextChange, next <= end { change(at: next) { _ in } }
    }

    /// When somebody is there to see what falls due.
    func present(_ time: Double) -> Double {
        absences.reduce(time) { $1.contains($0) ? $1.to : $0 }
    }

    private var nextChange: Double? {
        var times = holds.values.map(\.until) + limitEdges
        for run in runs {
            switch run.state {
            case .alarm(let alarm):
                switch alarm.phase {
                case .sunrise(_, let until): times.append(until)
                case .ringing(let since): times.append(since + Double(alarm.plan.ringFor))
                case .snoozed(let until), .unanswered(let until): if !isBlocked(run) { times.append(until) }
                case .light(_, let until): times.append(until)
                }
            case .routine(let routine):
                times.append(routine.waitsUntil ?? routine.stepEnd(clock))
                if let silence = routine.silenceAhead, silence > now { times.append(silence) }
            case .nap(let nap): times.append(nap.edges.first { $0 > now } ?? now)
            case .bedtime(let bedtime):
                let wall = clock.wall(at: now)
                if let edge = bedtime.edges.filter({ $0 > wall }).min() {
                    times.append(clock.time(of: edge, from: now))
                } else {
                    times.append(now)
                }
            }
        }
        return times.min().map { max(present($0), now) }
    }

    /// Changes something at a time, after what that time brings by itself.
    private mutating func change(at time: Double, _ body: (inout Self) -> Void) {
        // While nobody is there, the device stays as it is.
        let absence = absences.first { $0.from < time && time <= $0.to }
        let before = view.shown(at: absence.map { max($0.from, now) } ?? time)
        if time > now { shownBefore = before }
        close(at: time)
        if time > now { patience = 0 }
        now = time
        base = before
        for hold in holds.values where hold.until <= time { patience = max(patience, hold.slack) }
        holds = holds.filter { $0.value.until > time }
        // What the device does by itself, nobody may be there to see.
        if present(time) == time { elapse() }
        body(&self)
        settle()
    }

    private mutating func close(at time: Double) {
        guard time > now else { return }
        parts.append(
            Part(
                from: now, to: time, view: view, doubt: doubt?.why, patience: patience))
    }

    /// Lets end and ring what is due.
    private mutating func elapse() {
        // Of two that wait for a third, the one whose time came first rings first; nothing else settles it.
        for run in runs.sorted(by: { ($0.ringsAgain, $0.tie, $0.number) < ($1.ringsAgain, $1.tie, $1.number) }) {
            guard let index = runs.firstIndex(where: { $0.number == run.number }) else { continue }
            switch run.state {
            case .alarm:
                // Nobody may have looked for a while, so a part may be over as soon as it begins.
                while let run = runs.first(where: { $0.number == run.number }), goOn(run) {}
            case .routine(let routine) where routine.isWaiting:
                if let until = routine.waitsUntil, until <= now { end(run, .skipped) }
            case .routine(var routine):
                let isNew = restarts.contains { abs($0 - now) < 0.01 }
                let goesOn = routine.follow(
                    now, clock: clock, zone: run.zone, seen: isNew ? nil : shownBefore)
                runs[index].routine = routine
                if !goesOn { end(run, .done) }
            case .bedtime(let bedtime):
                guard clock.wall(at: now) >= bedtime.end else { break }
                endHoldsUnderWakeLight(of: run, bedtime)
                end(run, .done)
            case .nap(let nap):
                if nap.start + nap.plan.over <= now { end(run, .done) }
            }
        }
        replace()
    }

    /// The wake light ends what somebody had set, also when nobody was there to show it.
    private mutating func endHoldsUnderWakeLight(of run: NightRun, _ bedtime: NightRun.Bedtime) {
        let wasSeen =
            wants[.bedtime]?.contains { $0.run == run.number && $0.part == NightRun.Bedtime.Part.wake.rawValue }
            ?? false
        guard bedtime.plan.wake != nil, !wasSeen else { return }
        for channel in [NightChannel.power, .light, .sound] { holds[channel] = nil }
    }

    /// Whether a snoozed alarm waits for another that rings.
    func isBlocked(_ run: NightRun) -> Bool {
        runs.contains { $0.isRinging && $0.minute != run.minute }
    }

    mutating func ring(_ index: Int) {
        runs[index].alarm?.phase = .ringing(since: now)
        runs[index].alarm?.volume = nil
        runs[index].since = now
        ringing[runs[index].number] = now
    }

    mutating func silence(_ run: NightRun) {
        guard let from = ringing.removeValue(forKey: run.number),
            let occurrence = occurrences[run.number]
        else {
            return
        }
        rings.append(Ring(occurrence: occurrence, from: from, to: now))
    }

    mutating func end(_ run: NightRun, _ end: End) {
        silence(run)
        noteEnd(of: run, end)
        runs.removeAll { $0.number == run.number }
        if run.kind == .nap { naps.append((now, end)) }
        // One whose light stayed was over before.
        if !run.isLight, let occurrence = occurrences[run.number] { ends.append((occurrence, end)) }
    }

    // MARK: - Wants

    /// Takes what runs want now, kind by kind.
    mutating func replace() {
        defer { endsQuietly = false }
        beginWhatWaits()
        for kind in NightRun.Kind.allCases {
            let wall = clock.wall(at: now)
            let before = wants[kind] ?? []
            let running = runs.filter { $0.kind == kind }
            let new = Self.shown(Self.heard(running.flatMap { $0.wants(at: now, wall: wall) }), of: running)
            let known = Set(wants.values.joined().compactMap(\.source))
            for want in new {
                guard let source = want.source, !known.contains(source) else { continue }
                // A part of a nap has begun with it, also where it wants something of the channel only now.
                if let hold = holds[want.channel], let begun = napPart(of: want), hold.since >= begun { continue }
                // A sound that somebody chose in a fade to silence goes on after it, until the light of the morning.
                if case .sound(0) = want.target, let hold = holds[.sound], hold.outlasts.contains(source) { continue }
                // A fade to silence begins with what is heard, also if somebody has turned that down or up.
                if case .volume(let fade) = want.target, fade.to == 0, fade.length > 0,
                    case .volume(let held)? = holds[.volume]?.target
                {
                    heldVolumes[source] = held.to
                }
                // After a ring the night is as loud as somebody set it.
                if want.layer != .alarm || want.channel != .volume { endHold(on: want.channel) }
            }
            wants[kind] = new.map { want in
                guard let level = want.source.flatMap({ heldVolumes[$0] }), case .volume(var fade) = want.target else {
                    return want
                }
                var want = want
                fade.from = level
                want.target = .volume(fade)
                return want
            }
            let hasEnded =
                !Set(before.compactMap(\.run)).isSubset(of: Set(running.map(\.number)))
                && !running.contains(where: \.isWaiting)
            let isSilenced =
                running.contains { $0.isSilenced } && before.contains { $0.layer == .alarm }
                && !new.contains { $0.layer == .alarm }
            if kind != .alarm, !new.isEmpty { endHolds(of: before, without: Set(running.map(\.number))) }
            let isOver = hasEnded || kind == .alarm && endsQuietly
            guard (isOver && new.isEmpty) || isSilenced else { continue }
            if kind != .alarm { for want in before { dropHold(on: want.channel) } }
            turnOffUnlessWanted()
        }
    }

    /// Ends what somebody set in runs that are over, as another one takes their place.
    private mutating func endHolds(of before: [NightWant], without running: Set<Int>) {
        let (going, over) = before.reduce(into: ([NightWant](), [NightWant]())) { parts, want in
            if want.run.map(running.contains) ?? false { parts.0.append(want) } else { parts.1.append(want) }
        }
        for channel in Set(over.map(\.channel)).subtracting(going.map(\.channel)) { dropHold(on: channel) }
    }

    /// Ends what somebody set on a channel with the run in which they set it: nothing of it shows on.
    private mutating func dropHold(on channel: NightChannel) {
        if holds[channel] != nil, [.light, .sound].contains(channel) { neutral.insert(channel) }
        holds[channel] = nil
    }

    /// Ends what somebody set, as something begins.
    ///
    /// Which of the two is first nobody can say of a touch of which Lull hears a moment later.
    private mutating func endHold(on channel: NightChannel) {
        if let hold = holds[channel], hold.slack > 0, now - hold.since < Self.hearing {
            doubt = ("a touch met a beginning", max(doubt?.until ?? 0, now + 6000))
        }
        holds[channel] = nil
    }

    private mutating func turnOffUnlessWanted() {
        isOffDue = true
        guard winners[.power] == nil else { return }
        let kept = holds.filter { _, hold in
            switch hold.target {
            case .light(let light): light.to.level > 0
            case .sound(let sound): sound != 0
            case .power, .volume: false
            }
        }
        // A light or a sound that somebody set goes on.
        guard let last = kept.values.max(by: { $0.since < $1.since }) else {
            holds = [:]
            return
        }
        holds[.power] = NightHold(target: .power(true), since: last.since, until: last.until)
    }

    /// Whether something scheduled decides what is shown, and not what somebody set alone.
    var showsScheduled: Bool { winners.values.contains { $0.layer != .person } }

    var winners: [NightChannel: NightWant] {
        winners(beside: holds.values.map { NightWant(target: $0.target, layer: .person, since: $0.since) })
    }

    /// Of each channel what wins among what is scheduled and what people set.
    func winners(beside held: [NightWant]) -> [NightChannel: NightWant] {
        var winners: [NightChannel: NightWant] = [:]
        func rank(_ want: NightWant) -> (Int, Int, Double, Int) {
            (want.layer.rawValue, want.yields ? 0 : 1, want.since, want.tie)
        }
        for want in wants.values.joined() + held {
            if let winner = winners[want.channel], rank(winner) >= rank(want) { continue }
            winners[want.channel] = want
        }
        return winners
    }

    /// Finds what is to be shown from now on.
    private mutating func settle() {
        let before = view.scheduled
        let winners = winners
        neutral.formUnion(before.subtracting(winners.keys))
        neutral.subtract(winners.keys)
        if winners[.power] != nil { isOffDue = false }
        if let sound = winners[.sound] { hasRung = sound.layer == .alarm }
        // A fade may have come to its end since.
        if volumeOwner.map({ !$0.isPassing(at: now) }) ?? false { ownVolume = nil }
        if let volume = winners[.volume] {
            ownVolume = volume.isPassing(at: now) ? ownVolume ?? base.volume : nil
        }
        volumeOwner = winners[.volume]
        if isOffDue, winners[.power] == nil { (base.isOn, neutral, isOffDue) = (false, [], false) }
        if showsScheduled { isLeftAlone = false }
        guard !isLeftAlone else {
            view = NightView(base)
            view.limit = presentLimit
            runsProgram = runsProgram && view.isOn
            return
        }
        view = NightView(winners, base: base, neutral: neutral, hasRung: hasRung, ownVolume: ownVolume)
        view.limit = presentLimit
        let ofARun = Set(runs.filter { $0.kind != .alarm }.map(\.number))
        view.isOfARun = view.isOn && winners.values.contains { $0.run.map(ofARun.contains) ?? false }
        if !view.isOn { (neutral, runsProgram) = ([], false) }
        if view.isOn, !base.isOn, winners[.sound] == nil { hasRung = false }
    }
}
