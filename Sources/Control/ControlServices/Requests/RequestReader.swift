// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SleepModel

/// Turns what people write into values, or into an error that says how to write it.
struct RequestReader {
    let codec: any ProductCodec
    let zones: ZoneBook
    /// The calendars that rules can name.
    var holidays = HolidayBook()

    init(codec: any ProductCodec, zones: ZoneBook) {
        self.codec = codec
        self.zones = zones
    }

    /// Reads for a device and its schedules.
    @MainActor
    init(_ controller: DeviceController, zones: ZoneBook) {
        self.init(codec: controller.codec, zones: zones)
        holidays = controller.holidays
    }

    func time(
        _ text: String, _ name: String = "--at", or another: String? = nil
    ) throws(ControlError) -> TimeOfDay {
        guard let time = TimeOfDay(parsing: text) else {
            let forms = another.map { "07:00, 8pm, or \($0)" } ?? "07:00, 07:00:30 or 8pm"
            throw Self.invalid("“\(text.printable)” is not a time of day.", "Write \(name) as \(forms).")
        }
        return time
    }

    func days(_ text: String) throws(ControlError) -> WeekdaySet {
        guard let days = WeekdaySet(parsing: text), !days.isEmpty else {
            throw Self.invalid(
                "“\(text.printable)” is not a list of days.", "Write --days as mon,tue, mon-fri, weekend or daily.")
        }
        return days
    }

    func duration(
        _ text: String, _ name: String, as examples: String = "30s, 10m or 1h30m"
    ) throws(ControlError) -> Duration {
        guard let duration = DurationText.parse(text) else {
            // A name of words begins a sentence elsewhere.
            let inside = name.prefix(1).lowercased() + name.dropFirst()
            throw Self.invalid("“\(text.printable)” is not a length of time.", "Write \(inside) as \(examples).")
        }
        return duration
    }

    func duration(
        _ text: String, _ name: String, in range: ClosedRange<Duration>
    ) throws(ControlError) -> Duration {
        let duration =
            range.contains(.seconds(30))
            ? try duration(text, name)
            : try duration(text, name, as: "\(DurationText.format(range.lowerBound)) or 1h30m")
        try require(duration, name, in: range)
        return duration
    }

    func percent(
        _ value: Int, _ name: String, in range: ClosedRange<Int> = RequestRange.percent
    ) throws(ControlError) -> Level {
        guard range.contains(value), let level = Level(percent: value) else {
            throw Self.invalid(
                "\(name) \(value)% is out of range.",
                "Give a percentage from \(range.lowerBound) to \(range.upperBound).")
        }
        return level
    }

    func color(_ text: String) throws(ControlError) -> RGBColor {
        guard let color = RGBColor(parsing: text) else {
            let names = Palette.colors.keys.sorted()
            throw Self.invalid(
                "“\(text.printable)” is not a colour.",
                Sentences.advice(
                    for: text, among: names, "Give #rrggbb, 2000K or one of \(names.joined(separator: ", "))."))
        }
        return color
    }

    /// A colour or the device's colour cycle; nil for `off`.
    func appearance(_ text: String) throws(ControlError) -> Light.Appearance? {
        switch text.lowercased() {
        case "off": nil
        case "gradient": .gradient
        default: .color(try color(text))
        }
    }

    /// The light of a favourite or a program: what is nil stays as it was `before`, and a dark one becomes half bright.
    func light(_ text: String?, brightness percent: Int?, before: Light) throws(ControlError) -> Light {
        var light = before
        if let text {
            guard let appearance = try appearance(text) else { return .off }
            light.appearance = appearance
            if light.brightness == .zero { light.brightness = Light.usualBrightness }
        }
        if let percent { light.brightness = try self.percent(percent, "--brightness") }
        // A slot that was dark has no colour to be seen.
        if light.brightness > .zero, light.appearance == Light.off.appearance, text == nil {
            light.appearance = .color(RGBColor(red: 255, green: 255, blue: 255))
        }
        return light
    }

