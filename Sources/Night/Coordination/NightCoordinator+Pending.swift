// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Clocks
public import SleepModel

/// Manual changes that wait for a device that is out of reach.
extension NightCoordinator {
    /// Has a manual change wait for a device, and says until when it is tried; nil if nothing of it waits.
    public func pend(_ actions: [DeviceAction], named name: String, on device: MacAddress) -> Instant? {
        change(device) { $0.pend(actions, named: name, at: clock.now()) }
        entries[device]?.signal.raise()
        let pending = pending(on: device)
        return actions.compactMap { pending[$0.channel] }.max()
    }

    /// Drops the pending changes of a device in whose place somebody wants something else.
    public func dropPending(before newer: [DeviceAction], on device: MacAddress) {
        entries[device]?.machine.dropPending(before: newer)
    }

    /// Until when the pending change of each channel is tried; a channel without one is absent.
    public func pending(on device: MacAddress) -> [DeviceChannel: Instant] {
        let now = clock.now()
        return entries[device]?.machine.pending(at: now).mapValues { now.wall + $0 } ?? [:]
    }

    /// What became of the pending changes of a device since this was asked last.
    public func takeSettledChanges(of device: MacAddress) -> [SettledChange] {
        entries[device]?.machine.takeSettledChanges() ?? []
    }
}
