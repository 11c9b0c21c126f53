// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Logging
import SleepModel

/// Something that happened to the clock or to zones; it explains why a schedule did or did not happen.
enum ClockEvent: Hashable, Sendable {
    /// Somebody set the clock; below zero it went back.
    case set(by: Duration)
    /// The host slept.
    case suspended(for: Duration)
    /// The host is in another zone; `former` has the rules of the one before.
    case zone(String, former: ZoneRules)
    /// The zone data changed; `version` is its version, where the data says it, and `changed` has the rules that zones in
    /// use had before.
    case zoneData(version: String?, changed: [String: ZoneRules])
    /// A zone in use cannot be read any more.
    case unreadable(zone: String)
    /// The clock looks wrong, and schedules wait for it.
    case waits
    /// Somebody set the clock that schedules waited for.
    case plausible
    /// Nobody set the clock that schedules waited for, so they follow it as it is.
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
        case .zone(let name, _): "the host's zone is now \(name)"
        case .zoneData(let version, _): version.map { "the zone data is now \($0)" } ?? "the zone data changed"
        case .unreadable(let zone): "the zone \(zone) cannot be read any more; schedules keep its last rules"
        case .waits: "the system clock looks wrong; schedules wait until it is set, at most 90 seconds"
        case .plausible: "the system clock was set; schedules run"
        case .followed: "nobody set the system clock; schedules run by what it shows"
        }
    }

    /// The line for the log that outlives the process; nil if it could only carry a wrong time.
    func entry(at instant: Instant) -> LogEntry? {
        let (name, outcome): (String, LogOutcome)
        switch self {
        case .set(let step): (name, outcome) = ("clock \(Self.distance(step))", .set)
        case .suspended(let time): (name, outcome) = ("host for \(DurationText.format(time))", .suspended)
        case .zone(let zone, _): (name, outcome) = ("zone \(zone)", .changed)
        case .zoneData(let version, _): (name, outcome) = (version.map { "zone data \($0)" } ?? "zone data", .changed)
        case .unreadable(let zone): (name, outcome) = ("zone \(zone)", .unreadable)
        case .waits: return nil
        case .plausible: (name, outcome) = ("clock", .trusted)
        case .followed: (name, outcome) = ("clock", .doubted)
        }
        return LogEntry(at: instant, kind: .daemon, name: name, outcome: outcome, actor: .daemon)
    }

    private static func distance(_ step: Duration) -> String {
        step < .zero ? "\(DurationText.format(.zero - step)) back" : "\(DurationText.format(step)) ahead"
    }
}
