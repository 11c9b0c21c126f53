// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import DeviceModules
import Scheduling
public import SleepModel

/// Decides what one device is to show and play: one winner per channel among all who want something of it.
public struct CoordinationMachine: Sendable {
    /// What every run and the nap want, of which channel and by whom.
    private(set) var intents: [ChannelSource: ChannelIntent] = [:]
    /// The kinds of schedule that have said what they want.
    private(set) var knownKinds: Set<ScheduleKind> = []
    var manual = ManualHolds()
    /// The nap that lasts; nil when there is none.
    public internal(set) var nap: Nap?
    /// What wanted something of which channel when the process before kept its holds; it does not end them.
    private var inherited: Set<ChannelSource> = []
    /// What has waited for the device since a process before, until everything is known that is scheduled on it.
    var inheritedWaiting: [WaitingChange] = []
    private(set) var shown: [DeviceChannel: ChannelIntent] = [:]
    /// The channels that no schedule wants any more, until the device is off; while it stays on for somebody else, they go
    /// to their neutral values.
    var remainder: Set<DeviceChannel> = []
    /// Whether the device still has the sound of an alarm, which it would play when somebody switches it on.
    var hasRung = false
    /// How loud the device was before a fade or a ring; nil when its volume is its own.
    var ownVolume: Level?
    /// When the device first took something of each run and nap, on the boot clock.
    var firstTaken: [RunSource: Duration] = [:]
    /// How loud somebody had set the device when a fade to silence began, by the part of a run that fades.
    var fadeStarts: [ManualHold.Part: Level] = [:]
    /// Since when the device is to be off unless somebody wants its power, on the boot clock; until it has taken that.
    var offSince: Duration?
    /// Whether it is still to be decided what goes on of what somebody set, as something else may want the power.
    var isTurnOffOpen = false
    /// The last desired state before something ended, until the device has taken a later one.
    var unsettled: Int?
    /// When it last took one.
    private var settledAt: Instant?
    var runs = ShownRuns()
    /// What nothing may exceed now; nil for nothing.
    var limit: DeviceLimit?
    /// Whether the device exceeds the limit on a channel whose owner wants less, so that it is told again.
    var isExceeded = false
    /// What the device showed last, as far as that is known.
    var reported: DeviceState?
    var desired: DesiredState?
    /// Whether the desired state is what the process before left.
    var isAssumed = false
    /// Whether the device has forgotten the desired state since it took it, and is left alone.
    private var isForgotten = false
    private var epochs = ChannelEpochs()
    private(set) var sequence = 0
    private var failures = 0
    private var failedAt: Duration?
    private var retryAt: Duration?

    /// Starts with a device of which nobody wants anything.
    public init() {}

    /// The owner of each channel that somebody wants something of.
    public var owners: [DeviceChannel: ChannelIntent] {
        winners(among: manual.current.map(\.intent))
    }

    /// Whether an alarm rings; nothing is above its layer.
    var rings: Bool { intents.values.contains { $0.layer == .alarm } }

    /// What is scheduled on each channel, also below a manual hold.
    var scheduled: [DeviceChannel: ChannelIntent] { winners(among: []) }

    /// What everybody wants of each channel: first its owner, then what waits below, in the order in which it would follow.
    public var claims: [DeviceChannel: [ChannelIntent]] {
        Dictionary(grouping: intents.values + manual.current.map(\.intent), by: \.channel)
            .mapValues { $0.sorted(by: Self.outranks) }
    }

    /// Of each channel the one that wins among what is scheduled and `held`.
    private func winners(among held: [ChannelIntent]) -> [DeviceChannel: ChannelIntent] {
        var winners: [DeviceChannel: ChannelIntent] = [:]
        func enter(_ intent: ChannelIntent) {
            if let winner = winners[intent.channel], !Self.outranks(intent, winner) { return }
            winners[intent.channel] = intent
        }
        for intent in intents.values { enter(intent) }
        for intent in held { enter(intent) }
        return winners
    }

    /// What the device has taken of the present desired state, also if it does not report it.
    public var taken: [DeviceAction] {
        guard !isAssumed, !isForgotten else { return [] }
        let channels = epochs.taken
        return desired?.actions.filter { channels.contains($0.channel) } ?? []
    }

    /// The last desired state, until the device has taken the targets of all channels; nil when it has, or when nothing is
    /// wanted of it.
    var undelivered: Int? { desired == nil || epochs.areTaken ? nil : sequence }

