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
        let hours = device.limit?.hours.map { " between \($0.description)" } ?? ""
        let limit = "A limit of “\(device.name)” allows \(most.percent)%\(hours)."
        return warning.map { "\($0) \(limit)" } ?? limit
    }
}
