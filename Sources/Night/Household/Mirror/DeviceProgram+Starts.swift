// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

extension DeviceProgram {
    /// Its starts after one instant and until another, by a device whose clock shows the time of a zone.
    public func starts(
        after start: Instant, until end: Instant, in zone: ZoneRules
    ) -> [(at: Instant, rule: AppliedRule)] {
        let recurrence = Recurrence(days: .weekly(days), time: self.start)
        var starts: [(at: Instant, rule: AppliedRule)] = []
        var last = start
        while let next = recurrence.next(after: last, in: zone), let at = next.instant, at <= end {
            starts.append((at, next.rule))
            last = at
        }
        return starts
    }
}
