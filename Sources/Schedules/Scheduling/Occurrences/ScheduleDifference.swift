// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import SleepModel

/// What an edit of a schedule changed, in a few words for the log.
public enum ScheduleDifference {
    /// The words, for example `07:00 → 07:30, volume 40%`; nil when nothing changed that people see.
    public static func text(from before: Schedule, to after: Schedule) -> String? {
        var parts: [String] = []
        if before.recurrence?.time != after.recurrence?.time {
            parts.append(change(before.recurrence.map { "\($0.time)" }, after.recurrence.map { "\($0.time)" }))
        }
        if before.recurrence?.days != after.recurrence?.days, let days = after.recurrence?.days {
            parts.append(words(days))
        }
        parts += self.parts(from: before.recurrence, to: after.recurrence)
        if before.zone != after.zone { parts.append(after.zone.map { "zone \($0)" } ?? "the zone of the computer") }
        if parts.isEmpty, before.recurrence != after.recurrence { parts.append("other rules for its dates") }
        if before.group != after.group {
            parts.append(after.group.map { "of the group “\($0)”" } ?? "no longer of the group “\(before.group ?? "")”")
        }
        if before.name != after.name { parts.append(change("“\(before.name)”", "“\(after.name)”")) }
        if before.plan != after.plan {
            let own = self.parts(from: before.plan, to: after.plan)
            parts += own.isEmpty ? ["other settings"] : own
        }
        if before.isEnabled != after.isEnabled { parts.append(after.isEnabled ? "enabled" : "disabled") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Two times, for example `07:00 → 07:30`.
    static func times(from before: Instant, to after: Instant, in zone: ZoneRules) -> String {
        change("\(zone.civil(at: before).time)", "\(zone.civil(at: after).time)")
    }

    /// A value before and after; nil is that of something that only runs by hand.
    static func change(_ before: String?, _ after: String?) -> String {
        "\(before ?? "by hand") → \(after ?? "by hand")"
    }

    /// What bounds a rule changed: its first and last date, what it leaves out, and what it makes of clock changes.
    private static func parts(from before: Recurrence?, to after: Recurrence?) -> [String] {
        guard let after else { return [] }
        let bounds = before?.bounds ?? .open
        return [
            bounds.first == after.bounds.first
                ? nil : after.bounds.first.map { "from \($0)" } ?? "no first date",
            bounds.last == after.bounds.last ? nil : after.bounds.last.map { "until \($0)" } ?? "no last date",
            before?.exceptions ?? [] == after.exceptions
                ? nil
                : after.exceptions.isEmpty
                    ? "no exceptions"
                    : "except \(after.exceptions.sorted().map(\.description).joined(separator: " and "))",
            before?.holidays.notOn ?? [] == after.holidays.notOn
                ? nil : (after.holidays.notOn.isEmpty ? "also on holidays" : "not on \(names(after.holidays.notOn))"),
            before?.holidays.onlyOn ?? [] == after.holidays.onlyOn
                ? nil
                : (after.holidays.onlyOn.isEmpty ? "not only on holidays" : "only on \(names(after.holidays.onlyOn))"),
            before?.gap ?? after.gap == after.gap ? nil : "gap \(after.gap.rawValue)",
            before?.overlap ?? after.overlap == after.overlap ? nil : "overlap \(after.overlap.rawValue)",
        ].compactMap(\.self)
    }

    private static func names(_ names: [String]) -> String { names.joined(separator: " and ") }

    private static func words(_ days: Recurrence.Days) -> String {
        switch days {
        case .weekly(.daily): "daily"
        case .weekly(let days): days.rangeText
        case .once(let date): "on \(date)"
        case .yearly(let day): "every year on \(day)"
        }
    }

    private static func parts(from before: Schedule.Plan, to after: Schedule.Plan) -> [String] {
        switch (before, after) {
        case (.alarm(let before), .alarm(let after)): parts(from: before, to: after)
        case (.bedtime(let before), .bedtime(let after)): parts(from: before, to: after)
        case (.routine(let before), .routine(let after)):
            (before.steps == after.steps ? [] : ["other steps"])
                + (before.ifRunning == after.ifRunning ? [] : ["if another runs: \(after.ifRunning.rawValue)"])
        default: ["other steps"]
        }
    }

    private static func parts(from before: AlarmPlan, to after: AlarmPlan) -> [String] {
        [
            before.sunrise == after.sunrise ? nil : after.sunrise.map { "sunrise \(length($0))" } ?? "no sunrise",
            before.light == after.light ? nil : "light \(after.light?.text() ?? "as it is")",
            before.sound == after.sound ? nil : sound(after.sound),
            before.volume == after.volume ? nil : "volume \(after.volume.percent)%",
            before.crescendo == after.crescendo
                ? nil : after.crescendo.map { "crescendo \(length($0))" } ?? "no crescendo",
            before.ringFor == after.ringFor ? nil : "ring for \(length(after.ringFor))",
            before.snooze == after.snooze ? nil : "snooze \(length(after.snooze))",
            before.snoozeLimit == after.snoozeLimit ? nil : "snooze limit \(after.snoozeLimit)",
            before.touch == after.touch ? nil : "touch \(after.touch)",
            before.lightAfter == after.lightAfter
                ? nil : after.lightAfter.map { "light after \(length($0))" } ?? "no light after",
            before.backup == after.backup ? nil : after.backup.map { "backup \(length($0))" } ?? "no backup",
        ].compactMap(\.self)
    }

    private static func parts(from before: BedtimePlan, to after: BedtimePlan) -> [String] {
        [
            before.reminder == after.reminder
                ? nil : after.reminder.map { "reminder \(length($0))" } ?? "no reminder",
            before.windDown == after.windDown
                ? nil : after.windDown == .zero ? "no wind-down" : "wind-down \(length(after.windDown))",
            before.light == after.light ? nil : "light \(after.light.text())",
            before.sound == after.sound ? nil : sound(after.sound),
            before.volume == after.volume ? nil : "volume \(after.volume.percent)%",
            before.nightVolume == after.nightVolume
                ? nil : "night volume \(after.nightVolume.map { "\($0.percent)%" } ?? "as before the night")",
            before.soundFor == after.soundFor
                ? nil : "sound for \(after.soundFor.map(length) ?? "the whole night")",
            before.nightLight == after.nightLight
                ? nil : after.nightLight.map { "night light \($0.text())" } ?? "no night light",
            before.stayInBed == after.stayInBed
                ? nil
                : after.stayInBed.map { "stay in bed \(length($0.lead)) \($0.light.text())" } ?? "no stay-in-bed light",
            before.wake == after.wake ? nil : after.wake.map { "wake \($0)" } ?? "no wake time",
            before.sleep == after.sleep
                ? nil : after.sleep.map { "sleep \(length($0))" } ?? "lights-out at a time of its own",
            mornings(from: before, to: after),
            before.wakeLight == after.wakeLight ? nil : "wake light \(after.wakeLight.text())",
            wakeEnd(of: before) == wakeEnd(of: after) ? nil : wakeEnd(of: after),
            before.returnsAfter == after.returnsAfter
                ? nil : after.returnsAfter.map { "return after \(length($0))" } ?? "no return",
        ].compactMap(\.self)
    }

    /// The single mornings with another wake time than before; nil for none.
    private static func mornings(from before: BedtimePlan, to after: BedtimePlan) -> String? {
        let dates = Set(before.mornings.keys).union(after.mornings.keys)
            .filter { before.mornings[$0] != after.mornings[$0] }.sorted()
        guard !dates.isEmpty else { return nil }
        return dates.map { date in
            "wake \(after.mornings[date].map { "\($0)" } ?? "as usual") on \(date)"
        }.joined(separator: ", ")
    }

    private static func wakeEnd(of plan: BedtimePlan) -> String {
        plan.wakeUntil.map { "wake until \($0)" } ?? "wake for \(length(plan.wakeFor))"
    }

    /// Only the product knows what its sounds are called.
    private static func sound(_ sound: SoundID) -> String { sound == .none ? "no sound" : "another sound" }

    private static func length(_ duration: Duration) -> String { DurationText.format(duration) }
}