    /// A light as `amber` or `amber 40%`; without a brightness it keeps that of `before`, and a dark one becomes half bright.
    func light(_ text: String, _ option: String, before: Light) throws(ControlError) -> Light {
        let words = text.split(separator: " ").map(String.init)
        let isColor = words.count < 2 || RGBColor(parsing: words.joined(separator: " ")) != nil
        let name = (isColor ? words[...] : words.dropLast()).joined(separator: " ")
        let isLight = !words.isEmpty && (words.count <= 2 || RGBColor(parsing: name) != nil)
        guard isLight, let appearance = try appearance(name) else {
            throw Self.invalid(
                "“\(text.printable)” is not a light.", "Write \(option) as amber or 'amber 40%'.")
        }
        guard !isColor, let last = words.last else {
            return Light(appearance, brightness: before.brightness == .zero ? Light.usualBrightness : before.brightness)
        }
        let number = last.hasSuffix("%") ? String(last.dropLast()) : last
        guard let percent = Int(number), number.utf8.count <= 3 else {
            throw Self.invalid(
                "“\(last.printable)” is not a brightness.", "Write \(option) as '\(name.printable) 40%'.")
        }
        return Light(appearance, brightness: try self.percent(percent, option, in: RequestRange.highestBrightness))
    }

    /// The light of an alarm, which has one colour: a colour alone keeps the brightness that it has `before`.
    func alarmLight(_ text: String, before: Light) throws(ControlError) -> Light {
        let light = try light(text, "--color", before: before)
        guard case .color = light.appearance else {
            throw Self.invalid(
                "An alarm has one colour, not a gradient.", "Give #rrggbb, 2000K or a name of `lull colors`.")
        }
        return light
    }

    /// A program's name, which the device keeps in a few bytes.
    func programName(_ text: String) throws(ControlError) -> String {
        let name = try name(text, what: "a program")
        guard MirrorRole(programName: name) == nil else {
            throw Self.invalid("“\(name)” is the name of a program that Lull writes.", "Choose another name.")
        }
        let longest = codec.capabilities.programNameLength
        guard name.utf8.count <= longest else {
            throw Self.invalid(
                "“\(name)” is too long for a program's name.", "Give at most \(longest) letters, fewer with accents.")
        }
        return name
    }

    func sound(_ text: String) throws(ControlError) -> SoundID {
        if text.lowercased() == "off" { return .none }
        guard let sound = codec.sound(text) else {
            throw Self.invalid(
                "“\(text.printable)” is not a sound of this device.",
                Sentences.advice(
                    for: text, among: codec.soundNames,
                    "Give a number, off, or one of \(codec.soundNames.joined(separator: ", "))."))
        }
        return sound
    }

    func zone(_ text: String?) throws -> ZoneRules {
        try zones.rules(for: text)
    }

    func name(_ text: String, what: String) throws(ControlError) -> String {
        try Self.plainName(text, what: what)
    }

    /// A name as people may give it.
    static func plainName(_ text: String, what: String) throws(ControlError) -> String {
        let name = text.composed.split(separator: " ").joined(separator: " ")
        // A name that reads like an address or a route could not be told from one.
        let isAmbiguous = MacAddress(rawValue: name) != nil || name.lowercased().hasPrefix(Route.scheme)
        guard RequestRange.name.contains(name.unicodeScalars.count), name.printable == name, !isAmbiguous else {
            throw Self.invalid(
                "“\(text.printable)” cannot be the name of \(what).",
                "Give a name of \(RequestRange.name.lowerBound) to \(RequestRange.name.upperBound) characters without control "
                    + "characters that is no address.")
        }
        return name
    }

    var steps: RoutineStepText {
        RoutineStepText(
            sound: { [codec] in codec.sound($0) }, soundName: { [codec] in codec.name(of: $0) },
            soundNames: codec.soundNames)
    }

    static func invalid(_ message: String, _ advice: String) -> ControlError {
        ControlError(.invalidArgument, message, advice: advice)
    }
}
