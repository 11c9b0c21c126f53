// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// When the nights of a device are announced by a soft light that swells, and when not.
///
/// Where something comes between, nobody can say whether that is in time; then the light may come or not.
struct NightReminders {
    let device: Int
    let plan: NightPlan
    let facts: NightFacts
    let clock: NightTime
    let occurrences: [NightCalendar.Occurrence]
    let swells: [NightFacts.Span]

    /// How late a reminder may still come, and how far ahead a night is seen, in seconds.
    private static let (grace, horizon) = (600.0, 36 * 3600.0)
    /// How long it swells at most, in seconds.
    private static let longest = 10.0
    /// A light swells when nothing begins in this many seconds.
    private static let quiet = 30.0
    /// No light swells when something begins in this many seconds; in between it depends on how soon the device is reached.
    private static let busy = 7.0

    private struct Coming {
        var at: Double
        var begins: Double
        var isSure: Bool
    }

    private var all: [Coming] {
        occurrences.compactMap { occurrence in
            guard case .bedtime(let bedtime) = plan.schedules[occurrence.schedule].plan, let lead = bedtime.reminder
            else { return nil }
            let at = clock.time(of: occurrence.planned - .seconds(bedtime.windDown + lead))
            guard at > 0, at < occurrence.start else { return nil }
            let isBegun = if case .begins = occurrence.verdict { true } else { false }
            // A bedtime that was set or enabled since then is known, and one by another calendar.
            let schedule = plan.schedules[occurrence.schedule]
            let changes =
                facts.edits.filter { $0.schedule == occurrence.schedule }.map(\.at)
                + facts.switches.filter { $0.schedule == occurrence.schedule }.map(\.at)
                + facts.imports.filter { schedule.names($0.holidays) }.map(\.at)
            let edited = changes.filter { $0 < occurrence.start }.max() ?? 0
            let isSure =
                isBegun && at > edited + 30 && at > NightCalendar.isFurnished + 30
                && !isTroubled(around: at)
            return Coming(at: at, begins: occurrence.start, isSure: isSure)
        }
    }

    private func isTroubled(around time: Double) -> Bool {
        isReset(near: time)
            || facts.troubles.contains { trouble in
                // A night in a pause that lies ahead is not announced.
                let from = trouble.fault.isPause ? min(trouble.asked, trouble.span.from) : trouble.span.from
                return (trouble.device == nil || trouble.device == device)
                    && NightFacts.Span(from: from, to: trouble.span.to).touches(
                        time - Self.grace - 60, time + Self.quiet)
            }
    }

    /// Whether clock or zone change while the night lies ahead.
    private func isReset(near time: Double) -> Bool {
        facts.clockChanges.contains { abs($0.at - time) < Self.horizon }
    }

    /// What the model is to be told.
    var events: [(at: Double, event: NightModel.Event)] {
        all.filter(\.isSure).map { coming in
            let next = occurrences.map(\.start).filter { $0 > coming.at }.min() ?? .infinity
            let left = next - coming.at
            return (coming.at, .remind(isWelcome: left > Self.quiet ? true : left < Self.busy ? false : nil))
        }
    }

    /// What went against it; `reminders` are those of which the model says whether they show.
    func faults(_ reminders: [NightModel.Reminder]) -> [String] {
        var faults: [String] = []
        for reminder in reminders where reminder.shows == true && reminder.at < plan.end - 20 {
            let found = swells.first { abs($0.from - reminder.at) <= NightJudge.prompt }
            guard let found else {
                faults.append("device \(device) announces no night at \(clock.wall(at: reminder.at))")
                continue
            }
            if found.to - found.from > Self.longest {
                faults.append("device \(device) announces a night from \(clock.wall(at: found.from)) on for too long")
            }
        }
        let allowed =
            reminders.filter { $0.shows != false }.map { NightFacts.Span(from: $0.at, to: $0.at + NightJudge.prompt) }
            + all.filter { !$0.isSure }.map { NightFacts.Span(from: $0.at - 1, to: $0.begins) }
        for swell in swells where !allowed.contains(where: { $0.contains(swell.from) }) && !isReset(near: swell.from) {
            faults.append("device \(device) announces a night at \(clock.wall(at: swell.from)), and is not to")
        }
        return faults
    }
}
