// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import DeviceDocuments
import SleepModel

/// Values in words.
enum Describe {
    /// What a device shows and plays, in one line.
    static func state(_ state: DeviceStateDocument) -> String {
        guard state.power == "on" else { return "off" }
        return "\(light(state.light)), \(sound(state))"
    }

    /// The light, for example `amber 40%`.
    static func light(_ light: DeviceStateDocument.LightDocument) -> String {
        let brightness = Level(rawValue: light.brightness)
        guard brightness > .zero else { return "no light" }
        let percent = brightness.percent == 0 ? "under 1%" : "\(brightness.percent)%"
        if light.gradient { return "gradient \(percent)" }
        let color = RGBColor(red: light.red, green: light.green, blue: light.blue)
        let name = Palette.colors.first { $0.value == color }?.key ?? color.hexadecimal
        return "\(name) \(percent)"
    }

    /// The sound, for example `rain at 30%`.
    static func sound(_ state: DeviceStateDocument) -> String { sound(state.sound, state.volume) }

    /// A sound and its volume, 0 to 255.
    static func sound(_ sound: DeviceStateDocument.SoundDocument, _ volume: UInt8) -> String {
        let percent = Level(rawValue: volume).percent
        guard sound.id != SoundID.none.rawValue else { return "no sound (volume \(percent)%)" }
        return "\(sound.name ?? "sound \(sound.id)") at \(percent)%"
    }

    /// Days of the week, for example `mon, tue`.
    static func days(_ days: WeekdaySet) -> String {
        days == .daily ? "daily" : days.isEmpty ? "none" : days.shortNames.joined(separator: ", ")
    }

    /// One of a device's programs, a value in each line.
    static func program(_ program: DeviceProgramDocument) -> [String] {
        guard let light = program.light, let sound = program.sound, let volume = program.volume,
            let start = program.start, let seconds = program.durationSeconds, let days = program.days
        else { return ["program    " + (program.program.map { "\($0), " } ?? "") + "empty slot"] }
        return (program.program.map { ["program    \($0)"] } ?? []) + [
            "name       \(program.name ?? "not given")",
            "start      \(start)",
            "duration   \(length(seconds))",
            "days       \(self.days(days))",
            "light      \(self.light(light))",
            "sound      \(self.sound(sound, volume))",
            "enabled    \(program.enabled.map { $0 ? "yes" : "no" } ?? "not given")",
            "lock       \(program.toddlerLock == true ? "the touch ring does nothing" : "none")",
        ]
    }

    /// What became of a command to a device.
    static func result(_ result: ControlResult) -> String {
        let state = result.state.map { ": \(Self.state($0))" } ?? ""
        switch result.outcome {
        case "confirmed": return "\(result.name)\(state)."
        case "held-back":
            return "\(result.name) rings, and keeps to that\(state). "
                + "Quiet it with `lull alarm snooze`, or end it with `lull alarm dismiss`."
        default: return "\(result.name) acknowledged, and does not report it\(state)."
        }
    }
}

extension Describe {
    /// A length of time, for example `1h30m`.
    static func length(_ seconds: Int) -> String {
        DurationText.format(.seconds(seconds))
    }
}

extension Describe {
    /// What became of something and why, for example `missed (the computer was asleep)`.
    static func outcome(_ outcome: String, _ reason: String?) -> String {
        guard let reason else { return outcome }
        let words =
            switch OccurrenceReason(rawValue: reason) {
            case .down: "Lull was not running"
            case .suspend: "the computer was asleep"
            case .clockStep: "the clock was set"
            case .zoneChange: "the time zone changed"
            case .storage: "nothing could be saved"
            case .undelivered: "the device was out of reach"
            case .pause: "paused"
            case .skip: "on request"
            case nil: reason
            }
        return "\(outcome) (\(words))"
    }

    /// What happened, a row each.
    static func log(_ entries: [LogDocument], _ times: LocalTimes) -> [String] {
        var table = TextTable(["when", "device", "kind", "name", "outcome", "planned", "late", "by"])
        for entry in entries {
            let late = entry.lateSeconds.flatMap { $0 >= 2 ? length($0) : nil }
            table.add([
                times.text(entry.at), entry.device, entry.kind.rawValue, entry.name,
                outcome(entry.outcome.rawValue, entry.reason),
                times.text(entry.planned), late, entry.actor.rawValue,
            ])
        }
        return table.lines
    }

    /// An event in one line, for example `Sun 2027-03-14 07:30  nursery  amber 40%, rain at 30%`.
    static func event(_ event: EventDocument, _ times: LocalTimes) -> String {
        let what =
            switch event.event {
            case "state": event.state.map(state) ?? "an unknown state"
            case "link": event.link ?? "an unknown link"
            case "occurrence":
                [
                    event.kind?.rawValue, event.name.map { "“\($0)”" },
                    event.outcome.map { outcome($0.rawValue, event.reason) },
                ]
                .compactMap(\.self).joined(separator: " ")
            case "dropped": "\(event.dropped ?? 0) events were missed, as they were not read in time"
            default: event.event
            }
        return [times.text(event.at), event.device, what].compactMap(\.self).joined(separator: "  ")
    }
}
