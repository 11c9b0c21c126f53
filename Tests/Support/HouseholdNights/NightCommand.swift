// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The arguments of `.ci/household-nights`, and what it does with them.
public struct NightCommand {
    private static let usage = """
        usage: HouseholdNightRun ZONES [--runs N] [--seed S] [--days D]
               HouseholdNightRun ZONES --only SEED/FAULT|SEED/all [--days D]
        """

    private let zones: String
    private let runs: Int
    private let seed: UInt64
    private let days: Int
    private let only: NightRun?

    /// Reads the arguments; ends the process if they cannot be understood.
    public init(_ arguments: [String]) {
        var options: [String: String] = [:]
        var rest = arguments.dropFirst(2)
        while let name = rest.popFirst() { options[name] = rest.popFirst() ?? "" }
        let only = options["--only"].map { NightRun(parsing: $0) }
        guard arguments.count > 1, Set(options.keys).isSubset(of: ["--runs", "--seed", "--days", "--only"]),
            let runs = Int(options["--runs"] ?? "28"), let seed = UInt64(options["--seed"] ?? "1"),
            let days = Int(options["--days"] ?? "7"), only != .some(nil)
        else {
            FileHandle.standardError.write(Data((Self.usage + "\n").utf8))
            exit(64)
        }
        (zones, self.runs, self.seed, self.days, self.only) = (arguments[1], runs, seed, days, only ?? nil)
    }

    /// Lives the nights, and shows each that went wrong, and with `--only` all that happened; the exit code is 1 then.
    public func run() async throws {
        let nights = only.map { [$0] } ?? (0..<runs).map { NightRun(number: $0, seed: seed) }
        var failures = 0
        for night in nights {
            let report = try await HouseholdNight.report(
                seed: night.seed, days: days, faults: night.faults, zones: zones)
            if only != nil { show(report.history) }
            guard !report.faults.isEmpty else { continue }
            failures += 1
            show(["run \(night), repeat it with --only \(night) --days \(days):"] + report.faults.map { "  \($0)" })
        }
        show(["\(nights.count) runs of \(days) days from seed \(seed), \(failures) with faults"])
        if failures > 0 { exit(1) }
    }

    private func show(_ lines: [String]) {
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}

/// The seed of a run, and its faults: one, or all.
struct NightRun: Hashable, CustomStringConvertible {
    let seed: UInt64
    let fault: NightFault?

    var faults: [NightFault] { fault.map { [$0] } ?? NightFault.allCases }

    var description: String { "\(seed)/\(fault?.rawValue ?? "all")" }

    /// The runs go round the faults, and then take all together.
    init(number: Int, seed: UInt64) {
        let kinds = NightFault.allCases.count + 1
        self.seed = seed + UInt64(number / kinds)
        fault = number % kinds == 0 ? nil : NightFault.allCases[number % kinds - 1]
    }

    /// Reads `SEED/FAULT`.
    init?(parsing text: String) {
        let parts = text.split(separator: "/").map(String.init)
        guard parts.count == 2, let seed = UInt64(parts[0]) else { return nil }
        let fault = NightFault(rawValue: parts[1])
        guard fault != nil || parts[1] == "all" else { return nil }
        (self.seed, self.fault) = (seed, fault)
    }
}
