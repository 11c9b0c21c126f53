// SPDX-License-Identifier: Apache-2.0

/// Which names a shell may offer.
enum OfferedNames {
    /// The names in order, each once, without those that a shell could take for more than a word.
    ///
    /// bash expands what it is offered, so a name such as `$(reboot)` would be run.
    static func of(_ names: [String]) -> [String] {
        Set(names.filter { !$0.isEmpty && $0.unicodeScalars.allSatisfy(isHarmless) }).sorted()
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "-" || scalar == "_" || scalar == "." || scalar.properties.isAlphabetic
            || scalar.properties.numericType != nil
    }
}
