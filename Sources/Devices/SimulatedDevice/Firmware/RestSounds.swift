// SPDX-License-Identifier: Apache-2.0

/// What the sounds of a Rest are called in the journal.
enum RestSounds {
    static func name(of sound: UInt8, _ profile: RestProfile) -> String? {
        other(profile)[sound] ?? usual[sound]
    }

    private static let usual: [UInt8: String] = [
        0: "none", 2: "stream", 3: "noise", 4: "dryer", 5: "ocean", 6: "wind", 7: "rain", 9: "bird", 10: "crickets",
        11: "brahms", 13: "twinkle", 14: "rockabye",
    ]

    /// Where another account differs.
    private static func other(_ profile: RestProfile) -> [UInt8: String] {
        if profile.has(.soundNamesHomebridge) { return [3: "pink noise", 14: "rock-a-bye"] }
        if profile.has(.soundNamesHatchBabyBLE) {
            return [
                1: "heartbeat", 3: "white noise", 4: "laundry", 6: "street noise", 9: "birds", 11: "go to sleep",
            ]
        }
        if profile.has(.soundNamesHatchHA) {
            return [0: "off", 2: "water stream", 3: "white noise", 14: "rock-a-bye"]
        }
        return [:]
    }
}
