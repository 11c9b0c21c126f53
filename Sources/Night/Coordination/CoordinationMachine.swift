// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import DeviceModules
public import SleepModel

/// Decides what one device is to show and play: one winner per channel among all who want something of it.
public struct CoordinationMachine: Sendable {
    private var intents: [ScheduleKind: [ChannelIntent]] = [:]
    private var manual: [DeviceChannel: [Hold]] = [:]
    private var overrides = 0
    private var shown: [DeviceChannel: ChannelIntent] = [:]
    /// Who wanted something of which channel after the last change.
    private var sources: Set<ChannelSource> = []
    private var released: Set<DeviceChannel> = []
    private var restUntil: Duration?
    private var frame: DeviceFrame?
    private var signature: [DeviceChannel: Signature] = [:]
    private var isSignatureShown = false
    private var sequence = 0
    private var signatureSequence = 0
    private var failures = 0
    private var failedAt: Duration?
    private var retryAt: Duration?

    /// Something set by hand, and until when it counts on the boot clock; the last of a channel's is the one that counts.
    private struct Hold: Sendable {
        var intent: ChannelIntent
        var expires: Duration
        var number: Int
    }

    private struct ChannelSource: Hashable, Sendable {
        var channel: DeviceChannel
        var source: IntentSource

        init(_ intent: ChannelIntent) {
            (channel, source) = (intent.channel, intent.source)
        }
    }

    /// What a channel shows, whatever its value is.
    private struct Signature: Hashable, Sendable {
        var layer: Layer
        var by: String
        var source: IntentSource

        init(_ intent: ChannelIntent) {
            (layer, by, source) = (intent.layer, intent.by, intent.source)
        }
    }

    /// Names an override, to take it back or to let it stand.
    public struct OverrideID: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// How long a device that cannot be reached is still to be switched off for something that has ended.
    public static let restLimit = Duration.seconds(10 * 60)

    /// How long something set by hand counts when nothing scheduled ends it before.
    public static let manualHold = Duration.seconds(4 * 60 * 60)

    /// How long to wait after each frame in a row that the device did not take or does not report; the last one is kept.
    public static let retries: [Duration] = [.seconds(2), .seconds(5), .seconds(10), .seconds(20), .seconds(30)]

    /// Makes one for a device of which nothing is wanted.
    public init() {}

    /// Who owns each channel that somebody wants something of.
    public var owners: [DeviceChannel: ChannelIntent] {
        var winners: [DeviceChannel: ChannelIntent] = [:]
        for intent in intents.values.joined() + manual.values.compactMap(\.last?.intent) {
            if let winner = winners[intent.channel], !Self.outranks(intent, winner) { continue }
            winners[intent.channel] = intent
        }
        return winners
    }

    /// Takes what one kind of schedule wants now, in place of what it wanted before.
    ///
    /// Something else may begin in the same moment, so nothing is decided before time moves on. With `restsOff` the
    /// device is switched off if nobody wants it on any more; without, it is left as it is. What somebody set by hand
    /// during a routine or a night ends with it; what was set during an alarm stays.
    public mutating func replace(
        _ kind: ScheduleKind, with wanted: [ChannelIntent], restsOff: Bool, at sample: ClockSample
    ) {
        for intent in wanted where !sources.contains(ChannelSource(intent)) { manual[intent.channel] = nil }
        if restsOff, kind != .alarm {
            for intent in intents[kind] ?? [] { manual[intent.channel] = nil }
        }
        intents[kind] = wanted
        sources = Set(intents.values.joined().map { ChannelSource($0) })
        if restsOff { rest(at: sample) }
    }

    /// Asks for the device to be off unless somebody wants something of it; decided when time moves on.
    public mutating func rest(at sample: ClockSample) {
        restUntil = sample.boot + Self.restLimit
        guard owners[.power] == nil else { return }
        // What somebody lit or let play before goes on; a volume by itself keeps nothing on.
        let kept = manual.values.compactMap(\.last).filter { hold in
            switch hold.intent.target.action(at: sample) {
            case .light(let light): light.brightness > .zero
            case .sound(let sound): sound != .none
            case .power, .volume: false
            }
        }
        guard var power = kept.max(by: { $0.number < $1.number }) else {
            manual = [:]
            return
        }
        power.intent.target = .value(.power(true))
        manual[.power] = [power]
    }

