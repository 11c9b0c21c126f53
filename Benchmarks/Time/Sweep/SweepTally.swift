// SPDX-License-Identifier: Apache-2.0

/// How much was compared.
struct SweepTally {
    private var files = 0
    private var zones = 0
    private var transitions = 0
    private var transitionsOfFiles = 0
    private var lines: [String: Int] = [:]
    var differences = 0

    /// Whether the oracle came to its end.
    var isWhole = false

    mutating func add(files: Int, zones: Int, transitions: Int) {
        self.files += files
        self.zones += zones
        self.transitions += transitions * zones
        transitionsOfFiles += transitions
    }

    mutating func add(_ line: String) {
        lines[String(line.prefix { $0 != "\t" }), default: 0] += 1
    }

    func text(seconds: Double) -> String {
        let counts = ["at", "date", "civil", "daily"].map { lines[$0] ?? 0 }
        return """
            zones        \(zones), of which \(files) differ
            transitions  \(transitions), of which \(transitionsOfFiles) in zones that differ
            instants     \(counts[0])
            dates        \(counts[1])
            civil times  \(counts[2]), each under 9 pairs of policies
            daily rules  \(counts[3]), each over 8 days
            differences  \(differences)
            seconds      \(Int(seconds.rounded()))
            """
    }
}
