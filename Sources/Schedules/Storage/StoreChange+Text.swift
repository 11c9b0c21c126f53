// SPDX-License-Identifier: Apache-2.0

package import SleepModel

extension StoreChange {
    /// Throws `invalidText` when a text that may come from outside contains a NUL.
    ///
    /// A database may end a text at a NUL, so that the rest of it would name something else.
    package func requireNoNul() throws(StorageError) {
        let own: [String?] =
            switch self {
            case .claim(let record, let schedule, _): record.texts + [schedule?.id.rawValue]
            case .update(let record, _): record.texts
            case .void(let key, _, _, _): key.texts
            case .save(let schedule, _): [schedule.id.rawValue, schedule.name, schedule.group, schedule.zone]
            case .remove(let schedule, _), .removeOverride(let schedule, _, _): [schedule.rawValue]
            case .override(let override, _): [override.schedule.rawValue]
            case .settings(let settings, _): [settings.pause?.zone] + settings.devicePauses.values.map(\.zone)
            case .holidays(let calendar, _): [calendar.name] + calendar.holidays.map(\.summary)
            case .removeHolidays(let name, _), .removeGroup(let name, _): [name]
            case .group(let group, _): [group.name]
            case .pair(let device, _): [device.name, device.product.rawValue]
            case .hold(let holds, _, _):
                holds.holds.flatMap { $0.over.map(\.occurrence) + $0.outlasts }.flatMap(\.texts)
                    + [holds.nap?.start.bootID] + holds.waiting.map(\.name)
            case .notices(let notices, _):
                notices.flatMap { [$0.schedule?.rawValue, $0.message, $0.advice] + ($0.occurrence?.texts ?? []) }
            case .addressKind, .forget, .note: []
            }
        try StorageError.requireNoNul(
            in: own + log.flatMap { [$0.schedule?.rawValue, $0.name, $0.detail] + ($0.occurrence?.texts ?? []) })
    }
}

extension StorageError {
    /// Throws `invalidText` for the first text that contains a NUL.
    package static func requireNoNul(in texts: [String?]) throws(StorageError) {
        for case let text? in texts where text.utf8.contains(0) { throw .textContainsNul(text) }
    }
}

extension OccurrenceKey {
    /// The texts in it that may come from outside.
    package var texts: [String?] { [schedule.rawValue, slot] }
}

extension OccurrenceRecord {
    fileprivate var texts: [String?] { key.texts + [name, zone, zoneData] }
}
