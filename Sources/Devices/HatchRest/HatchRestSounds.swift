// SPDX-License-Identifier: Apache-2.0

/// The sounds a Hatch Rest knows, by number; where sources disagree, the names most of them use.
enum HatchRestSounds {
    static let names: [UInt8: String] = [
        0: "none", 2: "stream", 3: "noise", 4: "dryer", 5: "ocean", 6: "wind", 7: "rain", 9: "bird", 10: "crickets",
        11: "brahms", 13: "twinkle", 14: "rockabye",
    ]
}
