// SPDX-License-Identifier: Apache-2.0

import Clocks
public import SleepModel

extension OccurrenceRun {
    /// When the run, or its present phase, began.
    var anchor: RunAnchor {
        switch self {
        case .routine(let run): run.start
        case .bedtime(let run): run.start
        case .alarm(let run): run.phase.since
        }
    }

    /// How it ended, if it has done what it is for and only a light stays; nil otherwise.
    var heardOutcome: OccurrenceOutcome? {
        if case .alarm(let run) = self, case .lightAfter(let outcome, _) = run.phase { outcome } else { nil }
    }

    /// Whether it is an alarm that is to be heard now.
    var rings: Bool {
        if case .alarm(let run) = self, case .ringing = run.phase { true } else { false }
    }

    /// The same run, counting by the clock of the sample's boot.
    func anchored(at sample: ClockSample) -> OccurrenceRun {
        let anchor = sample.anchor(movedFrom: anchor)
        switch self {
        case .routine(var run):
            run.start = anchor
            return .routine(run)
        case .bedtime(var run):
            run.start = anchor
            return .bedtime(run)
        case .alarm(var run):
            switch run.phase {
            case .sunrise: run.phase = .sunrise(since: anchor)
            case .ringing(let round, _): run.phase = .ringing(round: round, since: anchor)
            case .snoozed(let round, _, let length): run.phase = .snoozed(round: round, since: anchor, length: length)
            case .unanswered(let round, _): run.phase = .unanswered(round: round, since: anchor)
            case .lightAfter(let outcome, _): run.phase = .lightAfter(outcome, since: anchor)
            }
            return .alarm(run)
        }
    }
}

extension OccurrenceRun {
    /// The channels that the run may have set.
    var channels: Set<DeviceChannel> {
        switch self {
        case .routine(let run) where run.isQueued: []
        case .routine(let run):
            Set(
                run.plan.steps.flatMap { step -> [DeviceChannel] in
                    (step.light == nil ? [] : [.light]) + (step.sound == nil ? [] : [.sound])
                        + (step.volume == nil ? [] : [.volume])
                })
        case .alarm(let run):
            switch run.phase {
            case .sunrise: [.light]
            case .ringing, .snoozed, .unanswered:
                run.plan.light == nil ? [.sound, .volume] : [.light, .sound, .volume]
            case .lightAfter: [.light, .sound]
            }
        case .bedtime: [.light, .sound, .volume]
        }
    }

    /// The channels that the run wants something of at its end, but for the power.
    var lastChannels: Set<DeviceChannel> {
        guard case .bedtime(let run) = self else { return channels }
        if run.plan.wake != nil { return [.light, .sound] }
        if run.plan.sound != .none, run.plan.soundFor == nil { return channels }
        // A night without a sound and a night light is dark.
        return run.plan.nightLight == nil ? [] : [.light, .sound]
    }
}

extension AlarmRun.Phase {
    /// When the phase began.
    public var since: RunAnchor {
        switch self {
        case .sunrise(let since), .ringing(_, let since), .snoozed(_, let since, _), .unanswered(_, let since),
            .lightAfter(_, let since):
            since
        }
    }
}
