// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Glibc
import SleepModel
import SystemClock

/// Many alarms of a whole household in real time, or years of what one stores; run by `.ci/benchmark-household`.
///
/// Shows how late the first byte of an alarm is, or the steps of its sunrise, and how large the state file gets.
@main
@MainActor
enum FiguresProgram {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let what = arguments.first, arguments.count <= 2, let count = Int(arguments.dropFirst().first ?? "1000"),
            (1...10_000).contains(count)
        else {
            print("usage: HouseholdFigures rings|sunrises [DEVICES]\n       HouseholdFigures years [YEARS]")
            exit(64)
        }
        if what == "years" {
            guard let device = MacAddress(rawValue: "DC:06:41:00:00:01") else { exit(70) }
            return try await StoredYears(of: device).live(arguments.count == 2 ? count : 10)
        }
        let house = try await FigureHouse(devices: count, clock: HostClock())
        switch what {
        case "rings": try await rings(in: house)
        case "sunrises": try await sunrises(in: house)
        default: exit(64)
        }
        await house.close()
    }

    /// Alarms of devices that are idle before, spread over a minute.
    private static func rings(in house: FigureHouse) async throws {
        // Devices are connected 45 s ahead, and adding alarms takes a while.
        let first = house.nextSecond + .seconds(90)
        try await house.addAlarms(from: first, over: 60, sunrise: .zero)
        try await house.run(until: first + .seconds(65))
        let lateness = house.lateness { due, instant in instant >= due ? instant - due : nil }
        print("\(house.count) alarms within 60 s, each on a device that was idle")
        print("  rang                  \(lateness.compactMap(\.first).count)")
        print("  due to first byte     \(Lateness(lateness.compactMap(\.first)))")
        print("  load                  \(ProcessUse.load)")
    }

    /// Sunrises that are half over and grow for a minute.
    private static func sunrises(in house: FigureHouse) async throws {
        let sunrise = Duration.seconds(1800)
        try await house.addAlarms(from: house.nextSecond + sunrise / 2, over: 7, sunrise: sunrise)
        // All devices are connected by then.
        try await house.run(until: house.now + .seconds(45))
        let (use, start) = (ProcessUse.now, house.now)
        try await house.run(until: start + .seconds(60))
        let busy = ProcessUse.now.processor - use.processor
        // A sunrise has 255 steps at most, which begin on a fixed grid.
        let step = sunrise / 255
        let lateness = house.lateness { due, instant in
            guard instant >= start else { return nil }
            let elapsed = instant - (due - sunrise)
            return elapsed - step * Int(elapsed / step)
        }
        let all = lateness.flatMap(\.self)
        print("\(house.count) sunrises of 30 minutes, for 60 s; devices are simulated in the same process")
        print("  steps at the devices  \(all.count)")
        print("  due to byte           \(Lateness(all))")
        print("  processors in use     \(Double(Int(busy / .milliseconds(600))) / 100)")
        print("  memory                \(ProcessUse.now.memory / 1024) MiB")
        print("  load                  \(ProcessUse.load)")
    }
}