    /// Takes what somebody set by hand; a frame is always made, so that its outcome can be told.
    ///
    /// It is held back when something that counts more wants anything else of one of its channels.
    public mutating func override(
        _ actions: [DeviceAction], favourite: Int? = nil, at sample: ClockSample
    ) -> (frame: DeviceFrame?, isHeldBack: Bool, id: OverrideID) {
        overrides += 1
        for action in actions {
            let intent = ChannelIntent(
                layer: .manual, target: .value(action), since: sample.wall, until: sample.wall + Self.manualHold,
                by: OccurrenceActor.person.rawValue, source: .manual)
            manual[action.channel, default: []].append(
                Hold(intent: intent, expires: sample.boot + Self.manualHold, number: overrides))
        }
        frame = nil
        var decided = decide(at: sample)
        let isHeldBack = actions.contains { owners[$0.channel]?.target.action(at: sample) != $0 }
        if !isHeldBack { decided?.favourite = favourite }
        return (decided, isHeldBack, OverrideID(number: overrides))
    }

    /// Takes back what somebody set by hand and could not be told to the device; what else was set counts again.
    public mutating func withdraw(_ id: OverrideID, at sample: ClockSample) -> DeviceFrame? {
        for channel in manual.keys { drop(channel) { $0.number == id.number } }
        return decide(at: sample)
    }

    /// Lets an override stand: what it replaced does not come back, and nothing set before goes on after an off.
    public mutating func keep(_ id: OverrideID) {
        let isOff = manual[.power]?.contains { $0.number == id.number && $0.intent.target == .value(.power(false)) }
        for (channel, holds) in manual where isOff == true || holds.contains(where: { $0.number == id.number }) {
            drop(channel) { $0.number < id.number }
        }
    }

    /// The device was heard: a frame that failed a while ago is tried again at once.
    public mutating func heard(at sample: ClockSample) {
        guard let failedAt, let retryAt, retryAt > sample.boot else { return }
        self.retryAt = max(sample.boot, failedAt + Self.retries[0])
    }

    /// The device may have forgotten what it was told; false when nothing scheduled is wanted of it.
    ///
    /// Else it is told all of it anew, after the first pause or when it is heard, until that is delivered.
    /// What somebody set by hand alone is not brought back: it would come on by surprise where it was carried to.
    public mutating func forget(at sample: ClockSample) -> Bool {
        guard frame != nil, shown.values.contains(where: { $0.layer != .manual }) else { return false }
        failedAt = sample.boot
        retryAt = sample.boot + Self.retries[0]
        // What is on its way went to the device before it forgot.
        sequence += 1
        return true
    }

    /// Somebody changed these channels at the device: what was set by hand before no longer counts on them, and with the
    /// power off on none.
    public mutating func release(_ channels: Set<DeviceChannel>) {
        for channel in channels.contains(.power) ? Set(DeviceChannel.allCases) : channels { manual[channel] = nil }
    }

    /// Lets time pass: ramps go on, holds end, failed frames are tried again.
    public mutating func advance(to sample: ClockSample) -> DeviceFrame? {
        for channel in manual.keys { drop(channel) { $0.expires <= sample.boot } }
        if let restUntil, restUntil <= sample.boot { self.restUntil = nil }
        if let retryAt, retryAt <= sample.boot {
            self.retryAt = nil
            frame = nil
        }
        return decide(at: sample)
    }

    /// Notes what became of a frame; only the last one is tried again.
    ///
    /// A frame that the device took and does not report is tried again a few times as well. With a `coolDown` the next
    /// attempt comes after that, or after the longest pause.
    public mutating func delivered(
        _ sequence: Int, isDelivered: Bool, isConfirmed: Bool = true, coolDown: Duration = .zero,
        at sample: ClockSample
    ) {
        if sequence >= signatureSequence { isSignatureShown = isDelivered }
        guard sequence == self.sequence else { return }
        if isDelivered, isConfirmed || failures >= Self.retries.count {
            failures = 0
            failedAt = nil
            retryAt = nil
            // A rest may have been asked for while something else was on its way.
            if frame?.actions.contains(.power(false)) == true { restUntil = nil }
        } else {
            failedAt = sample.boot
            let pause = Self.retries[min(failures, Self.retries.count - 1)]
            retryAt = sample.boot + (coolDown > .zero ? min(coolDown, Self.retries[Self.retries.count - 1]) : pause)
            failures += 1
        }
    }

