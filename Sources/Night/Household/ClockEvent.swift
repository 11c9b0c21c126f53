// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Logging
import SleepModel

/// What happened to the clock or to zones, as people read it when they ask why something did or did not happen.
enum ClockNews: Hashable, Sendable {
    /// The clock was set, backwards below zero.
    case set(by: Duration)
    /// The host was suspended.
    case suspended(for: Duration)
    /// The host is in another zone.
    case zone(String)
    /// The zone data is another one; its version, where it says.
    case zoneData(version: String?)
    /// A zone in use cannot be read any more.
    case unreadable(zone: String)
    /// The clock cannot be right, and is waited for.
    case waits
    /// The clock that was waited for was set.
    case plausible
    /// The clock that was waited for was not set.
    case followed

    /// How much it matters.
    var level: Logger.Level {
        switch self {
        case .set, .suspended, .zone, .zoneData, .plausible: .notice
        case .unreadable, .waits, .followed: .warning
        }
    }

    /// One sentence.
    var message: String {
        switch self {
        case .set(let step): "the clock was set \(Self.distance(step))"
        case .suspended(let time): "the host was suspended for \(DurationText.format(time))"
        case .zone(let name): "the host's zone is now \(name)"
        case .zoneData(let version): "the zone data is now \(version ?? "another one")"
        case .unreadable(let zone): "the zone \(zone) cannot be read any more; its last rules hold"
        case .waits: "the clock cannot be right; schedules wait until it is set, for 90 seconds at most"
        case .plausible: "the clock was set; schedules go on"
        case .followed: "nobody set the clock; schedules go on by what it reads"
        }
    }

    /// The line for the log that outlives the process; nil if it could only be dated wrongly.
    func entry(at instant: Instant) -> LogEntry? {
        let (name, outcome): (String, String)
        switch self {
        case .set(let step): (name, outcome) = ("clock \(Self.distance(step))", "set")
        case .suspended(let time): (name, outcome) = ("host for \(DurationText.format(time))", "suspended")
        case .zone(let zone): (name, outcome) = ("zone \(zone)", "changed")
        case .zoneData(let version): (name, outcome) = (version.map { "zone data \($0)" } ?? "zone data", "changed")
        case .unreadable(let zone): (name, outcome) = ("zone \(zone)", "unreadable")
        case .waits: return nil
        case .plausible: (name, outcome) = ("clock", "trusted")
        case .followed: (name, outcome) = ("clock", "doubted")
        }
        return LogEntry(at: instant, kind: "daemon", name: name, outcome: outcome, actor: "daemon")
    }

    private static func distance(_ step: Duration) -> String {
        step < .zero ? "\(DurationText.format(.zero - step)) back" : "\(DurationText.format(step)) ahead"
    }
}
