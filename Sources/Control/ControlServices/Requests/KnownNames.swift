// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel
import Storage

/// The names that things of one kind have, so that no new one can be mistaken for one of them.
struct KnownNames {
    /// By what they look like, with what has them, such as `the alarm “school” of “nursery”`.
    private var owners: [NameSkeleton: [(name: String, words: String)]] = [:]

    /// Names of devices and groups, which share theirs.
    init(devices: [PairedDevice], groups: [DeviceGroup]) {
        for device in devices { insert(device.name, of: "the device “\(device.name)”") }
        for group in groups { insert(group.name, of: "the group “\(group.name)”") }
    }

    /// Names of calendars of holidays.
    init(_ calendars: [HolidayCalendar]) {
        for calendar in calendars { insert(calendar.name, of: "the holidays “\(calendar.name)”") }
    }

    /// Names of the schedules of one kind on any device.
    init(_ kind: ScheduleKind, among schedules: [Schedule], on devices: [PairedDevice]) {
        let names = Dictionary(devices.map { ($0.address, $0.name) }) { first, _ in first }
        for schedule in schedules where schedule.kind == kind {
            let device = names[schedule.device].map { " of “\($0)”" } ?? ""
            insert(schedule.name, of: "the \(kind) “\(schedule.name)”\(device)")
        }
    }

    private mutating func insert(_ name: String, of words: String) {
        for skeleton in NameSkeleton.all(of: name) { owners[skeleton, default: []].append((name, words)) }
    }

    /// Throws `confusable_name` for a name that looks like one of these and is not the same name.
    func require(_ name: String) throws(ControlError) {
        let others = NameSkeleton.all(of: name).flatMap { owners[$0] ?? [] }
        guard let other = others.first(where: { !$0.name.isSameName(as: name) }) else { return }
        throw ControlError(
            .confusableName, "“\(name)” looks like \(other.words), but consists of other characters.",
            advice: "Choose a name that nobody takes for that one, or write that one as it is.")
    }
}
