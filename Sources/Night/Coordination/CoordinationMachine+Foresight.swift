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

    /// When each channel that is held by hand has another owner, or none, if all happens as foreseen, and that owner.
    public func holdEnds(foreseeing moments: [ForeseenIntents]) -> [DeviceChannel: HoldEnd] {
        let held = owners.filter { $0.value.source == .manual }.keys
        var ends: [DeviceChannel: HoldEnd] = [:]
        var machine = self
        /// Notes the channels whose hold is over by the time of the machine.
        func note(_ wall: Instant) {
            let owners = machine.owners
            for channel in held where ends[channel] == nil {
                guard owners[channel]?.source != .manual || machine.manual[channel]?.number != manual[channel]?.number
                else { continue }
                ends[channel] = HoldEnd(at: min(wall, manual.ends[channel] ?? wall), next: owners[channel])
            }
        }
        for moment in moments.sorted(by: { $0.at.boot < $1.at.boot }) {
            _ = machine.advance(to: moment.at)
            // What ended by itself before makes room for what was wanted until now.
            note(moment.at.wall)
            machine.take(moment)
            note(moment.at.wall)
        }
        for channel in held where ends[channel] == nil {
            ends[channel] = manual.ends[channel].map { end in
                HoldEnd(at: end, next: machine.claims[channel]?.first { $0.source != .manual })
            }
        }
        return ends
    }

    /// What everybody will want of each channel at a later `sample`, if all happens as foreseen: first its owner, then what
    /// waits below.
    public func claims(
        at sample: ClockSample, foreseeing moments: [ForeseenIntents]
    ) -> [DeviceChannel: [ChannelIntent]] {
        var machine = self
        for moment in moments.sorted(by: { $0.at.boot < $1.at.boot }) where moment.at.boot <= sample.boot {
            _ = machine.advance(to: moment.at)
            machine.take(moment)
        }
        _ = machine.advance(to: sample)
        return machine.claims
    }

    /// Takes over what is foreseen for a moment; time has moved on to that.
    private mutating func take(_ moment: ForeseenIntents) {
        replace(moment.kind, with: moment.wanted, switchesOff: moment.switchesOff, at: moment.at)
        settleTurnOff(at: moment.at)
    }
}

/// When what somebody set by hand is over.
public struct HoldEnd: Sendable {
    /// The moment.
    public var at: Instant
    /// What owns the channel then, if all happens as foreseen; nil for nothing.
    public var next: ChannelIntent?
}
