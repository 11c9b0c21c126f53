// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

extension DeviceFinder.Target {
    /// A warning that a limit of the device allows less than the volume of a schedule, after another warning; nil if both
    /// are.
    func limitWarning(about plan: Schedule.Plan, after warning: String?) -> String? {
        switch plan {
        case .alarm(let plan): limitWarning(about: plan.volume, of: plan.sound, after: warning)
        case .bedtime(let plan): limitWarning(about: plan.volume, of: plan.sound, after: warning)
        case .routine: warning
        }
    }

    /// A warning that a limit of the device allows less than the volume of a sound, after another warning; nil if both are.
    func limitWarning(about volume: Level, of sound: SoundID, after warning: String? = nil) -> String? {
        guard sound != .none, let most = device.limit?.volume, most < volume else { return warning }
        let hours = device.limit?.hours.map { ", \($0)" } ?? ""
        let limit = "The limit of “\(device.name)” allows at most \(most.percent)% volume\(hours)."
        return Sentences.joined(warning, limit)
    }
}
