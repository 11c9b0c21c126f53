// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import SleepModel

/// What devices will show and play, if all happens as it is planned.
extension NightCoordinator {
    /// What everybody will want of each channel of a device at a later `sample`, if all happens as `moments` say: first its
    /// owner, then what waits below.
    public func claims(
        on device: MacAddress, at sample: ClockSample, foreseeing moments: [ForeseenIntents]
    ) -> [DeviceChannel: [ChannelIntent]] {
        entries[device]?.machine.claims(at: sample, foreseeing: moments) ?? [:]
    }
}
