// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SimulatedDevice

/// When the programs of a device run: at their time of day by the device's own clock, which somebody sets, and which
/// begins anew after a loss of power.
struct NightPrograms {
    /// A program for every day.
    struct Setting: Hashable, Sendable {
        var device: Int
        /// The second of the day at which it begins.
        var second: Int
        /// In seconds.
        var length: Double
        /// From when it was set until it was deleted.
        var span: NightFacts.Span
    }

    private static let day = 86_400.0
    /// What a clock shows that nobody has set, in seconds since 1970.
    private static let unset = 4_160_749_568.0

    /// What the clock showed in seconds, as if it were UTC, from each moment at which that was not what it had been before.
    private var readings: [(at: Double, shown: Double)] = []

    init(_ entries: [JournalEntry], boot: Duration) {
        for entry in entries {
            let at = (entry.boot - boot).inSeconds
            switch entry.event {
            case .command(let bytes, _):
                guard let shown = Self.time(setBy: bytes) else { continue }
                readings.append((at, shown))
            case .fault(RestFault.powerCycle.rawValue): readings.append((at, Self.unset))
            default: break
            }
        }
    }

    /// What a command sets the clock to, as `ST20270314020000U` does.
    private static func time(setBy bytes: [UInt8]) -> Double? {
        let digits = bytes.dropFirst(2).prefix(14).map { Int64($0) - 48 }
        guard bytes.starts(with: Array("ST".utf8)), digits.count == 14, digits.allSatisfy({ (0...9).contains($0) })
        else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int { Int(digits[range].reduce(0) { $0 * 10 + $1 }) }
        let date = CivilDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        guard let date else { return nil }
        let second = (number(8..<10) * 60 + number(10..<12)) * 60 + number(12..<14)
        return Double(date.daysSince1970) * day + Double(second)
    }

    /// When a program ran.
    func spans(of setting: Setting) -> [NightFacts.Span] {
        let ends = readings.dropFirst().map(\.at) + [.infinity]
        return zip(readings, ends).flatMap { reading, end -> [NightFacts.Span] in
            let until = min(end, setting.span.to)
            let from = max(reading.at, setting.span.from)
            guard from < until else { return [] }
            let shown = reading.shown + from - reading.at
            let today = (shown / Self.day).rounded(.down) * Self.day + Double(setting.second)
            let first = from + today - shown + (today > shown ? 0 : Self.day)
            return stride(from: first, to: until, by: Self.day).map {
                NightFacts.Span(from: $0, to: $0 + setting.length)
            }
        }
    }
}
