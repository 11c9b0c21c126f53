// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Glibc

/// Reads what the oracle says on standard input and compares; run by `.ci/sweep-zones`.
///
/// Takes the directory of zone files as its argument. Shows every difference, the first hundred in full, and exits with 1
/// if there is any.
@main
enum Sweep {
    private static let shownDifferences = 100

    static func main() {
        guard CommandLine.arguments.count == 2 else { fail("usage: Sweep DIRECTORY") }
        let database = ZoneDatabase(directory: CommandLine.arguments[1])
        let clock = ContinuousClock()
        let start = clock.now
        var tally = SweepTally()
        var answers: [DifferentialAnswer] = []
        while let line = readLine() {
            let fields = line.split(separator: "\t", maxSplits: 2)
            switch fields.first {
            case "tzdata":
                if fields.last.map(String.init) != database.version {
                    fail("the oracle reads \(line), and the directory holds \(database.version ?? "no version")")
                }
            case "zone":
                answers = fields.count == 3 ? read(fields[2].split(separator: " "), from: database) : []
                tally.add(files: 1, zones: answers.count, transitions: Int(fields[1]) ?? 0)
            case "end":
                tally.isWhole = true
            default:
                guard !answers.isEmpty else { fail("no zone is named before: \(line)") }
                for answer in answers { compare(line, answer, &tally) }
            }
        }
        print(tally.text(seconds: start.duration(to: clock.now) / .seconds(1)))
        guard tally.isWhole else { fail("the oracle did not come to its end") }
        exit(tally.differences == 0 ? 0 : 1)
    }

    private static func read(_ names: [Substring], from database: ZoneDatabase) -> [DifferentialAnswer] {
        names.map { name in
            do throws(ZoneError) {
                return DifferentialAnswer(zone: try database.rules(for: String(name)))
            } catch {
                fail(error.message)
            }
        }
    }

    private static func compare(_ line: String, _ answer: DifferentialAnswer, _ tally: inout SweepTally) {
        guard let ours = answer.line(for: line) else { fail("this line has no question: \(line)") }
        tally.add(line)
        guard ours != line else { return }
        tally.differences += 1
        if tally.differences <= shownDifferences {
            print("\(answer.zone.identifier)\n  oracle  \(line)\n  ours    \(ours)")
        }
    }

    private static func fail(_ text: String) -> Never {
        print("sweep: \(text)")
        exit(2)
    }
}
