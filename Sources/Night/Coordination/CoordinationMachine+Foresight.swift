// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel

/// What one kind of schedule will want from a moment on.
public struct ForeseenIntents: Sendable {
    /// The moment.
    public var at: ClockSample
    /// The kind of schedule.
    public var kind: ScheduleKind
    /// What it wants then.
    public var wanted: [ChannelIntent]
    /// Whether the device is switched off if nobody else wants it on.
    public var switchesOff: Bool

    /// Makes a value.
    public init(at: ClockSample, kind: ScheduleKind, wanted: [ChannelIntent], switchesOff: Bool) {
        self.at = at
        self.kind = kind
        self.wanted = wanted
        self.switchesOff = switchesOff
    }
}

extension CoordinationMachine {
    /// When the last manual hold ends by itself, on the boot clock; nil when there is none.
    public var lastHoldEnd: Duration? { manual.lastEnd }

    /// When each channel that is held by hand has another owner, or none, if all happens as foreseen.
    public func holdEnds(foreseeing moments: [ForeseenIntents]) -> [DeviceChannel: Instant] {
        let held = owners.filter { $0.value.source == .manual }
        var ends: [DeviceChannel: Instant] = [:]
        var machine = self
        for moment in moments.sorted(by: { $0.at.boot < $1.at.boot }) {
            _ = machine.advance(to: moment.at)
            machine.replace(
                moment.kind, with: moment.wanted, switchesOff: moment.switchesOff, at: moment.at)
            let owners = machine.owners
            for channel in held.keys where ends[channel] == nil {
                guard owners[channel]?.source != .manual || machine.manual[channel]?.number != manual[channel]?.number
                else { continue }
                ends[channel] = min(moment.at.wall, manual.ends[channel] ?? moment.at.wall)
            }
        }
        return held.reduce(into: ends) { ends, entry in ends[entry.key] = ends[entry.key] ?? manual.ends[entry.key] }
    }
}
