// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// What has begun, and what of it a device has taken.
extension NightCoordinator {
    /// The runs and the nap on a device that began after a time.
    ///
    /// With `boot`, a time on the boot clock, only those of which the device is to show something and had taken nothing by
    /// then.
    public func begun(
        after start: Instant, untakenAt boot: Duration? = nil, on device: MacAddress
    ) -> Set<RunSource> {
        entries[device]?.machine.begun(after: start, untakenAt: boot) ?? []
    }
}
