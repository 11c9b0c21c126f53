// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

/// What somebody set by hand on one device; of a channel's holds the last one counts.
struct ManualHolds: Sendable {
    /// A hold, and until when it counts.
    struct Hold: Sendable {
        var intent: ChannelIntent
        /// When it ends, by the wall clock.
        var until: Instant
        /// When it ends, on the boot clock.
        var expires: Duration
        /// The clocks by which these times hold.
        private var timed: ClockSample
        /// All holds of one manual change have the same number.
        var number = 0
        /// Whether the device took it.
        var isKept = false
        /// What wanted the channel at its beginning.
        var over: Set<ManualHold.Part> = []
        /// The occurrences whose later parts do not end it.
        var outlasts: Set<OccurrenceKey> = []

        var isOff: Bool { intent.target == .value(.power(false)) }

        /// A hold that begins now.
        init(_ action: DeviceAction, by actor: LogActor, for length: Duration, until: Instant?, at sample: ClockSample)
        {
            intent = ChannelIntent(
                layer: actor == .device ? .timer : .manual, target: .value(action), since: sample.wall, until: until,
                by: actor.rawValue,
                source: .manual)
            self.until = sample.wall + length
            expires = sample.boot + length
            timed = sample
        }

        /// Moves its times by the wall clock when that clock was set, since it counts for its length.
        mutating func follow(_ sample: ClockSample) {
            guard let step = sample.step(since: timed) else { return }
            timed = sample
            until = until + step
            intent.since = intent.since + step
            intent.until = intent.until.map { $0 + step }
        }
    }

    private var stacks: [DeviceChannel: [Hold]] = [:]
    private var count = 0
    /// The changes that the device has not taken, and that are tried for a while.
    private var pending: [PendingChange] = []
    /// What became of such changes, until somebody asks.
    var settled: [SettledChange] = []

    /// The holds that count.
    var current: [Hold] { stacks.values.compactMap(\.last) }

    /// The hold of a channel that counts.
    subscript(channel: DeviceChannel) -> Hold? { stacks[channel]?.last }

    /// When the next one ends, on the boot clock.
    var nextEnd: Duration? { (stacks.values.joined().map(\.expires) + pending.map(\.expires)).min() }

    /// When the last one ends, on the boot clock.
    var lastEnd: Duration? { stacks.values.joined().map(\.expires).max() }

    /// When each channel's hold ends by itself.
    var ends: [DeviceChannel: Instant] { stacks.compactMapValues { $0.last?.until } }

    /// Adds the holds of one manual change, and returns their number.
    mutating func add(_ holds: [Hold]) -> Int {
        count += 1
        for var hold in holds {
            hold.number = count
            stacks[hold.intent.channel, default: []].append(hold)
        }
        return count
    }

    /// Puts a hold in place of all others of its channel.
    mutating func replace(_ hold: Hold) { stacks[hold.intent.channel] = [hold] }

    /// Ends the holds of a channel.
    mutating func end(_ channel: DeviceChannel) { stacks[channel] = nil }

    /// Ends all holds.
    mutating func endAll() { stacks = [:] }

    /// Ends what has come to its end; the others follow a wall clock that was set.
    mutating func advance(to sample: ClockSample) {
        for channel in stacks.keys {
            drop(channel) { $0.expires <= sample.boot }
            for index in stacks[channel, default: []].indices { stacks[channel]?[index].follow(sample) }
        }
        settleReplaced()
        dropPending(as: .expired) { $0.expires <= sample.boot }
    }

    // MARK: - Changes that wait

    /// The changes that wait, without those in whose place something else came.
    private var openChanges: [PendingChange] {
        pending.filter { change in stacks.values.joined().contains { $0.number == change.number } }
    }

    /// When the change that waits on each channel is withdrawn, on the boot clock.
    var pendingEnds: [DeviceChannel: Duration] {
        stacks.compactMapValues { holds in
            pending.first { $0.number == holds.last?.number }?.expires
        }
    }

    /// Has a change wait until the device has taken it; without `since` it waits since its holds began.
    mutating func pend(_ change: PendingChange, since: Instant? = nil) {
        pending.append(change)
        guard let since else { return }
        for channel in stacks.keys {
            for index in stacks[channel, default: []].indices where stacks[channel]?[index].number == change.number {
                stacks[channel]?[index].intent.since = since
            }
        }
    }

