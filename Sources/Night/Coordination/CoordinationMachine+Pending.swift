// SPDX-License-Identifier: Apache-2.0

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
        let made = hold(actions, at: sample)
        manual.pend(
            PendingChange(
                number: made.id.number, name: name, actions: actions.filter { !made.heldBack.contains($0) },
                expires: sample.boot + PendingChange.patience))
        return made.desired
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
