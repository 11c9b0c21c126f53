// SPDX-License-Identifier: Apache-2.0

public import SleepModel

extension Template {
    /// The template with a name, or the only one whose name begins so; a hyphen is as good as a blank.
    public static func named(_ name: String) throws(ControlError) -> Template {
        func plain(_ name: String) -> String { String(name.lowercased().map { $0 == "-" ? " " : $0 }) }
        let wanted = plain(name)
        let exact = library.filter { plain($0.name) == wanted }
        let fitting = exact.isEmpty ? library.filter { plain($0.name).hasPrefix(wanted) } : exact
        guard let found = fitting.first, fitting.count == 1, !wanted.isEmpty else {
            let names = (fitting.isEmpty ? library : fitting).map { "“\($0.name)”" }
            throw ControlError(
                .unknownSchedule,
                fitting.count > 1
                    ? "Several templates fit: \(names.listed)." : "No template is called “\(name.printable)”.",
                advice: fitting.count > 1 ? "Name one." : "There are \(names.listed).")
        }
        return found
    }

    /// The kind of schedule that it adds.
    public var kind: ScheduleKind { alarm != nil ? .alarm : bedtime != nil ? .bedtime : .routine }

    /// What it adds, with the names that people read; nil for what it leaves out.
    package var values: [(name: String, value: String?)] {
        if let routine {
            return [("at", routine.rule.at ?? "by hand"), ("days", routine.rule.days)]
                + routine.steps.enumerated().map { ("step \($0.offset + 1)", $0.element) }
        }
        if let alarm {
            return [
                ("at", alarm.rule.at), ("days", alarm.rule.days), ("sunrise", alarm.sunrise), ("color", alarm.color),
                ("sound", alarm.sound), ("volume", alarm.volume.map { "\($0)%" }), ("snooze", alarm.snooze),
            ]
        }
        guard let bedtime else { return [] }
        return [
            ("at", bedtime.rule.at), ("days", bedtime.rule.days), ("wind-down", bedtime.windDown),
            ("light", bedtime.color), ("sound", bedtime.sound), ("volume", bedtime.volume.map { "\($0)%" }),
            ("night volume", bedtime.nightVolume.map { "\($0)%" }), ("night light", bedtime.nightLight),
            ("stay in bed", bedtime.stayInBed.map { "\($0) before the wake light" }),
            ("stay-in-bed light", bedtime.stayInBedLight), ("wake", bedtime.wake), ("wake light", bedtime.wakeLight),
            ("wake for", bedtime.wakeFor),
        ]
    }
}
