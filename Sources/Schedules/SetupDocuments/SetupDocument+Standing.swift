// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
import Storage

extension SetupDocument {
    /// The setup as it stands where `current` stood so far: what a document cannot know is taken from here.
    ///
    /// How far a schedule is settled, and since when it holds, is what it is here as long as the rule stays the same,
    /// and `now` otherwise, as after an edit; so no occurrence that an old document knew nothing of is missed or
    /// happens twice. One whose only occurrence `isOver` stays disabled when it is here. Schedules that the document gave
    /// no identity, those in `unnamed`, are the ones that have their names here. One that is to act on another device, or is
    /// of another kind now, gets a `freshID`: what happened under its old one says nothing of it.
    public func standing(
        in current: SetupDocument, unnamed: Set<ScheduleID>, at now: Instant, freshID: () -> ScheduleID,
        isOver: (Schedule) -> Bool
    ) -> SetupDocument {
        var result = self
        result.takeIdentities(from: current, unnamed)
        result.renewIdentities(ofMovedIn: current, freshID)
        let devices = Dictionary(current.devices.map { ($0.address, $0) }) { first, _ in first }
        for index in result.devices.indices {
            result.devices[index].pairedAt =
                devices[result.devices[index].address]?.pairedAt ?? result.devices[index].pairedAt
        }
        let schedules = Dictionary(current.schedules.map { ($0.id, $0) }) { first, _ in first }
        for index in result.schedules.indices {
            let wanted = result.schedules[index]
            guard let here = schedules[wanted.id] else {
                result.schedules[index].settle(at: now)
                continue
            }
            if !here.isEnabled, here.recurrence == wanted.recurrence, here.zone == wanted.zone, isOver(here) {
                result.schedules[index].isEnabled = false
            }
            guard result.schedules[index].hasRule(of: here) else {
                result.schedules[index].settle(at: now)
                continue
            }
            result.schedules[index].validFrom = here.validFrom
            result.schedules[index].settledThrough = here.settledThrough
        }
        let overrides = Dictionary(current.overrides.map { ($0.undated, $0) }) { first, _ in first }
        result.overrides = result.overrides.map { overrides[$0.undated] ?? $0 }
        result.settings.pause = result.settings.pause?.standing(in: current.settings.pause)
        result.settings.devicePauses = Dictionary(
            uniqueKeysWithValues: result.settings.devicePauses.map { device, pause in
                (device, pause.standing(in: current.settings.devicePauses[device]))
            })
        return result
    }

    private mutating func takeIdentities(from current: SetupDocument, _ unnamed: Set<ScheduleID>) {
        guard !unnamed.isEmpty else { return }
        let named = Set(schedules.map(\.id)).subtracting(unnamed)
        let free = Dictionary(
            current.schedules.filter { !named.contains($0.id) }.map { ($0.place, $0.id) }
        ) { first, _ in first }
        var identities: [ScheduleID: ScheduleID] = [:]
        for index in schedules.indices where unnamed.contains(schedules[index].id) {
            guard let here = free[schedules[index].place] else { continue }
            identities[schedules[index].id] = here
            schedules[index].id = here
        }
        renameInOverrides(identities)
    }

    private mutating func renewIdentities(ofMovedIn current: SetupDocument, _ freshID: () -> ScheduleID) {
        let here = Dictionary(current.schedules.map { ($0.id, $0) }) { first, _ in first }
        var identities: [ScheduleID: ScheduleID] = [:]
        for index in schedules.indices {
            let wanted = schedules[index]
            guard let before = here[wanted.id], before.device != wanted.device || before.kind != wanted.kind else {
                continue
            }
            let fresh = freshID()
            identities[wanted.id] = fresh
            schedules[index].id = fresh
        }
        renameInOverrides(identities)
    }

    private mutating func renameInOverrides(_ identities: [ScheduleID: ScheduleID]) {
        for index in overrides.indices {
            overrides[index].schedule = identities[overrides[index].schedule] ?? overrides[index].schedule
        }
    }
}

extension OccurrenceOverride {
    /// The same, whenever it was asked for.
    fileprivate var undated: OccurrenceOverride {
        OccurrenceOverride(schedule: schedule, date: date, change: change, since: .min)
    }
}

extension Schedule {
    /// What no two schedules share, beside the identity.
    fileprivate var place: [String] { [device.rawValue, kind.rawValue, name.lowercased()] }

    /// Counts as new: what lies behind was never to happen.
    fileprivate mutating func settle(at now: Instant) {
        validFrom = now
        settledThrough = now
    }

    /// Whether it is to happen at the same times as another.
    fileprivate func hasRule(of other: Schedule) -> Bool {
        recurrence == other.recurrence && zone == other.zone && isEnabled == other.isEnabled
    }
}

extension Pause {
    /// The pause that holds here, if it is the same but for when it began.
    fileprivate func standing(in current: Pause?) -> Pause {
        guard let current, current.until == until, current.zone == zone else { return self }
        return current
    }
}
