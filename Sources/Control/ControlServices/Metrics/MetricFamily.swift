// SPDX-License-Identifier: Apache-2.0

/// One metric with all its series, as OpenMetrics knows them.
struct MetricFamily: Hashable, Sendable {
    /// What kind of metric it is.
    enum Kind: String, Hashable, Sendable {
        /// A number that only grows.
        case counter
        /// A number that goes up and down.
        case gauge
        /// How often values were seen.
        case histogram
        /// Something that does not change.
        case info
        /// Which of several states is so.
        case stateset
    }

    /// One number of a series.
    struct Sample: Hashable, Sendable {
        /// What comes after the name of the family, such as `_total`.
        var suffix: String
        /// The names and values of its labels, in order.
        var labels: [Label]
        /// The number.
        var value: Double
    }

    /// The name and the value of a label.
    struct Label: Hashable, Sendable {
        /// A word of lower-case letters and underscores.
        var name: String
        /// Any text.
        var value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A word of lower-case letters and underscores; ends with the unit if there is one.
    let name: String
    /// What kind of metric it is.
    let kind: Kind
    /// The unit, in the plural.
    let unit: String?
    /// What it tells, in a sentence.
    let help: String
    /// Its numbers, those of one series beside each other.
    private(set) var samples: [Sample] = []

    init(_ name: String, _ kind: Kind, unit: String? = nil, _ help: String) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.help = help
    }

    /// Adds a count to a counter, or a value to a gauge.
    mutating func add(_ value: Double, _ labels: Label...) {
        samples.append(Sample(suffix: kind == .counter ? "_total" : "", labels: labels, value: value))
    }

    /// Adds facts that do not change.
    mutating func addInfo(_ labels: Label...) {
        samples.append(Sample(suffix: "_info", labels: labels, value: 1))
    }

    /// Adds which of `all` states is so.
    mutating func add(_ state: String, of all: [String], _ labels: Label...) {
        for other in all {
            samples.append(Sample(suffix: "", labels: labels + [Label(name, other)], value: other == state ? 1 : 0))
        }
    }

    /// Adds how often values were seen: `counts` has one more element than `bounds`, for those above all.
    mutating func add(bounds: [Double], counts: [Int], sum: Double) {
        var seen = 0
        for (bound, count) in zip(bounds.map { "\($0)" } + ["+Inf"], counts) {
            seen += count
            samples.append(Sample(suffix: "_bucket", labels: [Label("le", bound)], value: Double(seen)))
        }
        samples.append(Sample(suffix: "_count", labels: [], value: Double(seen)))
        samples.append(Sample(suffix: "_sum", labels: [], value: sum))
    }
}