    /// Whether the device may show all of the desired state: it reports that, or has not reported anything yet.
    var mayBeShown: Bool {
        guard let desired, let reported else { return true }
        return desired.actions.allSatisfy { $0.isFulfilled(by: reported) }
    }

    /// Takes what one kind of schedule wants now, in place of what it wanted before.
    ///
    /// Something else may begin in the same moment, so nothing is decided before time moves on. With `switchesOff` the
    /// device is turned off if nobody wants it on any more; without, it is left as it is. The manual holds of a routine
    /// or a night end with it; those of an alarm stay. `leftovers` are what a process before may have left of runs that
    /// are over.
    public mutating func replace(
        _ kind: ScheduleKind, with wanted: [ChannelIntent], leftovers: RunLeftovers = RunLeftovers(), switchesOff: Bool,
        at sample: ClockSample
    ) {
        // Most kinds want nothing, most of the time.
        let before = intents.filter { $0.key.source.kind == kind }
        if wanted.isEmpty, before.isEmpty, leftovers.isEmpty, !switchesOff, knownKinds.contains(kind) { return }
        remainder.formUnion(leftovers.channels)
        inheritRuns(
            wanted, leftovers: leftovers, switchesOff: switchesOff, isFirst: knownKinds.insert(kind).inserted,
            at: sample)
        // A ring is above what somebody set, and afterwards the night is as loud as they set it, or as silent.
        for intent in wanted where before[ChannelSource(intent)] == nil {
            let isOutlasted = intent.source.occurrence.map { occurrence in
                manual[intent.channel]?.outlasts.contains(occurrence) ?? false
            }
            let isInherited = inherited.remove(ChannelSource(intent)) != nil
            if isOutlasted != true, !isInherited, !isSilenceOfAFade(intent),
                intent.layer != .alarm || !staysInARing(intent.channel)
            {
                noteFade(intent, over: manual[intent.channel], at: sample)
                manual.end(intent.channel)
            }
        }
        endHoldsOfEndedRuns(of: kind, before: before, after: wanted, leftovers: leftovers, switchesOff: switchesOff)
        // What the process before left may not be what the device shows, and a run shows everything again.
        if isAssumed, !wanted.isEmpty { assumeNothing() }
        set(wanted, inPlaceOf: { $0.kind == kind })
        runs.go(on: running)
        if switchesOff { turnOffUnlessWanted(at: sample) }
    }

    /// Takes what some sources want now, in place of what they and those like them wanted before.
    mutating func set(_ wanted: [ChannelIntent], inPlaceOf isReplaced: (IntentSource) -> Bool) {
        intents = intents.filter { !isReplaced($0.key.source) }
        for intent in wanted { intents[ChannelSource(intent)] = begun(intent) }
        fadeStarts = fadeStarts.filter { part, _ in
            !knownKinds.contains(part.kind) || intents[ChannelSource(part, of: .volume)] != nil
        }
        let going = Set(intents.keys.compactMap(\.source.run))
        firstTaken = firstTaken.filter { going.contains($0.key) }
    }

    // MARK: - Restarts

    /// What the next process must know of the device.
    public var holds: DeviceHolds {
        DeviceHolds(
            holds: manual.kept, settledAt: settledAt, hasRung: hasRung, ownVolume: ownVolume, fadeStarts: fadeStarts,
            waiting: inheritedWaiting + manual.waiting, nap: nap)
    }

    /// Takes over what the process before left, before anything else; the device shows its holds already.
    public mutating func restore(_ left: DeviceHolds, at sample: ClockSample) {
        settledAt = left.settledAt
        inheritSound(of: left)
        // One that ended long ago switches nothing off.
        nap = left.nap.flatMap { sample.elapsed(since: $0.start) < $0.over + Self.nightLimit ? $0 : nil }
        manual.restore(left.holds, at: sample)
        inheritedWaiting = left.waiting
        inherited = Set(left.holds.flatMap { hold in hold.over.map { ChannelSource($0, of: hold.action.channel) } })
        // Nothing is sent for holds alone: the device would come on by surprise wherever it was carried to.
        _ = decide(at: sample)
        isAssumed = desired != nil
        epochs.note(sequence, taken: Set(DeviceChannel.allCases))
    }

    /// Forgets what the process before left the device with, so that everything is sent.
    mutating func assumeNothing() {
        (isAssumed, desired) = (false, nil)
        askAnew(for: Set(DeviceChannel.allCases))
    }

    /// Has the next desired state count for these channels, whatever the device has taken.
    mutating func askAnew(for channels: Set<DeviceChannel>) { epochs.beginAnew(in: sequence + 1, on: channels) }

