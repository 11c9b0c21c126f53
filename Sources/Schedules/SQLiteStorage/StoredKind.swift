// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// The kinds of schedule under the names they have in the file.
///
/// The raw values are the file format: they stay when a case of the domain is renamed, and the switches make the
/// compiler ask for new ones.
enum StoredKind: String, Codable {
    case routine = "routine"
    case alarm = "alarm"
    case bedtime = "bedtime"

    init(_ kind: ScheduleKind) {
        self =
            switch kind {
            case .routine: .routine
            case .alarm: .alarm
            case .bedtime: .bedtime
            }
    }

    var value: ScheduleKind {
        switch self {
        case .routine: .routine
        case .alarm: .alarm
        case .bedtime: .bedtime
        }
    }
}
