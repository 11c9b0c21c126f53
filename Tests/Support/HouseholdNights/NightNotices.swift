// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// Holds what somebody is told about a device against the model and the log.
///
/// People are told that nobody answered an alarm, that the device does not ring or soon may not, that an alarm was missed,
/// that the device lost its power, and that somebody exceeded its limit.
struct NightNotices {
    /// A notice as it was when it was saved, in seconds since the beginning.
    struct Saved: Sendable {
        var at: Double
        var notice: Notice
    }

    let device: Int
    let plan: NightPlan
    let model: NightModel
    let facts: NightFacts
    /// Those about the device.
    let saved: [Saved]
    /// The log of the device.
    let log: [LogEntry]

    /// How long a ring may take to be heard, and how late somebody may be told, in seconds.
    static let (patience, late) = (60.0, 10.0)

    var compared = 0
    var faults: [String] = []

    mutating func compare() {
        for silence in model.silences { compare(silence) }
        for ring in model.rings where ring.from < plan.end - 120 {
            compare(ring)
            compareWarning(of: ring)
        }
        compareLosses()
        comparePower()
        compareLimit()
        compareLog()
        for saved in saved where !isExpected(saved) {
            faults.append(
                "somebody is told at \(model.clock.wall(at: saved.at)), and is not to be: \(saved.notice.message)")
        }
    }

    /// Nobody answered a ring that was heard.
    private mutating func compare(_ silence: NightModel.Silence) {
        guard silence.at < plan.end - 60, isSure(from: silence.at - 5, to: silence.at + Self.late, troubles: Self.host),
            isInReach(from: silence.since - 120, to: silence.at + Self.patience)
        else { return }
        compared += 1
        // Of several that fall silent at once one notice says how many they are.
        let together = model.silences.filter { abs($0.at - silence.at) < 0.5 }
        let isSaid = together.contains { self.isSaid(.unattended, of: $0.occurrence, at: silence.at) }
        guard !isSaid else { return }
        faults.append("nobody is told that \(name(silence.occurrence)) was not answered at \(wall(silence.at))")
    }

    /// Nobody can hear a ring: somebody is told every minute, until they have read it.
    private mutating func compare(_ ring: NightModel.Ring) {
        let first = ring.from + Self.patience
        let away = facts.spans([.outOfReach], on: device).first {
            $0.from <= ring.from - 120 && first + Self.late <= $0.to
        }
        guard let away else { return }
        let read = facts.acknowledgements.first { first < $0 }
        var due = first
        while due + Self.late < min(ring.to, away.to),
            isSure(from: ring.from - 120, to: due + Self.late, troubles: Self.host)
        {
            // Nobody can say which of two is first that come at once.
            if let read, due + Self.late > read {
                if due > read + Self.late { compareSilence(of: ring, readAt: read, at: due) }
            } else {
                compared += 1
                if !isSaid(.notRinging, of: ring.occurrence, at: due) {
                    faults.append("nobody is told that \(name(ring.occurrence)) does not ring at \(wall(due))")
                }
            }
            due += Self.patience
        }
    }

    /// Nobody is told again of what they have read.
    private mutating func compareSilence(of ring: NightModel.Ring, readAt read: Double, at due: Double) {
        compared += 1
        guard isSaid(.notRinging, of: ring.occurrence, at: due) else { return }
        faults.append("somebody is told again at \(wall(due)) of \(name(ring.occurrence)), read at \(wall(read))")
    }

    /// Whether there is a reason for a notice, or nobody can say.
    private func isExpected(_ saved: Saved) -> Bool {
        let span = (from: saved.at - 300, to: saved.at)
        switch saved.notice.kind {
        case .unattended:
            guard isSure(from: span.from, to: span.to, troubles: NightFault.allCases) else { return true }
            return model.silences.contains { matches(saved.notice, $0.occurrence) && isSoon(saved.at, after: $0.at) }
        // That the programs of a mirror are behind is about no alarm.
        case .unreachable where saved.notice.occurrence == nil: return true
        case .notRinging, .unreachable:
            return !isSure(from: span.from, to: span.to, troubles: NightFault.allCases)
        case .missed, .limit, .powerLost: return isLogged(saved.notice)
        default: return true
        }
    }

    // MARK: -

    /// What keeps Lull from looking or from saving.
    static let host: [NightFault] = [.restart, .badRow, .suspend, .fullDisk, .hangingDisk]

    func isSure(from: Double, to: Double, troubles: [NightFault]) -> Bool {
        let isTroubled = facts.spans(troubles, on: device).contains { $0.touches(from - 60, to + 60) }
        let isSet = facts.clockChanges.contains { from <= $0.at && $0.at <= to }
        return !isTroubled && !isSet && from > NightCalendar.isFurnished
            && !model.parts.contains { $0.doubt != nil && $0.from <= to + 10 && from - 10 <= $0.to }
    }

    func isInReach(from: Double, to: Double) -> Bool {
        !facts.spans([.outOfReach], on: device).contains { $0.touches(from, to) }
    }

    private func isSaid(_ kind: NoticeKind, of occurrence: NightCalendar.Occurrence, at time: Double) -> Bool {
        saved.contains { $0.notice.kind == kind && matches($0.notice, occurrence) && isSoon($0.at, after: time) }
    }

    private func isSoon(_ time: Double, after other: Double) -> Bool { (-2...Self.late).contains(time - other) }

    func matches(_ notice: Notice, _ occurrence: NightCalendar.Occurrence) -> Bool {
        let slot = OccurrenceKey.scheduledSlot(edition: occurrence.edition + 1)
        guard let key = notice.occurrence, let schedule = facts.identities[occurrence.schedule] else { return false }
        return key == OccurrenceKey(schedule: schedule, date: occurrence.date, slot: slot)
    }

    func name(_ occurrence: NightCalendar.Occurrence) -> String {
        "\(plan.schedules[occurrence.schedule].name) of \(occurrence.planned) on device \(device)"
    }

    func wall(_ time: Double) -> String { "\(model.clock.wall(at: time))" }
}
