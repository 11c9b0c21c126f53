// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import SleepModel

/// What devices will show and play, if all happens as it is planned.
extension NightCoordinator {
    /// When each channel that is held by hand has another owner, or none, if all happens as `foresee` says; it is asked
    /// for what happens until the last hold ends, on the boot clock.
    public func holdEnds(
        on device: MacAddress, foreseeing foresee: (Duration) -> [ForeseenIntents]
    ) -> [DeviceChannel: HoldEnd] {
        guard let machine = entries[device]?.machine, let end = machine.lastHoldEnd else { return [:] }
        return machine.holdEnds(foreseeing: foresee(end))
    }

    /// What everybody will want of each channel of a device at a later `sample`, if all happens as `moments` say: first its
    /// owner, then what waits below.
    public func claims(
        on device: MacAddress, at sample: ClockSample, foreseeing moments: [ForeseenIntents]
    ) -> [DeviceChannel: [ChannelIntent]] {
        entries[device]?.machine.claims(at: sample, foreseeing: moments) ?? [:]
    }
}
