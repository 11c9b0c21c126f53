// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Scheduling
import SleepModel

/// Schedules that people change or remove.
extension DeviceFinder {
    /// The one schedule of a kind that a request means.
    ///
    /// Throws `damaged_state` for what only stands in for a schedule that cannot be read, as a change of it would take the
    /// place of that schedule.
    func schedule(
        _ kind: ScheduleKind, named name: String?, on device: String?
    ) async throws -> (target: Target, schedule: Schedule) {
        let found = try await pick(try await schedules(of: kind, on: device), named: name, kind: kind)
        let damaged = try await DamagedRowDocument.all(in: store).first {
            $0.table == .schedules && $0.subject == found.schedule.route
        }
        guard let damaged else { return found }
        throw ControlError(.damagedState, damaged.message, advice: damaged.advice, damaged: [damaged])
    }

    /// The one schedule of a kind that is called just so, for what cannot be undone.
    func wholeSchedule(
        _ kind: ScheduleKind, named name: String?, on device: String?
    ) async throws -> (target: Target, schedule: Schedule) {
        let found = try await pick(try await schedules(of: kind, on: device), named: name, kind: kind)
        guard let name, !found.schedule.isNamed(name) else { return found }
        throw ControlError(
            .unknownSchedule, "No \(kind) is called “\(name.printable)”.",
            advice:
                "Write the whole name to remove it: `lull \(kind) remove \(found.target.arguments(for: found.schedule))`."
        )
    }
}

extension Schedule {
    /// The schedule as somebody wants it, enabled or not; throws `nothing_active` when its only date is over.
    func switched(_ isEnabled: Bool, hasNext: (Schedule) -> Bool) throws(ControlError) -> Schedule {
        var wanted = self
        wanted.isEnabled = isEnabled
        guard isEnabled, !self.isEnabled, recurrence?.isOnce == true, !hasNext(wanted) else { return wanted }
        throw ControlError(
            .nothingActive, "“\(name)” was for one date, and that is over.",
            advice: "Give it another time: `lull \(kind) edit \(name.shellWord) --at 07:00`.")
    }
}
