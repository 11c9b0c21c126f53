// SPDX-License-Identifier: Apache-2.0

import SeededRandom

/// Names such as programmers give to types.
enum TypeWords {
    private static let parts = [
        "A", "B2", "C", "Client", "Store", "IoT", "WiFi", "BlueZ", "URL", "HA25", "HTTP2", "X", "Hatch", "Night",
        "UUID",
        "Repeat", "Alarm", "S",
    ]

    /// The words of a type: one name, or those of a nested or generic one.
    static func random(with generator: inout SeededGenerator) -> [String] {
        (0..<Int.random(in: 1...2, using: &generator)).map { _ in
            (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                parts.randomElement(using: &generator) ?? "A"
            }.joined()
        }
    }

    /// The last component of a key.
    static func key(with generator: inout SeededGenerator) -> String {
        ["amplitude", "radio", "URL", "default", "IoT", "x"].randomElement(using: &generator) ?? "x"
    }
}
