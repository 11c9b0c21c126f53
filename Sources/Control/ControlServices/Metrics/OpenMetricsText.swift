// SPDX-License-Identifier: Apache-2.0

/// Writes metrics as the text format of OpenMetrics 1.0.
enum OpenMetricsText {
    /// The whole text, with its end mark.
    static func text(_ families: [MetricFamily]) -> String {
        families.map(text).joined() + "# EOF\n"
    }

    private static func text(_ family: MetricFamily) -> String {
        var lines = ["# TYPE \(family.name) \(family.kind.rawValue)"]
        if let unit = family.unit { lines.append("# UNIT \(family.name) \(unit)") }
        lines.append("# HELP \(family.name) \(escaped(family.help))")
        lines += family.samples.map { sample in
            let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",")
            return family.name + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " \(number(sample.value))"
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// A text between quotation marks: names come from people, and a line that one of them begins would be a number of its
    /// own.
    private static func escaped(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
                    switch scalar {
                    case "\\": ["\\", "\\"]
                    case "\"": ["\\", "\""]
                    case "\n": ["\\", "n"]
                    default: [scalar]
                    }
                }))
    }

    /// A whole number without a fraction.
    private static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
