// SPDX-License-Identifier: Apache-2.0

/// Reads the text format of OpenMetrics 1.0 and refuses what it does not allow.
///
/// It knows the rules that a scraper enforces and Lull can break: the order of lines, names, escapes, suffixes, numbers and
/// the end mark.
struct OpenMetricsParser {
    /// What is wrong, with its line.
    struct Refusal: Error, CustomStringConvertible {
        var description: String
    }

    /// One number, with its name and labels as they are meant.
    struct Sample: Hashable {
        var name: String
        var labels: [String: String]
        var value: Double
    }

    private static let suffixes: [String: Set<String>] = [
        "counter": ["_total"], "gauge": [""], "info": ["_info"], "stateset": [""],
        "histogram": ["_bucket", "_count", "_sum"],
    ]

    private var samples: [Sample] = []
    private var families: Set<String> = []
    private var family: (name: String, type: String)?

    /// The numbers of a text, in its order.
    static func samples(of text: String) throws -> [Sample] {
        guard text.hasSuffix("\n# EOF\n") || text == "# EOF\n" else { throw Refusal(description: "no end mark") }
        var parser = OpenMetricsParser()
        for line in text.dropLast("# EOF\n".count).split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            do { try parser.read(String(line)) } catch { throw Refusal(description: "\(error): \(line)") }
        }
        guard
            Set(parser.samples.map { "\($0.name) \($0.labels.sorted { $0.key < $1.key })" }).count
                == parser.samples.count
        else { throw Refusal(description: "a series comes twice") }
        return parser.samples
    }

    private mutating func read(_ line: String) throws {
        guard line.hasPrefix("#") else { return try readSample(line) }
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard words.count == 4, words[0] == "#", Self.isName(words[2]) else { throw Refusal(description: "no comment") }
        switch words[1] {
        case "TYPE":
            guard Self.suffixes[words[3]] != nil, families.insert(words[2]).inserted else {
                throw Refusal(description: "an unknown type, or a family that comes twice")
            }
            family = (words[2], words[3])
        case "UNIT":
            guard words[2] == family?.name, words[2].hasSuffix("_" + words[3]) else {
                throw Refusal(description: "the name does not end with the unit")
            }
        case "HELP":
            guard words[2] == family?.name, !words[3].isEmpty else { throw Refusal(description: "no help") }
        default: throw Refusal(description: "an unknown comment")
        }
    }

    private mutating func readSample(_ line: String) throws {
        guard let (name, type) = family else { throw Refusal(description: "no type") }
        let full = String(line.prefix { $0 != "{" && $0 != " " })
        guard full.hasPrefix(name), let known = Self.suffixes[type], known.contains(String(full.dropFirst(name.count)))
        else { throw Refusal(description: "not of the family \(name)") }
        var rest = line.dropFirst(full.count)
        let labels = rest.first == "{" ? try Self.labels(&rest) : [:]
        guard rest.first == " ", let value = Double(rest.dropFirst()) else { throw Refusal(description: "no number") }
        guard type == "gauge" || value >= 0, type != "info" || value == 1 else {
            throw Refusal(description: "a wrong number")
        }
        samples.append(Sample(name: full, labels: labels, value: value))
    }

    /// Reads labels in braces by scalars, as an accent after a quotation mark would hide the mark.
    private static func labels(_ rest: inout Substring) throws -> [String: String] {
        var labels: [String: String] = [:]
        var scalars = rest.unicodeScalars.dropFirst()
        while scalars.first != "}" {
            if !labels.isEmpty {
                guard scalars.popFirst() == "," else { throw Refusal(description: "no comma") }
            }
            let name = String(Substring(scalars.prefix { $0 != "=" }))
            scalars = scalars.dropFirst(name.unicodeScalars.count)
            guard isName(name), labels[name] == nil, scalars.popFirst() == "=", scalars.popFirst() == "\"" else {
                throw Refusal(description: "no label")
            }
            var value = String.UnicodeScalarView()
            while let scalar = scalars.popFirst(), scalar != "\"" {
                guard scalar == "\\" else {
                    value.append(scalar)
                    continue
                }
                switch scalars.popFirst() {
                case "n": value.append("\n")
                case "\\": value.append("\\")
                case "\"": value.append("\"")
                default: throw Refusal(description: "an unknown escape")
                }
            }
            labels[name] = String(value)
        }
        rest = Substring(scalars.dropFirst())
        return labels
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }
}
