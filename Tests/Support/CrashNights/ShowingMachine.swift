// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import CivilTime
import Clocks
import Coordination
import Routines
import Scheduling
import SleepModel

/// A machine whose runs differ in what they want of the device.
protocol ShowingMachine: FeatureMachine {
    /// The runs that want something of the device, each with the part it is in.
    func shown(at sample: ClockSample) -> [JournalEvent.Shown]
}

extension AlarmMachine: ShowingMachine {
    func shown(at sample: ClockSample) -> [JournalEvent.Shown] {
        let intents = intents(at: sample)
        return runs.compactMap { key, run in
            let own = intents.filter { $0.source.occurrence == key }
            guard !own.isEmpty else { return nil }
            return switch run.phase {
            case .sunrise: JournalEvent.Shown(key: key, part: "sunrise", rampStart: own.rampStart)
            case .ringing(let round, _):
                JournalEvent.Shown(key: key, part: run.backup == nil ? "ring \(round)" : "backup ring \(round)")
            case .snoozed, .unanswered: JournalEvent.Shown(key: key, part: "snooze")
            case .lightAfter: JournalEvent.Shown(key: key, part: "light after")
            }
        }
    }
}

extension RoutineMachine: ShowingMachine {
    func shown(at sample: ClockSample) -> [JournalEvent.Shown] {
        guard case .run(_, let key, let step)? = intents(at: sample).first?.source else { return [] }
        return [JournalEvent.Shown(key: key, part: "step \(step)")]
    }
}

extension BedtimeMachine: ShowingMachine {
    func shown(at sample: ClockSample) -> [JournalEvent.Shown] {
        let intents = intents(at: sample)
        return runs.compactMap { key, run in
            let phase = run.phase(at: sample.wall)
            let own = intents.filter { $0.source.occurrence == key }
            return own.isEmpty
                ? nil : JournalEvent.Shown(key: key, part: phase.rawValue, rampStart: own.rampStart)
        }
    }
}

extension [ChannelIntent] {
    fileprivate var rampStart: Duration? {
        compactMap { if case .light(let ramp) = $0.target { ramp.startsAt } else { nil } }.first
    }
}
