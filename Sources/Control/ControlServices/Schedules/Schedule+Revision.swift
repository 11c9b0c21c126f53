// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import Household
import SleepModel

extension DeviceFinder.Target {
    /// A text that is another one whenever somebody has changed a schedule or its dates, and the same after a restart.
    ///
    /// What time alone changes does not count.
    @MainActor
    func revision(of schedule: Schedule) -> String {
        let dates = controller.changes(of: schedule).sorted { $0.key < $1.key }
        return schedule.revision(with: dates.map { "\($0.key) \($0.value)" })
    }
}

extension Schedule {
    fileprivate func revision(with dates: [String]) -> String {
        var plain = self
        (plain.settledThrough, plain.validFrom, plain.takenThrough) = (
            Instant(secondsSince1970: 0), Instant(secondsSince1970: 0), nil
        )
        // A set has another order in each process.
        let exceptions = (recurrence?.exceptions ?? []).sorted()
        plain.recurrence?.exceptions = []
        var mornings: [CivilDate: TimeOfDay] = [:]
        if case .bedtime(var plan) = plan {
            swap(&mornings, &plan.mornings)
            plain.plan = .bedtime(plan)
        }
        let wakes = mornings.sorted { $0.key < $1.key }.map { "wake \($0.key) \($0.value)" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var bytes = (try? encoder.encode(plain)).map(Array.init) ?? []
        for date in exceptions.map({ "except \($0)" }) + wakes + dates { bytes += Array("\n\(date)".utf8) }
        // FNV-1a: short, and equal only for what is equal but for one in 2^64.
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }
}
