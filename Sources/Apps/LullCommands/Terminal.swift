// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What the terminal behind standard output can do.
package enum Terminal {
    /// How wide lines are where nothing says it.
    private static let usualWidth = 80

    /// How many columns a line has: `COLUMNS`, else the terminal's, else 80.
    package static var width: Int {
        if let columns = getenv("COLUMNS").flatMap({ Int(String(cString: $0)) }), columns > 0 { return columns }
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return usualWidth
        }
        return Int(size.ws_col)
    }

    /// Whether a file descriptor is a terminal that shows colours, and nobody has turned them off with `NO_COLOR`.
    static func shows(coloursOn descriptor: Int32) -> Bool {
        guard isatty(descriptor) == 1 else { return false }
        let off = getenv("NO_COLOR").map { String(cString: $0) } ?? ""
        return off.isEmpty && getenv("TERM").map { String(cString: $0) } != "dumb"
    }
}

extension Character {
    /// How many columns of a terminal it takes: two for ideographs and emoji, none for what has no width.
    var columns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        if unicodeScalars.contains(where: \.properties.isEmojiPresentation) || unicodeScalars.contains("\u{FE0F}") {
            return 2
        }
        if scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .enclosingMark {
            return 0
        }
        return Self.wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// Blocks of East Asian characters that take two columns (Unicode Standard Annex 11).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
        0x20000...0x3FFFD,
    ]
}

extension String {
    /// How many columns of a terminal it takes.
    var columns: Int {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return reduce(0) { $0 + $1.columns }
    }
}
