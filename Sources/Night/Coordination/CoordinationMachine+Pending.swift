// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import DeviceModules
public import SleepModel

/// Manual changes that wait for a device that is out of reach.
extension CoordinationMachine {
    /// Takes a manual change that is tried again for a while; what a higher layer holds back does not take place later.
    ///
    /// It is withdrawn when its time is over. Whatever else takes its channels before that takes its place.
    public mutating func pend(
        _ actions: [DeviceAction], named name: String, at sample: ClockSample
    ) -> DesiredState? {
        dropPending(before: actions)
        return pend(actions, named: name, since: nil, for: PendingChange.patience, at: sample)
    }

    private mutating func pend(
        _ actions: [DeviceAction], named name: String, since: Instant?, for length: Duration, at sample: ClockSample
    ) -> DesiredState? {
        let made = hold(actions, at: sample)
        manual.pend(
            PendingChange(
                number: made.id.number, name: name, actions: actions.filter { !made.heldBack.contains($0) },
                expires: sample.boot + length), since: since)
        return made.desired
    }

    /// Has what waits since a process before wait on, once all is known that is scheduled on the device.
    ///
    /// What has begun since then on its channels, or was set, takes its place.
    mutating func takeUpWaiting(at sample: ClockSample) -> DesiredState? {
        guard !inheritedWaiting.isEmpty, knownKinds.isSuperset(of: ScheduleKind.allCases) else { return nil }
        let waiting = inheritedWaiting
        inheritedWaiting = []
        var desired: DesiredState?
        for change in waiting {
            // By a clock that was set meanwhile, it waits no longer than it was to.
            let left = min(change.since + PendingChange.patience - sample.wall, PendingChange.patience)
            let actions = change.actions.filter { !isReplaced($0, since: change.since) }
            let isPointless = actions == [.power(true)] && change.actions != actions
            if left > .zero, !actions.isEmpty, !isPointless {
                desired = pend(actions, named: change.name, since: change.since, for: left, at: sample) ?? desired
                continue
            }
            let settled = PendingChange(number: 0, name: change.name, actions: change.actions, expires: sample.boot)
            manual.settled.append(SettledChange(change: settled, fate: left > .zero ? .replaced : .expired))
        }
        return desired
    }

    /// Whether something that has begun since then owns the channel, or somebody has switched the device off; the volume
    /// of a ring ends with it.
    private func isReplaced(_ action: DeviceAction, since: Instant) -> Bool {
        claims[action.channel, default: []].contains { claim in
            claim.since > since && (claim.layer != .alarm || action.channel != .volume)
        } || manual[.power].map { $0.isOff && $0.intent.since > since } ?? false
    }

    /// Drops the pending changes in whose place somebody wants something else.
    public mutating func dropPending(before newer: [DeviceAction]) {
        manual.dropPending(as: .replaced) { $0.makesWay(for: newer) }
    }

    /// How long each channel's pending change is still tried; a channel without one is absent.
    public func pending(at sample: ClockSample) -> [DeviceChannel: Duration] {
        manual.pendingEnds.mapValues { $0 - sample.boot }
    }

    /// Keeps what waits of which the device has taken its part, and withdraws what something newer holds back.
    mutating func settlePending(at sample: ClockSample) {
        let owners = owners
        manual.settlePending { owners[$0.channel]?.target.action(at: sample) != $0 }
    }

    /// What became of pending changes since this was asked last.
    public mutating func takeSettledChanges() -> [SettledChange] {
        defer { manual.settled = [] }
        return manual.settled
    }
}
