// SPDX-License-Identifier: Apache-2.0

import Clocks
import FoundationEssentials
import Glibc

/// The two uses of the program.
package enum CrashCommand {
    /// Does what the arguments ask for; answers the exit code.
    package static func run(_ arguments: [String]) async -> CInt {
        do {
            switch arguments.first {
            case "live":
                let orders = try JSONDecoder().decode(
                    CrashNight.Orders.self, from: Data((arguments.dropFirst().first ?? "").utf8))
                return try await CrashNight.live(orders).rawValue
            case "sweep": return try await sweep(Array(arguments.dropFirst()))
            default:
                throw CrashError(
                    "usage: CrashChild live ORDERS | sweep ZONES [--runs N] [--seed S] [--only SEED/POINT]")
            }
        } catch {
            print("\(error)")
            return 1
        }
    }

    private static func sweep(_ arguments: [String]) async throws -> CInt {
        var options: [String: String] = [:]
        var rest = arguments.dropFirst()
        while let name = rest.popFirst() {
            guard ["--runs", "--seed", "--only"].contains(name), let value = rest.popFirst() else {
                throw CrashError("cannot read \(name)")
            }
            options[name] = value
        }
        let runs = try runs(options)
        guard let zones = arguments.first else { throw CrashError("where are the zone files?") }
        let driver = CrashDriver(program: "/proc/self/exe", zones: zones, scratch: try CrashDriver.makeScratch())
        let sweep = try await CrashSweep(runs, by: driver) { sweep in
            if sweep.runs % 500 == 0 { print("\(sweep.runs) runs, \(sweep.failures.count) with faults") }
        }
        for failure in sweep.failures { print(failure) }
        if sweep.failures.isEmpty { try? FileManager.default.removeItem(atPath: driver.scratch) }
        print(
            "runs \(sweep.runs), processes \(sweep.starts), kills \(sweep.kills.values.reduce(0, +)),", terminator: " ")
        print("looks at the clock \(sweep.looks), runs with faults \(sweep.failures.count)")
        for point in KillPoint.all { print("  \(point): \(sweep.kills[point] ?? 0)") }
        let isComplete = options["--only"] != nil || runs.count < 2 * KillPoint.all.count || sweep.missedPoints.isEmpty
        if !isComplete { print("never hit: \(sweep.missedPoints)") }
        return sweep.failures.isEmpty && isComplete ? 0 : 1
    }

    private static func runs(_ options: [String: String]) throws -> [CrashRun] {
        if let text = options["--only"] {
            guard let run = CrashRun(parsing: text) else { throw CrashError("\(text) is not SEED/POINT") }
            return [run]
        }
        guard let count = Int(options["--runs"] ?? "2000"), count > 0, let seed = UInt64(options["--seed"] ?? "1")
        else {
            throw CrashError("--runs and --seed are whole numbers")
        }
        return CrashRun.sample(count, from: seed)
    }
}
