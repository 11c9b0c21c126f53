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

    /// Who decides what a device does, for example `set by hand over “evening”`.
    static func owner(_ owner: OwnerDocument) -> String {
        switch owner.layer {
        case .manual: "set by hand" + (owner.below.map { " over “\($0.by)”" } ?? "")
        case .sunrise: "set by the sunrise of “\(owner.by)”"
        case .routine: "set by “\(owner.by)”"
        case .alarm: "set by the alarm “\(owner.by)”"
        }
    }

    /// Something that runs, for example `alarm “school” is snoozed until 07:09`.
    static func running(_ run: RunningDocument, _ times: LocalTimes) -> String {
        let until = times.text(run.until).map { " until \($0)" } ?? " until somebody stops it"
        switch run.kind {
        case .alarm:
            switch run.phase {
            case AlarmPhase.ringing.rawValue: return "alarm “\(run.name)” rings"
            case AlarmPhase.snoozed.rawValue: return "alarm “\(run.name)” is snoozed\(until)"
            default: return "sunrise of “\(run.name)”\(until)"
            }
        case .routine: return "routine “\(run.name)”, step \(run.phase),\(until)"
        case .bedtime: return "\(run.name), \(run.phase),\(until)"
        }
    }

    /// A pause, for example `paused until resumed`.
    static func paused(_ pause: PauseDocument, _ times: LocalTimes) -> String {
        "paused until \(times.text(pause.until) ?? "resumed")"
    }
}
