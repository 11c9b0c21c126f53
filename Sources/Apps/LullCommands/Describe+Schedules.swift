// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel

/// What decides, and what comes next.
extension Describe {
    /// The kind of something planned: the API's `window` is the wake light at the end of a bedtime.
    static func kind(_ kind: PlannedKind) -> String {
        kind == .window ? "wake light" : kind.rawValue
    }

    /// Something planned, for example `alarm “school”`; a wake light has only its bedtime's name.
    static func schedule(_ kind: PlannedKind, _ name: String) -> String {
        kind == .window ? Self.kind(kind) : "\(kind) “\(name)”"
    }

    /// Who decides what a device does, for example `set by hand`.
    static func owner(_ owner: OwnerDocument) -> String {
        switch owner.layer {
        case .manual: "set by hand"
        case .sunrise: "set by the sunrise of “\(owner.by)”"
        case .routine: "set by “\(owner.by)”"
        case .alarm: "set by the alarm “\(owner.by)”"
        }
    }
}