    /// Notes that the device was heard: a desired state that failed a while ago is tried again at once.
    public mutating func heard(at sample: ClockSample) {
        guard let failedAt else { return }
        // It may be heard and not be reached for a long time, for example while a phone holds it.
        let isAway = waitsToBeHeard(at: sample)
        guard isAway || retryAt.map({ $0 > sample.boot }) ?? false else { return }
        retryAt = max(sample.boot, failedAt + Self.retries[isAway ? Self.retries.count - 1 : 0])
    }

    /// Notes that the device may have forgotten its desired state; false when nothing scheduled is wanted of it.
    ///
    /// Otherwise everything is sent again, after the first wait or when the device is heard, until it is delivered.
    /// Manual holds alone are not brought back: the device would come on by surprise wherever it was carried to. One that
    /// forgot it `byProgram` is where it was, so that they are, and at once.
    public mutating func forget(at sample: ClockSample, byProgram: Bool = false) -> Bool {
        guard desired != nil, shown.values.contains(where: { byProgram || $0.source != .manual }) else {
            isForgotten = desired != nil
            return false
        }
        failedAt = sample.boot
        retryAt = byProgram ? sample.boot : sample.boot + Self.retries[0]
        // What is on its way went to the device before it forgot, and the next step of a fade is to be whole.
        sequence += 1
        epochs.beginAnew(in: sequence)
        return true
    }

    /// Ends the manual holds on channels that somebody changed at the device; a change of the power ends all.
    public mutating func endHolds(on channels: Set<DeviceChannel>, at sample: ClockSample) {
        // Somebody is at the device, and it is as they want it.
        if channels != [.volume] {
            if unsettled != nil { (unsettled, settledAt) = (nil, sample.wall) }
            (offSince, isTurnOffOpen) = (nil, false)
            runs.settle()
        }
        for channel in channels.contains(.power) ? Set(DeviceChannel.allCases) : channels {
            manual.end(channel)
            remainder.remove(channel)
        }
        if channels.contains(.sound) { hasRung = false }
        if channels.contains(.volume) { ownVolume = nil }
    }

    /// Lets time pass: ramps go on, holds end, and failed desired states are tried again.
    public mutating func advance(to sample: ClockSample) -> DesiredState? {
        manual.advance(to: sample)
        advanceNap(to: sample)
        if let offSince, offSince + Self.nightLimit <= sample.boot { self.offSince = nil }
        if let retryAt, retryAt <= sample.boot {
            self.retryAt = nil
            desired = nil
        }
        let taken = takeUpWaiting(at: sample)
        return decide(at: sample) ?? taken
    }

    /// Notes what became of a desired state; only the last one is tried again.
    ///
    /// A desired state that the device took and does not report is tried again too, a few times. With a `coolDown` the
    /// next attempt comes after that, or after the longest wait. `taken` are the channels of which it took it; nil for
    /// all of one that is delivered, and for none of any other.
    public mutating func delivered(
        _ sequence: Int, isDelivered: Bool, taken: Set<DeviceChannel>? = nil, isConfirmed: Bool = true,
        coolDown: Duration = .zero, at sample: ClockSample
    ) {
        let taken = taken ?? (isDelivered ? Set(DeviceChannel.allCases) : [])
        epochs.note(sequence, taken: taken)
        noteFirstTaken(of: epochs.taken, at: sample)
        noteRuns(
            isLast: sequence == self.sequence, isDelivered: isDelivered, hasTaken: !taken.isEmpty, at: sample)
        guard sequence == self.sequence else { return }
        if isDelivered, isConfirmed || failures >= Self.retries.count {
            failures = 0
            failedAt = nil
            retryAt = nil
            if let before = unsettled, sequence > before { (unsettled, settledAt) = (nil, sample.wall) }
            settleEnds()
            settleOwnVolume()
        } else {
            failedAt = sample.boot
            let wait = Self.retries[min(failures, Self.retries.count - 1)]
            retryAt = sample.boot + (coolDown > .zero ? min(coolDown, Self.retries[Self.retries.count - 1]) : wait)
            failures += 1
            // A device that stays away is turned off, or down, when it is heard.
            if waitsToBeHeard(at: sample) { retryAt = nil }
        }
    }

