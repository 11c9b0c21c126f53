// SPDX-License-Identifier: Apache-2.0

public import Clocks
import Coordination
public import Scheduling
public import SleepModel
public import Storage

/// What people do with alarms.
extension AlarmMachine {
    /// Silences a ringing alarm, and those that ring with it because they were due in the same minute; nil length takes
    /// the shortest of theirs, so that they ring together again.
    ///
    /// Throws `HouseholdError` when it cannot be silenced.
    public mutating func snooze(
        _ key: OccurrenceKey, length: Duration?, actor: OccurrenceActor = .person, at sample: ClockSample
    ) throws(HouseholdError) -> [StoreChange] {
        guard run(key)?.rings ?? false else { throw .notRinging }
        let ringing = ringing(with: key)
        // They are one alarm for people, and none of them is silenced more often than it allows.
        guard ringing.allSatisfy({ run($0)?.allowsSnooze ?? false }) else { throw .snoozeLimitReached }
        let length = length ?? ringing.compactMap { run($0)?.plan.snooze }.min() ?? .zero
        return ringing.flatMap { key -> [StoreChange] in
            guard var run = run(key), case .ringing(let round, _) = run.phase else { return [] }
            run.phase = .snoozed(round: round, since: sample.anchor, length: length)
            return occurrences.update(key, run: .alarm(run), outcome: .snoozed, actor: actor, at: sample)
        }
    }

    /// Ends an alarm that shows, rings or is quiet for a while, and those of its minute that ring or are quiet with it.
    ///
    /// The light of one that rings may stay; a second dismissal ends that.
    public mutating func dismiss(
        _ key: OccurrenceKey, actor: OccurrenceActor = .person, at sample: ClockSample
    ) -> [StoreChange] {
        let companions = companions(of: key)
        let open = companions.filter { !(run($0)?.isOver ?? true) }
        guard open.isEmpty else {
            return open.flatMap { finish($0, .dismissed, actor: actor, since: sample.anchor, at: sample) }
        }
        return companions.flatMap { end($0, actor: actor, at: sample) }
    }

    /// Ends an alarm with all that it shows.
    public mutating func end(
        _ key: OccurrenceKey, actor: OccurrenceActor = .person, at sample: ClockSample
    ) -> [StoreChange] {
        guard case .lightAfter(let outcome, _)? = run(key)?.phase else {
            return occurrences.end(key, .dismissed, actor: actor, at: sample)
        }
        return occurrences.end(key, outcome, actor: actor, logged: .lightEnded, at: sample)
    }

    /// Lets the alarms that ring follow a touch of the device, each as its plan says; those of one minute are silenced
    /// together if one of them is.
    ///
    /// An alarm that cannot be silenced any more rings on: a touch in half-sleep is no answer.
    public mutating func touch(at sample: ClockSample) -> [StoreChange] {
        runs.filter(\.run.rings).flatMap { key, _ -> [StoreChange] in
            guard run(key)?.rings ?? false else { return [] }
            if ringing(with: key).allSatisfy({ run($0)?.plan.touch == .dismiss }) {
                return dismiss(key, actor: .device, at: sample)
            }
            return (try? snooze(key, length: nil, actor: .device, at: sample)) ?? []
        }
    }

    /// Lets the alarms that run follow a manual change; each keeps it until it ends.
    ///
    /// Off while it rings dismisses it, and ends a light that stays after it; off during the sunrise darkens it, and it
    /// still rings.
    public mutating func takeManualChange(_ actions: [DeviceAction], at sample: ClockSample) -> [StoreChange] {
        var effects: [StoreChange] = []
        for (key, before) in runs {
            var run = before
            for action in actions {
                switch (action, run.phase) {
                case (.power(false), .ringing):
                    effects += companions(of: key).flatMap { end($0, at: sample) }
                case (.power(false), .lightAfter):
                    effects += end(key, at: sample)
                case (.power(false), .sunrise), (.light, .sunrise), (.light, .ringing):
                    run.yielded.insert(.light)
                case (.volume(let volume), .ringing):
                    run.chosenVolume = max(volume, .ringFloor)
                case (.power, _), (.sound, _), (.volume, _), (.light, .snoozed), (.light, .unanswered),
                    (.light, .lightAfter):
                    break
                }
            }
            guard run != before, occurrences.running[key] != nil else { continue }
            effects += occurrences.update(key, run: .alarm(run), outcome: nil, actor: .person, at: sample)
        }
        return effects
    }

    /// Lets the alarms that run go on as before a manual change that did not reach the device.
    public mutating func withdrawManualChange(
        since before: [OccurrenceKey: AlarmRun], at sample: ClockSample
    ) -> [StoreChange] {
        runs.flatMap { key, now -> [StoreChange] in
            guard let earlier = before[key] else { return [] }
            var run = now
            (run.yielded, run.chosenVolume) = (earlier.yielded, earlier.chosenVolume)
            guard run != now else { return [] }
            return occurrences.update(key, run: .alarm(run), outcome: nil, actor: .person, at: sample)
        }
    }

    /// The alarms that ring with one, itself among them.
    private func ringing(with key: OccurrenceKey) -> [OccurrenceKey] {
        companions(of: key).filter { run($0)?.rings ?? false }
    }
}

extension AlarmRun {
    /// Whether it rings and can still be snoozed.
    fileprivate var allowsSnooze: Bool {
        if case .ringing(let round, _) = phase { round <= plan.snoozeLimit } else { false }
    }
}
