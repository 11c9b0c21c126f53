// SPDX-License-Identifier: Apache-2.0

/// The sounds a Hatch Rest knows, by number.
///
/// 1, 8 and 12 are gaps for everybody but eskibars/hatchbabyble, which calls 1 a heartbeat; the others were played by
/// DavidSchinazi/hatch_rest_homeassistant one by one.
enum HatchRestSounds {
    /// The names as `names` has them.
    static func table(_ names: HatchRestDialect.SoundNames) -> [UInt8: String] {
        usual.merging(others[names] ?? [:]) { _, other in other }
    }

    private static let usual: [UInt8: String] = [
        0: "none", 2: "stream", 3: "noise", 4: "dryer", 5: "ocean", 6: "wind", 7: "rain", 9: "bird", 10: "crickets",
        11: "brahms", 13: "twinkle", 14: "rockabye",
    ]

    /// What people also call them, and what the sources do.
    static let otherNames: [UInt8: [String]] = [
        2: ["water stream", "water", "creek", "brook"], 3: ["white noise", "pink noise"],
        4: ["hair dryer", "laundry"], 5: ["ocean waves", "waves", "sea"], 7: ["rainfall"],
        9: ["birds", "birdsong"], 10: ["cricket"], 11: ["brahms lullaby", "lullaby"],
        13: ["twinkle twinkle", "twinkle twinkle little star"], 14: ["rock-a-bye", "rock-a-bye baby"],
    ]

    /// Where a source departs from the usual names.
    private static let others: [HatchRestDialect.SoundNames: [UInt8: String]] = [
        .homebridge: [3: "pink noise", 14: "rock-a-bye"],
        .hatchbabyble: [
            1: "heartbeat", 3: "white noise", 4: "laundry", 6: "street noise", 9: "birds", 11: "go to sleep",
        ],
        .app: [0: "off", 2: "water stream", 3: "white noise", 14: "rock-a-bye"],
    ]
}
