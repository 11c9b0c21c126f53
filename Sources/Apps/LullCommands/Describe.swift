// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
package import DeviceDocuments
import SleepModel

/// Values in words.
package enum Describe {
    /// Where something is, as a part of a sentence; empty for all devices.
    static func place(_ device: String?) -> String { device.map { " on \($0)" } ?? "" }

    /// A device, or what stands for one, as one word of a command that people copy.
    static func word(of device: String?) -> String { device?.shellWord ?? "DEVICE" }

    /// A name as one word of a command.
    static func word(_ name: String) -> String { name.contains(" ") ? "'\(name)'" : name }

    /// What a device shows and plays, in one line; with `saysVolume` also the volume of one that is off.
    package static func state(_ state: DeviceStateDocument, saysVolume: Bool = false) -> String {
        guard state.power == "on" else {
            return saysVolume ? "off (volume \(Level(rawValue: state.volume).percent)%)" : "off"
        }
        return "\(light(state.light)), \(sound(state))"
    }

    /// The light, for example `amber 40%`.
    package static func light(_ light: DeviceStateDocument.LightDocument) -> String {
        let brightness = Level(rawValue: light.brightness)
        guard brightness > .zero else { return "no light" }
        let color = RGBColor(red: light.red, green: light.green, blue: light.blue)
        return Light(light.gradient ? .gradient : .color(color), brightness: brightness)
            .text { $0.percent == 0 ? "under 1%" : "\($0.percent)%" }
    }

    /// The sound, for example `rain at 30%`.
    static func sound(_ state: DeviceStateDocument) -> String { sound(state.sound, state.volume) }

    /// A sound and its volume, 0 to 255; of silence, the volume of what begins next, unless that is 0.
    static func sound(_ sound: DeviceStateDocument.SoundDocument, _ volume: UInt8) -> String {
        let percent = Level(rawValue: volume).percent
        guard sound.id != SoundID.none.rawValue else {
            return percent == 0 ? "no sound" : "no sound (volume \(percent)%)"
        }
        return "\(sound.name ?? "sound \(sound.id)") at \(percent)%"
    }

    /// Days of the week, for example `mon, tue`.
    static func days(_ days: WeekdaySet) -> String {
        days == .daily ? "daily" : days.isEmpty ? "none" : days.shortNames.joined(separator: ", ")
    }

    /// One of a device's programs, a value in each line.
    package static func program(_ program: DeviceProgramDocument) -> [String] {
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

    /// A warning below what a command did, if there is one.
    static func warning(_ sentence: String?) -> [StyledLine] {
        sentence.map { [StyledLine($0, .warning)] } ?? []
    }

    /// What cannot be read, with what to do about it; of several that is said once.
    static func damage(_ rows: [DamagedRowDocument]) -> [StyledLine] {
        let advice = "See `lull damaged list`. If nothing is missing, `lull damaged remove --all` removes them all."
        guard rows.count > 1 else { return rows.map { StyledLine("\($0.message) \($0.advice)", .warning) } }
        return rows.map { StyledLine($0.message, .warning) } + [StyledLine(advice, .warning)]
    }

    /// What became of a command to a device.
    static func results(_ result: ControlResult, saysVolume: Bool = false) -> [StyledLine] {
        // The error at the end names what waits for its device.
        guard result.outcome != .pending else { return [] }
        return [StyledLine(Self.result(result, saysVolume: saysVolume))] + warning(result.warning)
    }

    /// One result in one line; with `saysVolume` also the volume of a device that is off.
    static func result(_ result: ControlResult, saysVolume: Bool = false) -> String {
        let state = result.state.map { ": \(Self.state($0, saysVolume: saysVolume))" } ?? ""
        switch result.outcome {
        case .confirmed, .heldBack: return "\(result.name)\(state)."
        case .limited where result.limit != nil:
            let limit = result.limit.map(Self.limit) ?? ""
            return "\(result.name)\(state). Its limit allows no more: \(limit)."
        case .limited: return "\(result.name)\(state). A ringing alarm is never quieter than that."
        case .unconfirmed: return "\(result.name) accepted the command but does not report the change\(state)."
        case .pending: return result.warning ?? "\(result.name) is out of reach. Lull tries again for a while."
        }
    }
}

extension Describe {
    /// How Lull learns that a device is there.
    static func listening(_ mode: ListeningMode) -> String {
        switch mode {
        case .active: "actively, for six seconds of each minute"
        case .passive: "passively, as bluetoothd reports the device by itself"
        }
    }
}
