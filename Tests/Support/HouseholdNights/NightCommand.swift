// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Foundation

/// The arguments of `.ci/household-nights`, and what it does with them.
public struct NightCommand {
    private let zones: String
    private var runs = 16
    private var seed: UInt64 = 1
    private var size = NightPlan.Size()
    private var only: String?
    /// The only fault of all runs; nil for each in turn.
    private var fault: String?
    private var isYear = false
    private var share = (number: 1, of: 1)

    /// A year is lived in so many parts, each with a fresh household.
    private static let parts = 10

    /// Reads the arguments; ends the program if they are not understood.
    public init(_ arguments: [String]) {
        var words = arguments.dropFirst()
        zones = words.popFirst() ?? ""
        while let word = words.popFirst() {
            if word == "--year" {
                isYear = true
                continue
            }
            guard let value = words.popFirst() else { Self.misuse("no value after \(word)") }
            switch (word, Int(value)) {
            case ("--runs", let number?) where number > 0: runs = number
            case ("--seed", let number?) where number > 0: seed = UInt64(number)
            case ("--days", let number?) where number > 0: size.days = number
            case ("--devices", let number?) where (1...99).contains(number): size.devices = number
            case ("--only", _): only = value
            case ("--fault", _): fault = value
            case ("--share", _):
                let parts = value.split(separator: "/").compactMap { Int($0) }
                guard parts.count == 2, parts[0] >= 1, parts[0] <= parts[1] else {
                    Self.misuse("what is \(value)?")
                }
                share = (parts[0], parts[1])
            default: Self.misuse("\(word) \(value) is not understood")
            }
        }
    }

    private static func misuse(_ message: String) -> Never {
        FileHandle.standardError.write(Data("household-nights: \(message)\n".utf8))
        exit(64)
    }

    /// Lives the runs, and shows what came of them; the exit code is 1 if something went wrong.
    public func run() async throws {
        var failures = 0
        var figures = NightReport.Figures()
        let nights = nights.enumerated().filter { $0.offset % share.of == share.number - 1 }.map(
            \.element)
        let start = Date()
        for night in nights {
            let begin = Date()
            let report = try await HouseholdNight.report(of: night, zones: zones)
            figures += report.figures
            if only != nil { show(report.history) }
            if isYear {
                let seconds = Int(Date().timeIntervalSince(begin))
                show(["part \(night): \(night.size.days) days, \(report.faults.count) faults, \(seconds) s"])
            }
            guard !report.faults.isEmpty else { continue }
            failures += 1
            let option = isYear ? "--year" : "--devices \(size.devices) --days \(size.days)"
            show(
                ["run \(night), repeat it with \(option) --only \(night):"]
                    + report.faults.prefix(20).map { "  \($0)" }
            )
        }
        let seconds = Int(Date().timeIntervalSince(start))
        let days = nights.map(\.size.days).reduce(0, +)
        show(
            [
                "\(nights.count) runs, \(days) days in all, from seed \(seed), \(failures) with faults, \(seconds) s"
            ]
                + figures.text)
        if failures > 0 { exit(1) }
    }

    private var nights: [NightRunID] {
        if let fault {
            return (0..<runs).map { number in
                let name = "\(seed + UInt64(number))/\(fault)"
                guard let night = NightRunID(parsing: name, size: size) else {
                    Self.misuse("there is no fault \(fault)")
                }
                return night
            }
        }
        guard let only else {
            return isYear
                ? (0..<Self.parts).map { part(UInt64($0) + seed * UInt64(Self.parts)) }
                : (0..<runs).map { NightRunID(number: $0, seed: seed, size: size) }
        }
        guard var night = NightRunID(parsing: only, size: size) else {
            Self.misuse("there is no run \(only)")
        }
        if isYear { night = part(night.seed) }
        night.wantsHistory = true
        return [night]
    }

    /// A tenth of a year, with ten devices; the last digit of the seed says which.
    private func part(_ seed: UInt64) -> NightRunID {
        let number = Int(seed) % Self.parts
        let (first, next) = (365 * number / Self.parts, 365 * (number + 1) / Self.parts)
        let noon = Instant(iso8601: "2027-01-01T17:00:00Z") ?? .min
        return NightRunID(
            seed: seed, fault: nil,
            size: NightPlan.Size(devices: 10, days: next - first, first: noon + .seconds(86_400 * first)))
    }

    private func show(_ lines: [String]) {
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
