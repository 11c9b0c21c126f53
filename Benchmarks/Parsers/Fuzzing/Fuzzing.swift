// SPDX-License-Identifier: Apache-2.0

import Glibc
import SeededRandom
import SleepModel

/// Runs random inputs through every parser; run by `.ci/fuzz`.
///
/// An input depends on the seed, the parser and its number alone, so each can be run again by itself. A line on standard
/// error before each batch says where to look if the process does not survive it.
@main
enum Fuzzing {
    private static let batch = 10_000
    private static let failureLimit = 10

    static func main() {
        guard let options = FuzzOptions(CommandLine.arguments.dropFirst()) else {
            note(FuzzOptions.usage)
            note("parsers: " + FuzzTarget.all.map { "\"\($0.name)\"" }.joined(separator: ", "))
            exit(2)
        }
        let targets = FuzzTarget.all.filter { $0.name == options.parser ?? $0.name }
        let shares = targets.map(\.share).reduce(0, +)
        var total = Tally()
        print(row("parser", "inputs", "accepted", "refused", "inputs per second"))
        for target in targets {
            let count = (options.count * target.share + shares - 1) / shares
            let tally = run(target, options.only ?? 0...count - 1, options)
            print(tally.row(target.name))
            total += tally
        }
        print(total.row("all, seed \(options.seed)"))
        exit(total.failures == 0 ? 0 : 1)
    }

    private struct Tally {
        var inputs = 0
        var accepted = 0
        var failures = 0
        var time = Duration.zero

        static func += (left: inout Tally, right: Tally) {
            left.inputs += right.inputs
            left.accepted += right.accepted
            left.failures += right.failures
            left.time += right.time
        }

        func row(_ name: String) -> String {
            let perSecond = Int(Double(inputs) / max(time / .seconds(1), 0.000_001))
            return Fuzzing.row(name, "\(inputs)", "\(accepted)", "\(inputs - accepted - failures)", "\(perSecond)")
        }
    }

    private static func run(_ target: FuzzTarget, _ iterations: ClosedRange<Int>, _ options: FuzzOptions) -> Tally {
        var tally = Tally()
        let clock = ContinuousClock()
        let start = clock.now
        for iteration in iterations {
            if options.only == nil, iteration % batch == 0 {
                let last = min(iteration + batch - 1, iterations.upperBound)
                note("batch: --seed \(options.seed) --parser \"\(target.name)\" --only \(iteration)-\(last)")
            }
            var generator = SeededGenerator(seed: options.seed &* 0x9E37_79B9 &+ UInt64(iteration) &* 0x1_0000_0001)
            for byte in target.name.utf8 { generator = SeededGenerator(seed: generator.next() ^ UInt64(byte)) }
            let input = target.input(&generator)
            if options.only != nil { note("input \(iteration): \(text(input))") }
            tally.inputs += 1
            switch target.check(input) {
            case .accepted: tally.accepted += 1
            case .refused: break
            case .broken(let what):
                tally.failures += 1
                note("failed: --seed \(options.seed) --parser \"\(target.name)\" --only \(iteration)")
                note("failed: \(what), input \(text(input))")
            }
            if tally.failures == failureLimit { break }
        }
        tally.time = start.duration(to: clock.now)
        return tally
    }

    private static func text(_ input: [[UInt8]]) -> String {
        input.map { Hexadecimal.text($0) }.joined(separator: " ")
    }

    private static func row(_ cells: String...) -> String {
        let widths = [26, 11, 11, 11, 18]
        return zip(cells, widths).enumerated().map { index, cell in
            let space = String(repeating: " ", count: max(cell.1 - cell.0.count, 0))
            return index == 0 ? cell.0 + space : space + cell.0
        }.joined(separator: " ")
    }

    /// Writes at once: what a process says last is what matters when it dies.
    private static func note(_ text: String) {
        fflush(nil)
        let line = Array((text + "\n").utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}
