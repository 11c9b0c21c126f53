// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Household
import Scheduling
import SleepModel

extension DeviceFinder.Target {
    /// A warning that a limit of the device allows less than the volume of a schedule, after another warning; nil if both
    /// are.
    @MainActor
    func limitWarning(
        about schedule: Schedule, by zones: ZoneBook, at now: Instant, after warning: String?
    ) -> String? {
        guard mayBeLimited(schedule, by: zones, at: now) else { return warning }
        return switch schedule.plan {
        case .alarm(let plan): limitWarning(about: plan.volume, of: plan.sound, after: warning)
        case .bedtime(let plan): limitWarning(about: plan.volume, of: plan.sound, after: warning)
        case .routine: warning
        }
    }

    /// Whether the limit may hold while a schedule plays: an alarm can be outside of its hours.
    @MainActor
    func mayBeLimited(_ schedule: Schedule, by zones: ZoneBook, at now: Instant) -> Bool {
        guard let hours = device.limit?.hours, case .alarm(let plan) = schedule.plan else { return true }
        let rings = controller.upcoming(after: now, until: now + Self.week).filter { $0.schedule.id == schedule.id }
        let zone = zones.rules(of: nil)
        return rings.isEmpty
            || rings.contains { ring in
                let start = ring.occurrence.planned
                return hours.contains(start, in: zone) || hours.nextLook(after: start, in: zone) < start + plan.ringFor
            }
    }

    private static var week: Duration { .seconds(8 * 86_400) }

    /// A warning that a limit of the device allows less than the volume of a sound, after another warning; nil if both are.
    func limitWarning(about volume: Level, of sound: SoundID, after warning: String? = nil) -> String? {
        guard sound != .none, let most = device.limit?.volume, most < volume else { return warning }
        let hours = device.limit?.hours.map { ", \($0)" } ?? ""
        let limit = "The limit of “\(device.name)” allows at most \(most.percent)% volume\(hours)."
        return Sentences.joined(warning, limit)
    }
}
