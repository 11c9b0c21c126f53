// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
import Storage

extension SetupDocument {
    /// The setup as it continues from `current`: what a document cannot know comes from `current`.
    ///
    /// A schedule keeps how far it is settled and since when it holds while its rule stays the same; otherwise both are
    /// `now`, as after an edit. The edition of the rule stays, also with another time. So an old document neither misses nor
    /// repeats an occurrence, and a date that has had one gets no other. A schedule whose only occurrence `isOver` stays
    /// disabled if it is disabled in `current`. Schedules without an identity in the document, those in `unnamed`, are the
    /// ones that have their names in `current`. A schedule that moves to another device, or becomes another kind, gets a
    /// `freshID`, because its history is not that of the old one.
    public func standing(
        in current: SetupDocument, unnamed: Set<ScheduleID>, at now: Instant, freshID: () -> ScheduleID,
        isOver: (Schedule) -> Bool
    ) -> SetupDocument {
        var result = self
        result.takeIdentities(from: current, unnamed)
        result.renewIdentities(ofMovedIn: current, freshID)
        let devices = Dictionary(current.devices.map { ($0.address, $0) }) { first, _ in first }
        for index in result.devices.indices {
            guard let here = devices[result.devices[index].address] else { continue }
            result.devices[index].pairedAt = here.pairedAt
            // A document without the type is from a time when nobody had told it.
            result.devices[index].addressKind = result.devices[index].addressKind ?? here.addressKind
        }
        let schedules = Dictionary(current.schedules.map { ($0.id, $0) }) { first, _ in first }
        for index in result.schedules.indices {
            let wanted = result.schedules[index]
            guard let here = schedules[wanted.id] else {
                result.schedules[index].settle(at: now)
                continue
            }
            if !here.isEnabled, here.hasTimes(of: wanted), isOver(here) {
                result.schedules[index].isEnabled = false
            }
            result.schedules[index].edition = here.edition
            result.schedules[index].takenThrough = here.takenThrough
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
    /// The override without the time at which it was made.
    fileprivate var undated: OccurrenceOverride {
        OccurrenceOverride(schedule: schedule, date: date, change: change, since: .min)
    }
}

extension Schedule {
    /// What is unique among schedules, beside the identity.
    fileprivate var place: [String] { [device.rawValue, kind.rawValue, name.lowercased()] }

    /// Starts anew: nothing before `now` is due.
    fileprivate mutating func settle(at now: Instant) {
        validFrom = now
        settledThrough = now
    }

    /// Whether it happens at the same times as another schedule.
    fileprivate func hasRule(of other: Schedule) -> Bool {
        hasTimes(of: other) && isEnabled == other.isEnabled
    }
}

extension Pause {
    /// The pause of `current`, if it is the same except for when it was set.
    fileprivate func standing(in current: Pause?) -> Pause {
        guard let current, current.from == from, current.until == until, current.zone == zone else { return self }
        return current
    }
}
