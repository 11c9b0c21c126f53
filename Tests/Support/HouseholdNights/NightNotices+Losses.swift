// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// Judges the notices about a device that is out of reach while something runs on it.
extension NightNotices {
    /// After how long a notice is due about a device that is not heard, and how long an attempt to reach it may take, in
    /// seconds.
    private static let (silence, attempt) = (610.0, 90.0)
    /// What makes it hard to say since when a device is out of reach: it is heard in somebody else's words.
    private static let blur: [NightFault] = host + [.forgery, .lostReplies, .silence, .powerLoss, .program]

    /// There is one notice for each time in which the device does not show what runs.
    mutating func compareLosses() {
        let losses = Dictionary(grouping: saved.filter(Self.isLoss)) { "\($0.notice.number) \($0.notice.at)" }
            .values.compactMap { $0.map(\.at).min() }
        for away in facts.spans([.outOfReach], on: device) where away.to < plan.end - 60 {
            let noticed = losses.filter { away.from <= $0 && $0 <= away.to }
            if noticed.count > 1, isSure(from: away.from - 60, to: away.to, troubles: Self.blur) {
                faults.append(
                    "\(noticed.count) notices say that device \(device) is lost at \(wall(away.from))")
            }
            // Whoever asks something of it is told at once, and nothing runs any more for what waits.
            let isTold = facts.vain.contains { $0.device == device && away.contains($0.at) }
            guard !isTold, let due = due(in: away), isSure(from: away.from - 700, to: due, troubles: Self.blur) else {
                continue
            }
            compared += 1
            guard !noticed.contains(where: { $0 <= due }), !isWarned(from: away.from, to: due) else { continue }
            faults.append("there is no notice by \(wall(due)) that device \(device) is lost at \(wall(away.from))")
        }
    }

    /// By when a notice says that the device is out of reach; nil if nothing shows for long enough.
    private func due(in away: NightFacts.Span) -> Double? {
        var shown: NightFacts.Span?
        for part in model.parts where part.to > away.from && part.from < away.to {
            guard part.view.isOfARun, part.doubt == nil else {
                shown = nil
                continue
            }
            shown = NightFacts.Span(from: shown?.from ?? part.from, to: part.to)
            let due = max(away.from + Self.silence, shown?.from ?? part.from) + Self.attempt
            if due < min(part.to, away.to) { return due }
        }
        return nil
    }

    /// Whether a warning in that time says that an alarm is due on the device, and so that it is out of reach.
    private func isWarned(from start: Double, to end: Double) -> Bool {
        saved.contains {
            $0.notice.kind == .unreachable && $0.notice.occurrence != nil && start <= $0.at && $0.at <= end
        }
    }

    private static func isLoss(_ saved: Saved) -> Bool {
        saved.notice.kind == .unreachable && saved.notice.message.contains("went out of reach")
    }
}
