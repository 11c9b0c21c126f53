// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// The lines of the log about the light of a reminder, by which a process that begins knows whether the one before has left
/// it on a device.
enum ReminderLight {
    private static let name = "reminder light"

    /// The line for what happens to the light on a device.
    static func entry(_ note: Identification.Note, on device: MacAddress, at now: Instant) -> LogEntry {
        let (outcome, detail): (LogOutcome, String?) =
            switch note {
            case .begins(let state): (.started, words(for: state))
            case .ends: (.done, nil)
            }
        return LogEntry(
            at: now, device: device, kind: .control, name: name, detail: detail, outcome: outcome, actor: .schedule,
            isTransient: true)
    }

    /// What restores a device, by its newest lines; nil when no light is left there.
    static func restoring(_ entries: [LogEntry]) -> [DeviceAction]? {
        let last = entries.last { $0.kind == .control && $0.name == name }
        guard let last, last.outcome == .started else { return nil }
        return last.detail.flatMap(actions)
    }

    private static func words(for state: DeviceState) -> String {
        guard state.isOn else { return "was off" }
        let appearance =
            switch state.light.appearance {
            case .color(let color): color.hexadecimal
            case .gradient: "gradient"
            }
        return "was \(appearance) at \(state.light.brightness.rawValue)/255"
    }

    private static func actions(_ words: String) -> [DeviceAction]? {
        let parts = words.split(separator: " ").map(String.init)
        if parts == ["was", "off"] { return [.power(false)] }
        guard parts.count == 4, parts[0] == "was", parts[2] == "at", parts[3].hasSuffix("/255"),
            let brightness = UInt8(parts[3].dropLast(4))
        else { return nil }
        let color = RGBColor(parsing: parts[1]).map { Light.Appearance.color($0) }
        guard let appearance = parts[1] == "gradient" ? .gradient : color else { return nil }
        return [.light(Light(appearance, brightness: Level(rawValue: brightness)))]
    }
}
