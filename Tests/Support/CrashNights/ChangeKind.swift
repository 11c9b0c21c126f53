// SPDX-License-Identifier: Apache-2.0

import SleepModel
import Storage

/// The kinds of change that are made durable, as far as a crash around them could do different harm.
enum ChangeKind: String, Hashable, Codable, Sendable, CaseIterable {
    case begin
    case missed
    case skipped
    case superseded
    case update
    case end
    case void
    case save
    case remove
    case override
    case removeOverride = "remove-override"
    case settings
    case pair
    case forget
    case note

    init(_ change: StoreChange) {
        self =
            switch change {
            case .claim(let record, _, _):
                switch record.outcome {
                case nil: .begin
                case .skipped: .skipped
                case .superseded: .superseded
                // Nothing else ends without having begun; the audit says so if it does.
                case .missed, .done, .dismissed, .unattended, .cancelled: .missed
                }
            case .update(let record, _): record.outcome == nil ? .update : .end
            case .void: .void
            case .save: .save
            case .remove: .remove
            case .override: .override
            case .removeOverride: .removeOverride
            case .settings: .settings
            case .pair: .pair
            case .forget: .forget
            // None is more than a word about what happened.
            case .addressKind, .hold, .notices, .note: .note
            case .holidays, .removeHolidays, .group, .removeGroup: .settings
            }
    }
}
