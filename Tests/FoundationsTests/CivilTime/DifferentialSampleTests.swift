// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import Testing

/// A fixed choice of what an oracle in another language says about the pinned zones; `.ci/sweep-zones` compares all of it.
@Suite
struct DifferentialSampleTests {
    /// A case in which this code and the oracle differ.
    private struct Difference: Equatable, CustomStringConvertible {
        let zone: String
        let oracle: String
        let ours: String?

        var description: String { "\(zone)\n  oracle  \(oracle)\n  ours    \(ours ?? "no question")" }
    }

    private static let lines: [String] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "DifferentialFixtures/zones.txt")
        let text = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }()

    /// What is asked of each zone, by its name.
    private static let questions: [String: [String]] = {
        var questions: [String: [String]] = [:]
        var names: [String] = []
        for line in lines {
            let fields = line.split(separator: "\t")
            switch fields[0] {
            case "tzdata": break
            case "zone": names = fields[2].split(separator: " ").map(String.init)
            default: for name in names { questions[name, default: []].append(line) }
            }
        }
        return questions
    }()

    @Test
    func sample_isOfThePinnedFiles_andWhole() {
        #expect(Self.lines.first == "tzdata\t\(PinnedZones.database.version ?? "unknown")")
        #expect(Self.questions.values.map(\.count).reduce(0, +) >= 3000)
        #expect(Set(PinnedZones.identifiers).isSubset(of: Self.questions.keys))
    }

    @Test(arguments: DifferentialSampleTests.questions.keys.sorted())
    func zone_saysWhatTheOracleSays_aroundItsTransitions(name: String) throws {
        let answer = DifferentialAnswer(zone: try PinnedZones.rules(name))
        let differences = (Self.questions[name] ?? []).compactMap { question in
            let ours = answer.line(for: question)
            return ours == question ? nil : Difference(zone: name, oracle: question, ours: ours)
        }
        #expect(differences == [])
    }
}
