// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// What somebody is told of besides, and what the log says with it.
extension NightNotices {
    /// How long before an alarm somebody is told of a device out of reach, and how soon Lull hears that one has lost its
    /// power, in seconds.
    private static let (warning, hearing) = (900.0, 660.0)
    /// By how much a device's clock is wrong that began anew, in seconds.
    private static let clockTolerance = 120.0

    /// A device is out of reach before an alarm.
    mutating func compareWarning(of ring: NightModel.Ring) {
        let due = ring.occurrence.due
        let from = ring.occurrence.start - 120
        let isAway = facts.spans([.outOfReach], on: device).contains { $0.from <= from && due <= $0.to }
        // Only the alarm that is due next is warned of.
        let isNext = !model.rings.contains { other in
            other.occurrence != ring.occurrence && from - Self.warning <= other.occurrence.due && other.from <= due + 1
        }
        guard isAway, isNext, abs(ring.from - due) < 1, isSure(from: from - Self.warning, to: due, troubles: Self.host)
        else { return }
        compared += 1
        let isSaid = saved.contains {
            $0.notice.kind == .unreachable && matches($0.notice, ring.occurrence)
                && from - Self.warning <= $0.at && $0.at <= due
        }
        guard !isSaid else { return }
        faults.append("nobody is told before \(name(ring.occurrence)) that the device is out of reach")
    }

    /// A device lost its power.
    mutating func comparePower() {
        for loss in facts.spans([.powerLoss], on: device) {
            let until = Self.hearing + quiet(from: loss.to)
            guard until < plan.end, !isOneWithAnother(loss), isSure(from: loss.from, to: until, troubles: Self.host),
                isInReach(from: loss.from, to: until)
            else { continue }
            compared += 1
            let isSaid = saved.contains {
                $0.notice.kind == .powerLost && loss.from - 1 <= $0.at && $0.at <= until
            }
            if !isSaid { faults.append("nobody is told that device \(device) lost its power at \(wall(loss.from))") }
        }
    }

    /// When nothing rings that began within the time in which Lull hears of a loss of power: it asks no clock then.
    private func quiet(from time: Double) -> Double {
        let rings = model.rings.sorted { $0.from < $1.from }
        return rings.reduce(time) { $1.from < $0 + Self.hearing && $0 < $1.to ? $1.to : $0 }
    }

    /// Whether a device lost its power that had just come back from another loss: while its clock is not set, nobody can
    /// tell the two apart.
    private func isOneWithAnother(_ loss: NightFacts.Span) -> Bool {
        facts.spans([.powerLoss], on: device).contains { other in
            let isSet = log.contains {
                Self.isClock($0)
                    && NightFacts.Span(from: other.from, to: loss.from).contains(model.clock.time(of: $0.at))
            }
            return other.from < loss.from && loss.from - other.to < Self.clockTolerance && !isSet
        }
    }

    /// Somebody exceeded the limit with a touch of the device.
    mutating func compareLimit() {
        for time in model.excesses where time + Self.late < plan.end - 60 {
            guard isSure(from: time - 60, to: time + 60, troubles: NightFault.allCases) else { continue }
            compared += 1
            let isSaid = saved.contains {
                $0.notice.kind == .limit && time - 1 <= $0.at && $0.at <= time + NightModel.hearing + Self.late
            }
            if !isSaid { faults.append("nobody is told that device \(device) was beyond its limit at \(wall(time))") }
        }
    }

    // MARK: - Log

    /// What the log says somebody is told.
    mutating func compareLog() {
        for entry in log {
            guard let kind = Self.kinds(of: entry).first, !Self.isClock(entry), isSafe(entry.at) else { continue }
            compared += 1
            let isSaid = saved.contains { $0.notice.kind == kind && isSame($0.notice.at, as: entry.at) }
            guard !isSaid else { continue }
            faults.append("nobody is told of \(entry.name ?? "") that is \(entry.outcome) at \(entry.at)")
        }
    }

    /// Whether the log says what a notice says.
    func isLogged(_ notice: Notice) -> Bool {
        !isSafe(notice.at)
            || log.contains { Self.kinds(of: $0).contains(notice.kind) && isSame(notice.at, as: $0.at) }
    }

    private static func kinds(of entry: LogEntry) -> [NoticeKind] {
        switch (entry.kind, entry.outcome) {
        case (.alarm, .missed): [.missed]
        case (.control, .limited): [.limit]
        case (.daemon, .restarted): [.powerLost]
        case _ where isClock(entry): [.powerLost]
        default: []
        }
    }

    /// Whether it says that the device's clock was set, perhaps after a loss of power.
    private static func isClock(_ entry: LogEntry) -> Bool { entry.kind == .daemon && entry.outcome == .set }

    /// Of lines that are written together the last one counts.
    private func isSame(_ told: Instant, as logged: Instant) -> Bool {
        (-1...Self.late).contains((told - logged).inSeconds)
    }

    /// Whether the disk takes everything, and no process ends before it could write it.
    private func isSafe(_ wall: Instant) -> Bool {
        let time = model.clock.time(of: wall)
        let troubles = facts.spans([.fullDisk, .hangingDisk, .restart, .badRow], on: nil)
        return time < plan.end - 60 && !troubles.contains { $0.touches(time - 120, time + 120) }
            && !facts.clockChanges.contains { abs($0.at - time) < 4000 }
    }
}
