// SPDX-License-Identifier: Apache-2.0

/// What came of some days.
public struct NightReport: Sendable {
    /// What went against the guarantees.
    public var faults: [String] = []
    /// What was done and what happened, in order.
    public var history: [String] = []
    /// How much was looked at.
    public var figures = Figures()

    /// How much was looked at.
    public struct Figures: Sendable {
        /// Occurrences of schedules, and those of them that nobody can say anything about.
        public var occurrences = 0
        /// See `occurrences`.
        public var open = 0
        /// How many reasons were compared why something did not begin, or was not heard.
        public var reasons = 0
        /// How often an alarm was to begin to ring.
        public var rings = 0
        /// How often a night was to be announced, with or without a light.
        public var reminders = 0
        /// How often it was compared whether somebody was told of an alarm.
        public var notices = 0
        /// How often a device was to begin an alarm by itself.
        public var mirrored = 0
        /// What people did.
        public var deeds = 0
        /// What went wrong.
        public var troubles = 0
        /// At how many moments what a device shows was compared.
        public var compared = 0
        /// At how many it was not, by the reason.
        public var excused: [String: Int] = [:]

        /// Adds another's.
        public static func += (figures: inout Figures, other: Figures) {
            figures.occurrences += other.occurrences
            figures.open += other.open
            figures.reasons += other.reasons
            figures.rings += other.rings
            figures.reminders += other.reminders
            figures.notices += other.notices
            figures.mirrored += other.mirrored
            figures.deeds += other.deeds
            figures.troubles += other.troubles
            figures.compared += other.compared
            figures.excused.merge(other.excused, uniquingKeysWith: +)
        }

        /// In words.
        public var text: [String] {
            let all = excused.values.reduce(0, +)
            let share = Double(all * 1000 / max(compared + all, 1)) / 10
            return [
                "\(occurrences) occurrences (\(open) too close to call), \(reasons) reasons, "
                    + "\(rings) rings, \(mirrored) of a mirror, \(reminders) reminders, \(notices) notices, "
                    + "\(deeds) deeds of people, \(troubles) troubles",
                "\(compared) moments compared, \(all) excused (\(share) %)",
            ] + excused.sorted { $0.value > $1.value }.map { "  \($0.value) \($0.key)" }
        }
    }
}

/// Which run: its seed, its faults, and its household.
public struct NightRunID: Hashable, Sendable, CustomStringConvertible {
    /// The seed.
    public let seed: UInt64
    /// The only fault; nil for all.
    public let fault: NightFault?
    let size: NightPlan.Size
    /// Whether nothing goes wrong at all.
    public var isCalm = false
    /// Whether the report tells all that happened.
    public var wantsHistory = false

    var faults: [NightFault] { isCalm ? [] : fault.map { [$0] } ?? NightFault.allCases }

    /// What repeats it.
    public var description: String { "\(seed)/\(isCalm ? Self.calm : fault?.rawValue ?? "all")" }

    private static let calm = "none"

    init(seed: UInt64, fault: NightFault?, size: NightPlan.Size) {
        (self.seed, self.fault, self.size) = (seed, fault, size)
    }

    /// Makes a run of a few days.
    public init(seed: UInt64, fault: NightFault?, devices: Int, days: Int) {
        self.init(seed: seed, fault: fault, size: NightPlan.Size(devices: devices, days: days))
    }

    /// The runs go round the faults, and then take all together.
    init(number: Int, seed: UInt64, size: NightPlan.Size) {
        let kinds = NightFault.allCases.count + 1
        self.init(
            seed: seed + UInt64(number / kinds),
            fault: number % kinds == 0 ? nil : NightFault.allCases[number % kinds - 1], size: size)
    }

    /// Reads `SEED/FAULT`.
    init?(parsing text: String, size: NightPlan.Size) {
        let parts = text.split(separator: "/").map(String.init)
        guard parts.count == 2, let seed = UInt64(parts[0]) else { return nil }
        let fault = NightFault(rawValue: parts[1])
        let isCalm = parts[1] == Self.calm
        guard fault != nil || isCalm || parts[1] == "all" else { return nil }
        self.init(seed: seed, fault: fault, size: size)
        self.isCalm = isCalm
    }
}
