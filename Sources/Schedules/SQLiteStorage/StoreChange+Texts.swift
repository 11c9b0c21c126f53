// SPDX-License-Identifier: Apache-2.0

import SleepModel
import Storage

extension StoreChange {
    /// The texts in it that may come from outside.
    ///
    /// GRDB hands text over as a C string, so that it would end at a NUL and name something else.
    var texts: [String?] {
        let own: [String?] =
            switch self {
            case .claim(let record, let schedule, _): record.texts + [schedule?.id.rawValue]
            case .update(let record, _): record.texts
            case .void(let key, _, _, _): key.texts
            case .save(let schedule, _): [schedule.id.rawValue, schedule.name, schedule.zone]
            case .remove(let schedule, _), .removeOverride(let schedule, _, _): [schedule.rawValue]
            case .override(let override, _): [override.schedule.rawValue]
            case .settings(let settings, _): [settings.pause?.zone] + settings.devicePauses.values.map(\.zone)
            case .pair(let device, _): [device.name, device.product.rawValue]
            case .forget, .note: []
            }
        return own + log.flatMap { [$0.kind, $0.name, $0.outcome, $0.actor] }
    }
}

extension OccurrenceKey {
    fileprivate var texts: [String?] { [schedule.rawValue, slot] }
}

extension OccurrenceRecord {
    fileprivate var texts: [String?] { key.texts + [name, zone, zoneData] }
}
