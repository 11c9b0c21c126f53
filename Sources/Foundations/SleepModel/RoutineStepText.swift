// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// Routine steps as people write them: `light amber 40% fade 10m; sound rain 30%; for 30m`.
///
/// Clauses are parted by semicolons: `light COLOR|gradient|off [P%] [fade D]`, `sound NAME|ID|off [P%] [fade D]`,
/// `volume P% [fade D]`, and one of `for D`, `until HH:MM`, `until told` or, in the last step, `until stopped`. A percentage
/// may leave out its sign. What fades to off, or to 0%, is silent in the end.
public struct RoutineStepText: Sendable {
    private let sound: @Sendable (String) -> SoundID?
    private let soundName: @Sendable (SoundID) -> String?
    private let soundNames: [String]

    /// Uses the sounds of one product; `soundNames` are those that somebody may have meant.
    public init(
        sound: @escaping @Sendable (String) -> SoundID?, soundName: @escaping @Sendable (SoundID) -> String?,
        soundNames: [String] = []
    ) {
        self.sound = sound
        self.soundName = soundName
        self.soundNames = soundNames
    }

    // MARK: - Reading

    /// Reads steps; only the last one may leave out its end, and then waits to be stopped.
    public func steps(_ texts: [String]) throws(RoutineStepError) -> [RoutineStep] {
        guard !texts.isEmpty else { throw RoutineStepError("a routine needs at least one step") }
        var steps: [RoutineStep] = []
        for (index, text) in texts.enumerated() {
            steps.append(try step(text, isLast: index == texts.count - 1))
        }
        return steps
    }

    private func step(_ text: String, isLast: Bool) throws(RoutineStepError) -> RoutineStep {
        var step = RoutineStep(end: .whenStopped)
        var end: RoutineStep.End?
        var seen: Set<String> = []
        for clause in text.split(separator: ";") {
            var words = clause.split(separator: " ").map(String.init)[...]
            let subject = words.popFirst()
            if let subject, !seen.insert(subject == "until" ? "for" : subject).inserted {
                throw RoutineStepError("“\(subject)” is said twice, in “\(text)”")
            }
            switch subject {
            case "light": try readLight(&words, into: &step)
            case "sound": try readSound(&words, into: &step)
            case "volume": try readVolume(&words, into: &step)
            case "for":
                guard let length = words.popFirst().flatMap(DurationText.parse), length > .zero else {
                    throw RoutineStepError("“for” needs a length such as 30m, in “\(text)”")
                }
                end = .after(length)
            case "until": end = try readUntil(&words, text, isLast: isLast)
            case let word?: throw RoutineStepError("“\(word)” is not light, sound, volume, for or until, in “\(text)”")
            case nil: continue
            }
            if let rest = words.first { throw RoutineStepError("“\(rest)” is not understood, in “\(text)”") }
        }
        guard end != nil || isLast else {
            throw RoutineStepError("every step but the last needs “for” or “until”, and “\(text)” has neither")
        }
        guard step.light != nil || step.sound != nil || step.volume != nil else {
            throw RoutineStepError("“\(text)” changes neither light nor sound nor volume")
        }
        if case .after(let length)? = end, max(step.lightFade, step.volumeFade) > length {
            throw RoutineStepError("a fade takes longer than the step, in “\(text)”")
        }
        try checkVolumeFade(of: &step, text)
        step.end = end ?? .whenStopped
        return step
    }

    private func checkVolumeFade(of step: inout RoutineStep, _ text: String) throws(RoutineStepError) {
        guard step.volumeFade > .zero else { return }
        if step.sound == SoundID.none {
            guard step.volume ?? .zero == .zero else {
                throw RoutineStepError("what fades to “sound off” has no volume, in “\(text)”")
            }
            step.volume = nil
        } else if step.volume == nil {
            throw RoutineStepError("a sound fades to a volume, such as “sound rain 30% fade 10m”, in “\(text)”")
        }
    }