    /// When to look again.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        var request = WakeRequest(boot: retryAt).earliest(WakeRequest(boot: offSince.map { $0 + Self.nightLimit }))
        for owner in shown.values {
            request = request.earliest(WakeRequest(boot: owner.target.nextLook(at: sample)))
        }
        return request.earliest(WakeRequest(boot: manual.nextEnd)).earliest(WakeRequest(boot: nextNapLook(at: sample)))
    }

    // MARK: -

    mutating func decide(at sample: ClockSample) -> DesiredState? {
        defer { if undelivered == nil { runs.settle() } }
        settleTurnOff(at: sample)
        settleOwners()
        noteOwnVolume(at: sample)
        let actions = actions(at: sample)
        defer { self.isExceeded = false }
        guard !actions.isEmpty else {
            desired = nil
            epochs.keep([])
            return nil
        }
        let targets = targets(of: actions)
        let isTransient = isStep(actions, of: targets, at: sample)
        // While it rings, a touch of the device or a loss of its power must be seen at once.
        let keepsLink = shown.values.contains { $0.layer == .alarm }
        if let desired, !isExceeded, !desired.isTransient || isTransient, desired.keepsLink == keepsLink,
            actions.allSatisfy(desired.actions.contains)
        {
            // A channel that nobody wants any more is left as it is.
            self.desired?.actions = actions
            epochs.keep(Set(actions.map(\.channel)))
            if failedAt == nil, undelivered == nil { settleEnds(isKnown: !isAssumed && !isForgotten) }
            return nil
        }
        // A limit alone does not bring back what the device may have lost, or may not show.
        let isSame =
            !turnsOff && remainder.isSubset(of: shown.keys)
            && epochs.hold(shown.mapValues(ChannelEpochs.Target.init))
        if desired != nil, isForgotten || isAssumed, reported?.isOn != true, isSame { return nil }
        sequence += 1
        epochs.set(targets, in: sequence)
        retryAt = nil
        let made = DesiredState(
            sequence: sequence, actions: actions, actionsIfOff: actionsIfOff(actions), isTransient: isTransient,
            keepsLink: keepsLink)
        (desired, isForgotten) = (made, false)
        runs.offer(shownRuns)
        return made
    }

    /// What each channel of a desired state is to show, and for whom.
    private func targets(of actions: [DeviceAction]) -> [DeviceChannel: ChannelEpochs.Target] {
        let entries = actions.map { action in
            (action.channel, shown[action.channel].map(ChannelEpochs.Target.init) ?? .unowned(action))
        }
        return Dictionary(entries) { first, _ in first }
    }

    /// Whether a desired state is a step of a fade: all that changes goes on to change, and the device has taken the
    /// target of each channel.
    private func isStep(
        _ actions: [DeviceAction], of targets: [DeviceChannel: ChannelEpochs.Target], at sample: ClockSample
    ) -> Bool {
        guard let desired, epochs.hold(targets), epochs.areTaken else { return false }
        let fading = shown.filter { $0.value.target.isFading(at: sample) }
        return !fading.isEmpty
            && actions.allSatisfy { desired.actions.contains($0) || fading[$0.channel] != nil }
    }

    /// Whether a manual hold of a channel goes on below a ring that begins: a volume, and the silence of a sleep timer.
    private func staysInARing(_ channel: DeviceChannel) -> Bool {
        channel == .volume || channel == .sound && manual[channel]?.intent.layer == .timer
    }

    /// Finds the owners, and the remainder of schedules that ended.
    private mutating func settleOwners() {
        let scheduled = shown.filter { $0.value.source != .manual }.keys
        shown = owners
        remainder.formUnion(scheduled.filter { shown[$0] == nil })
        if shown[.sound]?.layer == .alarm { hasRung = true }
    }

    /// The higher layer wins, then what does not yield, then the newer start; sources settle ties, so that the order of a set
    /// never matters.
    private static func outranks(_ first: ChannelIntent, _ second: ChannelIntent) -> Bool {
        (first.layer.rank, first.yields ? 0 : 1, first.since, first.source)
            > (second.layer.rank, second.yields ? 0 : 1, second.since, second.source)
    }

    /// The values of the owners; off alone when off wins, as nothing else shows then.
    private func actions(at sample: ClockSample) -> [DeviceAction] {
        let isOn = shown[.power] != nil
        let values = DeviceChannel.allCases.compactMap { channel in
            let unowned = channel == .volume ? broughtBack : isOn && remainder.contains(channel) ? channel.neutral : nil
            return (shown[channel]?.target.action(at: sample) ?? unowned).map(limited)
        }
        if turnsOff { return [.power(false)] + values }
        return values.contains(.power(false)) ? [.power(false)] : values + turnedDown(beside: values)
    }
}
