// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

/// What has begun, and since when the device shows something of it.
extension CoordinationMachine {
    /// The runs and the nap that began after a time.
    ///
    /// With `boot`, a time on the boot clock, only those of which the device is to show something and had taken nothing by
    /// then.
    func begun(after start: Instant, untakenAt boot: Duration? = nil) -> Set<RunSource> {
        let begun = Set(intents.values.filter { $0.since > start }.compactMap(\.source.run))
        guard let boot else { return begun }
        let shown = Set(shown.values.compactMap(\.source.run))
        return begun.filter { source in
            shown.contains(source) && firstTaken[source].map { $0 >= boot } ?? true
        }
    }

    /// Notes that the device has taken what is wanted of some channels.
    mutating func noteFirstTaken(of channels: Set<DeviceChannel>, at sample: ClockSample) {
        for channel in channels {
            guard let source = shown[channel]?.source.run else { continue }
            firstTaken[source] = firstTaken[source] ?? sample.boot
        }
    }
}