    private func readLight(_ words: inout ArraySlice<String>, into step: inout RoutineStep) throws(RoutineStepError) {
        guard let word = words.first else { throw RoutineStepError("“light” needs a colour, gradient or off") }
        let appearance = readName(&words) { name -> Light.Appearance? in
            ["off", "gradient"].contains(name) ? .gradient : RGBColor(parsing: name).map { .color($0) }
        }
        guard let appearance else {
            let near = Self.question(for: word, among: Array(Palette.colors.keys))
            throw RoutineStepError("“\(word)” is not a colour; \(near ?? "try amber, #FF890E or 2000K")")
        }
        let percent = try readPercent(&words)
        step.light = word == "off" ? .off : Light(appearance, brightness: percent ?? Light.usualBrightness)
        step.lightFade = try readFade(&words)
    }

    private func readSound(_ words: inout ArraySlice<String>, into step: inout RoutineStep) throws(RoutineStepError) {
        guard let word = words.first else { throw RoutineStepError("“sound” needs a name, a number or off") }
        guard let sound = readName(&words, as: { $0 == "off" ? SoundID.none : self.sound($0) }) else {
            let near = Self.question(for: word, among: soundNames).map { "; \($0)" }
            throw RoutineStepError("“\(word)” is not a sound of this device\(near ?? "")")
        }
        step.sound = sound
        try take(try readPercent(&words), fade: try readFade(&words), into: &step)
    }

    /// Takes the words of a name, as many as have a meaning together; nil, and nothing taken, if none has.
    private func readName<Value>(_ words: inout ArraySlice<String>, as value: (String) -> Value?) -> Value? {
        for count in stride(from: min(words.count, 4), through: 1, by: -1) {
            if let value = value(words.prefix(count).joined(separator: " ")) {
                words.removeFirst(count)
                return value
            }
        }
        return nil
    }

    /// Asks inside a sentence whether the nearest of some names was meant; nil if none is near.
    private static func question(for word: String, among names: [String]) -> String? {
        Spelling.question(for: word, among: names).map { $0.prefix(1).lowercased() + $0.dropFirst() }
    }

    private func readVolume(_ words: inout ArraySlice<String>, into step: inout RoutineStep) throws(RoutineStepError) {
        guard let volume = try readPercent(&words) else { throw RoutineStepError("“volume” needs a value such as 30%") }
        try take(volume, fade: try readFade(&words), into: &step)
    }

    /// Takes what a clause says of the volume; a step says it once, with its sound or by itself.
    private func take(_ volume: Level?, fade: Duration, into step: inout RoutineStep) throws(RoutineStepError) {
        guard volume == nil || step.volume == nil else {
            throw RoutineStepError("the volume is said twice; say it once, as “sound rain 30%”")
        }
        guard fade == .zero || step.volumeFade == .zero else {
            throw RoutineStepError("the fade of the volume is said twice; say it once, as “sound rain 30% fade 10m”")
        }
        step.volume = volume ?? step.volume
        step.volumeFade = fade > .zero ? fade : step.volumeFade
    }

    private func readPercent(_ words: inout ArraySlice<String>) throws(RoutineStepError) -> Level? {
        guard let word = words.first, word.hasSuffix("%") || Int(word) != nil else { return nil }
        guard let level = Int(word.hasSuffix("%") ? String(word.dropLast()) : word).flatMap(Level.init(percent:)) else {
            throw RoutineStepError("“\(word)” is not between 0% and 100%")
        }
        words.removeFirst()
        return level
    }

    private func readFade(_ words: inout ArraySlice<String>) throws(RoutineStepError) -> Duration {
        guard words.first == "fade" else { return .zero }
        words.removeFirst()
        guard let length = words.popFirst().flatMap(DurationText.parse) else {
            throw RoutineStepError("“fade” needs a length such as 10m")
        }
        return length
    }

    private func readUntil(
        _ words: inout ArraySlice<String>, _ text: String, isLast: Bool
    ) throws(RoutineStepError) -> RoutineStep.End {
        let word = words.popFirst()
        if word == "told" { return .whenStopped }
        if word == "stopped" {
            // Whoever stops a routine ends it, and would never see the steps that follow.
            guard isLast else {
                throw RoutineStepError("only the last step lasts “until stopped”; write “until told” in “\(text)”")
            }
            return .whenStopped
        }
        guard let time = word.flatMap(TimeOfDay.init(parsing:)) else {
            throw RoutineStepError("“until” needs a time such as 07:00, “told” or “stopped”, in “\(text)”")
        }
        return .at(time)
    }

    // MARK: - Writing

    /// Writes steps in the form they are read in.
    public func texts(_ steps: [RoutineStep]) -> [String] {
        steps.enumerated().map { text($0.element, isLast: $0.offset == steps.count - 1) }
    }

    private func text(_ step: RoutineStep, isLast: Bool) -> String {
        var clauses: [String] = []
        if let light = step.light {
            clauses.append("light \(light.text())" + Self.fade(step.lightFade))
        }
        if let sound = step.sound {
            let name = sound == .none ? "off" : soundName(sound) ?? String(sound.rawValue)
            let volume = step.volume.map { " \($0.percent)%" } ?? ""
            clauses.append("sound \(name)\(volume)\(Self.fade(step.volumeFade))")
        } else if let volume = step.volume {
            clauses.append("volume \(volume.percent)%\(Self.fade(step.volumeFade))")
        }
        switch step.end {
        case .after(let length): clauses.append("for \(DurationText.format(length))")
        case .at(let time): clauses.append("until \(time)")
        case .whenStopped: clauses.append(isLast ? "until stopped" : "until told")
        }
        return clauses.joined(separator: "; ")
    }

    private static func fade(_ length: Duration) -> String {
        length > .zero ? " fade \(DurationText.format(length))" : ""
    }
}

/// A step that cannot be understood.
public struct RoutineStepError: Error, Hashable, Sendable {
    /// What is wrong, as the second half of a sentence.
    public let message: String
    /// The same with the mark that ends the sentence.
    public var clause: String { message.hasSuffix("?") ? message : message + "." }

    init(_ message: String) {
        self.message = message
    }
}