    /// Withdraws changes that wait; the holds before them count again.
    mutating func dropPending(as fate: SettledChange.Fate, where isOver: (PendingChange) -> Bool) {
        let over = openChanges.filter(isOver)
        settled += over.map { SettledChange(change: $0, fate: fate) }
        pending.removeAll(where: over.contains)
        for change in over { withdraw(change.number) }
        settleReplaced()
    }

    /// Forgets the changes that wait in whose place something else came.
    private mutating func settleReplaced() {
        guard !pending.isEmpty else { return }
        let open = openChanges
        settled += pending.filter { !open.contains($0) }.map { SettledChange(change: $0, fate: .replaced) }
        pending = open
    }

    /// Keeps the changes that wait, as the device has taken everything that is wanted of it.
    ///
    /// What something newer holds back does not take place later, and leaves nothing to switch the device on for.
    mutating func settlePending(unless isHeldBack: (DeviceAction) -> Bool) {
        guard !pending.isEmpty else { return }
        settleReplaced()
        for change in pending {
            let heldBack = change.actions.filter(isHeldBack)
            var taken = change
            taken.actions.removeAll(where: heldBack.contains)
            guard heldBack.isEmpty || taken.actions.contains(where: { $0.channel != .power }) else {
                withdraw(change.number)
                settled.append(SettledChange(change: change, fate: .replaced))
                continue
            }
            withdraw(change.number, on: Set(heldBack.map(\.channel)))
            keep(change.number)
            settled.append(SettledChange(change: taken, fate: .delivered))
        }
        pending = []
    }

    /// Withdraws a manual change of some channels; the holds before it count again.
    mutating func withdraw(_ number: Int, on channels: Set<DeviceChannel> = Set(DeviceChannel.allCases)) {
        for channel in channels { drop(channel) { $0.number == number } }
    }

    /// Keeps a manual change: the holds that it replaced end, and after an off all earlier ones do.
    mutating func keep(_ number: Int) {
        let isOff = stacks[.power]?.contains { $0.number == number && $0.isOff } ?? false
        for (channel, holds) in stacks where isOff || holds.contains(where: { $0.number == number }) {
            drop(channel) { $0.number < number }
            for index in stacks[channel, default: []].indices where stacks[channel]?[index].number == number {
                stacks[channel]?[index].isKept = true
            }
        }
    }

    private mutating func drop(_ channel: DeviceChannel, where isOver: (Hold) -> Bool) {
        let holds = stacks[channel, default: []].filter { !isOver($0) }
        stacks[channel] = holds.isEmpty ? nil : holds
    }

    // MARK: - On disk

    /// The holds that outlive the process, in the order of their channels.
    var kept: [ManualHold] {
        DeviceChannel.allCases.compactMap { channel in
            guard let hold = stacks[channel]?.last(where: \.isKept), case .value(let action) = hold.intent.target
            else { return nil }
            return ManualHold(
                action: action, since: hold.intent.since, until: hold.until,
                actor: LogActor(rawValue: hold.intent.by) ?? .person, over: hold.over, outlasts: hold.outlasts)
        }
    }

    /// The changes that wait, as the next process must know them.
    var waiting: [WaitingChange] {
        pending.compactMap { change in
            stacks.values.joined().first { $0.number == change.number }.map {
                WaitingChange(name: change.name, actions: change.actions, since: $0.intent.since)
            }
        }
    }

    /// Takes over the holds of the process before, without those that have ended.
    mutating func restore(_ stored: [ManualHold], at sample: ClockSample) {
        for stored in stored.sorted(by: { $0.since < $1.since }) {
            // By a clock that is set meanwhile, it counts no longer than it was to.
            let left = min(stored.until - sample.wall, stored.until - stored.since)
            guard left > .zero else { continue }
            let isOpen = !stored.outlasts.isEmpty
            var hold = Hold(
                stored.action, by: stored.actor, for: left, until: isOpen ? nil : sample.wall + left, at: sample)
            hold.intent.since = stored.since
            (hold.over, hold.outlasts) = (stored.over, stored.outlasts)
            hold.isKept = true
            _ = add([hold])
        }
    }
}
