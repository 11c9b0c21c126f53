// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// A colour that commands take by its name.
public struct ColorDocument: Hashable, Codable, Sendable {
    /// Its name.
    public var name: String
    /// Its bytes, as `#ffbf00`.
    public var rgb: String
    /// Its other names, which commands take too.
    public var otherNames: [String]

    /// All there are, by name.
    public static let all = Palette.colors.sorted { $0.key < $1.key }.map { name, color in
        ColorDocument(name: name, rgb: color.hexadecimal, otherNames: Palette.otherNames[name] ?? [])
    }
}
