// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SimulatedDevice

/// The programs that a device had, and when they ran, from the commands in its journal.
///
/// A program begins at its time of day by the device's own clock, which somebody sets, and which begins anew after a loss
/// of power.
struct NightPrograms {
    /// A program that ran.
    struct Run: Sendable {
        /// The number of its slot.
        var number: Int
        /// Whether Lull wrote it for a night or an alarm, as its name says.
        var isMirror: Bool
        /// From its beginning to its end, if nothing ends it before.
        var span: NightFacts.Span
        /// What it shows.
        var shown: NightShown
        /// Whether another one begins before its end, which then does not come.
        var isReplaced = false
    }

    /// What a slot holds.
    private struct Program {
        /// The second of the day at which it begins.
        var second = 0
        /// In seconds.
        var length = 0.0
        /// Bit 0 is Sunday.
        var days = 0
        var isEnabled = false
        var isMirror = false
        var shown = NightShown(isOn: true, light: .off, sound: 0, volume: 0)
    }

    /// A slot from one commit to the next.
    private struct Setting {
        var number: Int
        var from: Double
        var program: Program
    }

    private static let day = 86_400.0
    /// What a clock shows that nobody has set, in seconds since 1970.
    private static let unset = 4_160_749_568.0

    /// In the order of their beginnings.
    private(set) var runs: [Run] = []

    /// What the clock showed in seconds, as if it were UTC, from each moment at which that was not what it had been before.
    private var readings: [(at: Double, shown: Double)] = []
    private var settings: [Setting] = []
    private var draft: (number: Int, program: Program, hasOthers: Bool)?

    /// Reads the journal of a device until `end`, in seconds since the beginning.
    init(_ entries: [JournalEntry], boot: Duration, until end: Double) {
        for entry in entries {
            let at = (entry.boot - boot).inSeconds
            switch entry.event {
            case .command(let bytes, _): take(String(decoding: bytes, as: UTF8.self), at: at)
            case .fault(RestFault.powerCycle.rawValue): readings.append((at, Self.unset))
            default: break
            }
        }
        for (index, setting) in settings.enumerated() {
            let next = settings[(index + 1)...].first { $0.number == setting.number }
            runs += begins(of: setting, until: min(next?.from ?? end, end)).map {
                Run(
                    number: setting.number, isMirror: setting.program.isMirror,
                    span: NightFacts.Span(from: $0, to: $0 + setting.program.length), shown: setting.program.shown)
            }
        }
        runs.sort { $0.span.from < $1.span.from }
        for index in runs.indices.dropLast() {
            runs[index].isReplaced = runs[index + 1].span.from < runs[index].span.to
        }
    }

    // MARK: - Commands

    private mutating func take(_ command: String, at time: Double) {
        let text = command.dropFirst(3)
        switch command.prefix(3) {
        case _ where command.hasPrefix("ST"):
            if let shown = Self.time(command.dropFirst(2)) { readings.append((time, shown)) }
        case "ESB": draft = Int(text, radix: 16).map { ($0, Program(), false) }
        case "ESL": draft?.program.isEnabled = (Int(text, radix: 16) ?? 0) & 0x40 != 0
        case "EST":
            draft?.hasOthers = true
            draft?.program.second = Self.time(text).map { Int($0) % 86_400 } ?? 0
        case "ESD": draft?.program.length = Double(Int(text, radix: 16) ?? 0)
        case "ESW": draft?.program.days = Int(text, radix: 16) ?? 0
        case "ESN": draft?.program.shown.sound = Int(text, radix: 16) ?? 0
        case "ESV": draft?.program.shown.volume = Double(Int(text, radix: 16) ?? 0)
        case "ESC": draft?.program.shown.light = Self.light(text)
        case "ESX": draft?.program.isMirror = text.hasPrefix("Lull")
        case "ESF": commit(at: time)
        default: break
        }
    }

    private mutating func commit(at time: Double) {
        guard let (number, program, hasOthers) = draft else { return }
        draft = nil
        var kept = settings.last { $0.number == number }?.program ?? Program()
        kept.isEnabled = program.isEnabled
        settings.append(Setting(number: number, from: time, program: hasOthers ? program : kept))
    }

    /// A time as `20270314020000`, in seconds since 1970 as if it were UTC.
    private static func time(_ text: Substring) -> Double? {
        let digits = text.utf8.prefix(14).map { Int($0) - 48 }
        guard digits.count == 14, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let date = CivilDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        guard let date else { return nil }
        let second = (number(8..<10) * 60 + number(10..<12)) * 60 + number(12..<14)
        return Double(date.daysSince1970) * day + Double(second)
    }

    /// A light as `5DD39E80`, red, green, blue and brightness.
    private static func light(_ text: Substring) -> NightShown.Light {
        let bits = Int(text, radix: 16) ?? 0
        func byte(_ shift: Int) -> Int { bits >> shift & 0xFF }
        return NightShown.Light(
            color: NightSchedule.Color(red: byte(24), green: byte(16), blue: byte(8)), level: Double(byte(0)))
    }

    // MARK: - Time

    /// When a program began that a slot held until a time.
    private func begins(of setting: Setting, until end: Double) -> [Double] {
        let program = setting.program
        guard program.isEnabled, program.length > 0 else { return [] }
        let ends = readings.dropFirst().map(\.at) + [.infinity]
        return zip(readings, ends).flatMap { reading, next -> [Double] in
            let (from, until) = (max(reading.at, setting.from), min(next, end))
            guard from < until else { return [] }
            let shown = reading.shown + from - reading.at
            let today = (shown / Self.day).rounded(.down) * Self.day + Double(program.second)
            let first = from + today - shown + (today > shown ? 0 : Self.day)
            return stride(from: first, to: until, by: Self.day).filter { begin in
                // 1970 began on a Thursday.
                let days = ((reading.shown + begin - reading.at) / Self.day).rounded(.down)
                return program.days >> ((Int(days) + 4) % 7) & 1 == 1
            }
        }
    }
}
