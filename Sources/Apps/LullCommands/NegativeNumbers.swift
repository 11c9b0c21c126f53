// SPDX-License-Identifier: Apache-2.0

/// Numbers below zero are values, though they begin like options.
enum NegativeNumbers {
    /// The minus sign of typographers, which no option begins with.
    private static let sign: Character = "\u{2212}"

    /// The arguments with a sign that the parser takes for a value, up to `--`.
    static func marked(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map(marked) + arguments[end...]
    }

    private static func marked(_ argument: String) -> String {
        let digits = argument.dropFirst().hasSuffix("%") ? argument.dropFirst().dropLast() : argument.dropFirst()
        guard argument.hasPrefix("-"), !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else {
            return argument
        }
        return String(sign) + argument.dropFirst()
    }

    /// A sentence of the parser with numbers as they were given.
    static func plain(in sentence: String) -> String {
        String(sentence.map { $0 == sign ? "-" : $0 })
    }

    /// A number as it was given.
    static func plain(_ text: String) -> String {
        text.first == sign ? "-" + text.dropFirst() : text
    }
}
