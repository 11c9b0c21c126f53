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
            let own = intents.filter { $0.epoch == "alarm \(key.schedule.rawValue) \(key.date) \(key.pass)" }
            guard !own.isEmpty else { return nil }
            return switch run.phase {
            case .sunrise: JournalEvent.Shown(key: key, part: "sunrise", rampStart: own.rampStart)
            case .ringing(let round, _): JournalEvent.Shown(key: key, part: "ring \(round)")
            case .snoozed: JournalEvent.Shown(key: key, part: "snooze")
            }
        }
    }
}

extension RoutineMachine: ShowingMachine {
    func shown(at sample: ClockSample) -> [JournalEvent.Shown] {
        guard let epoch = intents(at: sample).first?.epoch else { return [] }
        let named = runs.filter {
            epoch.hasPrefix("routine \($0.key.schedule.rawValue) \($0.key.date) \($0.key.slot) ")
        }
        // The two passes of a repeated time have one name; the younger one is what shows.
        let key = named.min { sample.elapsed(since: $0.run.start) < sample.elapsed(since: $1.run.start) }?.key
        return key.map { [JournalEvent.Shown(key: $0, part: "step \(epoch.split(separator: " ").last ?? "")")] } ?? []
    }
}

extension BedtimeMachine: ShowingMachine {
    func shown(at sample: ClockSample) -> [JournalEvent.Shown] {
        let intents = intents(at: sample)
        return runs.compactMap { key, run in
            let phase = run.phase(at: sample.wall)
            let epoch = "bedtime \(key.schedule.rawValue) \(key.date) \(phase.rawValue)"
            let own = intents.filter { $0.epoch == epoch && $0.since == run.bedtime - run.plan.windDown }
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
