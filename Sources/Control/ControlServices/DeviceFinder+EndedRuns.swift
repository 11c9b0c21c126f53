// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Household
import Scheduling
import SleepModel

extension DeviceFinder {
    /// What runs on a device before a command that may end it.
    @MainActor
    struct RunsBefore {
        private let alarms: [OccurrenceKey: String]
        private let nights: [OccurrenceKey: String]
        private let routines: [ScheduleID: String]
        private let naps: Bool

        /// Notes the alarms that ring, and the routines, the nap and the nights that have their end ahead.
        init(on target: Target) {
            let controller = target.controller
            alarms = Self.named(
                controller.runningAlarms.filter(\.run.phase.isRinging).map { ($0.key, $0.record.name) })
            nights = Self.named(
                controller.runningBedtimes.filter { $0.phase != .wake }.map { ($0.key, $0.record.name) })
            routines = Self.named(
                controller.schedules(of: .routine).filter { controller.progress(of: $0) != nil }
                    .map { ($0.id, $0.name) })
            naps = controller.runningNap != nil
        }

        /// What of it runs no more, in a sentence; nil if all of it goes on.
        func endedNote(on target: Target) -> String? {
            let now = RunsBefore(on: target)
            let rang = Self.names(alarms, without: now.alarms)
            let alarm = rang.count > 1 ? "alarms" : "alarm"
            let dismissed = rang.isEmpty ? nil : "dismissed the \(alarm) \(rang.listed)"
            let others =
                Self.names(nights, without: now.nights).map { "the night of \($0)" }
                + Self.names(routines, without: now.routines).map { "the routine \($0)" }
                + (naps && !now.naps ? ["the nap"] : [])
            let ended = others.isEmpty ? nil : "ended \(others.listed)"
            let parts = [dismissed, ended].compactMap(\.self)
            return parts.isEmpty ? nil : "That \(parts.joined(separator: " and "))."
        }

        private static func named<Key: Hashable>(_ runs: [(Key, String)]) -> [Key: String] {
            Dictionary(runs) { first, _ in first }
        }

        private static func names<Key: Hashable>(_ before: [Key: String], without now: [Key: String]) -> [String] {
            before.filter { now[$0.key] == nil }.map { "“\($0.value)”" }.sorted()
        }
    }
}
