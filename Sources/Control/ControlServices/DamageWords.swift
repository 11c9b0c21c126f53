// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel
import Storage

/// What a person reads about a row that cannot be read.
struct DamageWords {
    let row: QuarantinedRow
    /// Its name, without the characters that a damaged one may have; nil where it cannot be read.
    let name: String?
    /// The nickname or the address of its device; nil where it cannot be read.
    let device: String?

    /// Finds words for a row; `names` are those of devices.
    init(_ row: QuarantinedRow, names: [MacAddress: String]) {
        self.row = row
        name = row.name?.printable(upTo: .max)
        device = row.device.map { names[$0] ?? $0.rawValue }
    }

    /// Whether it is a device whose address can be read, so that Lull still uses it.
    var isDeviceInUse: Bool { row.table == .devices && row.device != nil }

    /// What it is, for example `The alarm “school” of nursery`.
    var subject: String {
        guard !row.isNote else { return "a notice about \(row.table.plural)" }
        let title = name.map { " “\($0)”" } ?? ""
        let place = device.map { " of \($0)" } ?? ""
        let schedule = "the \(row.kind?.rawValue ?? "schedule")\(title)\(place)"
        return switch row.table {
        case .devices: "The device\(title)"
        case .schedules: "T\(schedule.dropFirst())"
        case .overrides: "A changed date of \(schedule)"
        case .pauses: "A pause\(place)"
        case .holidays: "The calendar of holidays\(title)"
        case .groups: "The group\(title)"
        case .holds: "What was set by hand\(device.map { " on \($0)" } ?? "")"
        case .notices: "A notice\(place)"
        case .runs: "A run of \(schedule)"
        case .ledger: "A past date of \(schedule)"
        case .log: "A line of the log\(place)"
        }
    }

    /// What it means for whoever relies on it.
    var message: String {
        guard !row.isNote else {
            let loss = "The state file was damaged: some of the \(row.table.plural) may be missing"
            return row.table == .runs ? "\(loss). Lull has begun them again." : "\(loss) or out of date."
        }
        let consequence =
            switch row.table {
            case .devices: isDeviceInUse ? "the rest of it is used" : "nothing runs on it"
            case .schedules: row.kind == .alarm ? "it does not ring" : "it does not run"
            case .overrides: "the usual time holds"
            case .pauses: "it has no effect"
            case .holidays: "schedules that name it happen on its dates and on all others"
            case .groups: "its schedules happen on each device, and nothing can name it"
            case .holds: "it does not count"
            case .runs: "it has begun again, or has ended"
            case .notices, .ledger, .log: "everything else is shown"
            }
        return "\(subject) cannot be read: \(consequence)."
    }

    /// What to do.
    var advice: String {
        let remove = "`lull damaged remove \(row.id)`"
        guard !row.isNote else {
            switch row.table {
            case .devices, .schedules, .overrides, .pauses, .holidays, .groups:
                return "Check them, set up again what is missing, then remove this note with \(remove)."
            case .holds, .notices, .runs, .ledger, .log: return "Remove this note with \(remove)."
            }
        }
        return switch row.table {
        case .devices where isDeviceInUse:
            "Unpair it with `lull unpair`, which removes its schedules too, and pair it again."
        case .devices: "Pair it again under the same name, or remove it with \(remove)."
        case .schedules: "Set it up again under the same name, or remove it with \(remove)."
        case .overrides: "Change or skip the date again, and remove this with \(remove)."
        case .pauses: "Set it again with `lull pause`, and remove this with \(remove)."
        case .holidays:
            "Import it again with `lull holidays import FILE.ics --name \(name?.shellWord ?? "NAME")`, or remove it with \(remove)."
        case .groups:
            "Set it again with `lull group set \(name?.shellWord ?? "NAME") DEVICE…`, or remove it with \(remove)."
        case .holds: "Set it again, or remove it with \(remove)."
        case .notices, .runs, .log: "Remove it with \(remove)."
        case .ledger: "Nothing needs to be done."
        }
    }
}