    /// When to look again.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        var request = WakeRequest(boot: retryAt).earliest(WakeRequest(boot: restUntil))
        for owner in shown.values {
            request = request.earliest(WakeRequest(boot: owner.target.nextLook(at: sample)))
        }
        for hold in manual.values.joined() { request = request.earliest(WakeRequest(boot: hold.expires)) }
        return request
    }

    // MARK: -

    private var restsOff: Bool { restUntil != nil }

    private mutating func drop(_ channel: DeviceChannel, where isOver: (Hold) -> Bool) {
        let holds = manual[channel, default: []].filter { !isOver($0) }
        manual[channel] = holds.isEmpty ? nil : holds
    }

    private mutating func decide(at sample: ClockSample) -> DeviceFrame? {
        settleOwners()
        let actions = actions(at: sample)
        guard !actions.isEmpty else {
            frame = nil
            signature = [:]
            return nil
        }
        let newSignature = shown.mapValues { Signature($0) }
        let isMoving = shown.values.contains { $0.target.nextLook(at: sample) != nil }
        let isTransient = isMoving && frame != nil && newSignature == signature && isSignatureShown
        // While it rings, somebody may touch the device, or it may lose its power, and either must be seen at once.
        let keepsLink = shown.values.contains { $0.layer == .alarm }
        if let frame, !frame.isTransient || isTransient, frame.keepsLink == keepsLink,
            actions.allSatisfy(frame.actions.contains)
        {
            // What was asked for before and is no longer is left as it is.
            self.frame?.actions = actions
            return nil
        }
        sequence += 1
        if newSignature != signature || frame == nil {
            signatureSequence = sequence
            isSignatureShown = false
        }
        signature = newSignature
        retryAt = nil
        let made = DeviceFrame(
            sequence: sequence, actions: actions, actionsIfOff: actionsIfOff(actions), isTransient: isTransient,
            keepsLink: keepsLink)
        frame = made
        return made
    }

    /// Finds the owners, and what schedules let go of while the device stays on for somebody else.
    private mutating func settleOwners() {
        let scheduled = shown.filter { $0.value.layer != .manual }.keys
        shown = owners
        if shown[.power] != nil {
            restUntil = nil
            released = released.union(scheduled).subtracting(shown.keys)
        } else {
            released = []
        }
    }

    /// A higher layer wins, then the newer start; names settle what is left, so that the order of a set never matters.
    private static func outranks(_ first: ChannelIntent, _ second: ChannelIntent) -> Bool {
        (first.layer, first.since, first.source) > (second.layer, second.since, second.source)
    }

    /// The values of the winners; off alone when off wins, as nothing else shows then.
    private func actions(at sample: ClockSample) -> [DeviceAction] {
        let values = DeviceChannel.allCases.compactMap { channel in
            shown[channel]?.target.action(at: sample) ?? (released.contains(channel) ? channel.rest : nil)
        }
        if restsOff { return [.power(false)] + values }
        return values.contains(.power(false)) ? [.power(false)] : values
    }

    private func actionsIfOff(_ actions: [DeviceAction]) -> [DeviceAction] {
        guard actions.contains(.power(true)) else { return [] }
        let channels = Set(actions.map(\.channel))
        // Switching on by itself brings back what was last shown; with anything else asked for, only that is wanted.
        guard channels.count > 1 else { return [] }
        return [.light(.off), .sound(.none)].filter { !channels.contains($0.channel) }
    }
}

extension DeviceChannel {
    /// What a channel goes back to when nobody wants anything of it; how loud a silent device is does not matter.
    fileprivate var rest: DeviceAction? {
        switch self {
        case .light: .light(.off)
        case .sound: .sound(.none)
        case .power, .volume: nil
        }
    }
}
