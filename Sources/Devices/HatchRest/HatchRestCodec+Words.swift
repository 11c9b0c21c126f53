// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Values in plain words, parts of a sentence.
extension HatchRestCodec {
    /// For example `light #FF890E at 40 %`.
    func words(_ light: Light) -> String {
        let brightness = "at \(words(light.brightness))"
        return switch light.appearance {
        case .gradient: "light cycling through colours \(brightness)"
        case .color(let color): "light \(color.hexadecimal) \(brightness)"
        }
    }

    /// For example `sound 7 (rain)`.
    func words(_ sound: SoundID) -> String {
        guard sound != .none else { return "no sound" }
        return "sound \(sound.rawValue)" + (name(of: sound).map { " (\($0))" } ?? "")
    }

    /// For example `30 %`; a level that is not a whole percent of the scale is rounded.
    func words(_ level: Level) -> String { "\(level.percent) %" }

    /// For example `sound 7 (rain) at 30 %`.
    func words(_ sound: SoundID, at volume: Level) -> String { "\(words(sound)) at \(words(volume))" }

    /// The light and the sound of a favourite or a program.
    func words(_ light: Light, _ sound: SoundID, _ volume: Level) -> String {
        "\(words(light)), \(words(sound, at: volume))"
    }

    func words(_ state: DeviceState) -> String {
        var parts = [state.isOn ? "on" : "off"]
        if let favourite = state.favourite { parts.append("favourite \(favourite)") }
        parts.append(words(state.light, state.sound, state.volume))
        if let clock = state.clock { parts.append("clock \(clock)") }
        if state.isTimerRunning == true { parts.append("sleep timer running") }
        return parts.joined(separator: ", ")
    }

    func words(_ block: HatchRestFavouriteBlock) -> String {
        let isOnRing = block.favourite(number: 0).isEnabled
        return "favourite: \(words(block.light, block.sound, block.volume)), "
            + (isOnRing ? "on the touch ring" : "not on the touch ring")
    }

    func words(_ block: HatchRestProgramBlock) -> String {
        if block.isEmptySlot { return "empty program slot" }
        let program = block.program(number: 0)
        var parts = [
            "\(program.start) for \(DurationText.format(.seconds(program.durationSeconds))) on \(words(program.days))",
            words(program.light, program.sound, program.volume),
        ]
        if program.hasToddlerLock { parts.append("toddler lock") }
        guard let label = block.label else { return "program: " + parts.joined(separator: ", ") }
        parts.append(label.isEnabled ? "enabled" : "disabled")
        return "program “\(label.name.text)”: " + parts.joined(separator: ", ")
    }

    func words(_ label: HatchRestProgramLabel) -> String {
        label.isEmpty
            ? "no status and name, as of an empty program slot"
            : "program “\(label.name.text)”, \(label.isEnabled ? "enabled" : "disabled")"
    }

    func words(_ days: WeekdaySet) -> String {
        switch days {
        case .daily: "every day"
        case []: "no day"
        default: days.shortNames.joined(separator: ", ")
        }
    }
}
