// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Foundation
import Glibc
import SystemClock
import Testing

/// A whole night in under a minute: two processes on one accelerated clock.
@Suite(.timeLimit(.minutes(3)))
struct NightProcessTests {
    /// Something that reached the device, and the moment it was planned for; a fade is one of these.
    private struct Step: Equatable {
        let planned: String
        let what: String
    }

    @Test
    func night_reachesTheDeviceAsPlanned_whenTwelveHoursPassInUnderAMinute() async throws {
        // The afternoon leaves half a minute for the commands, on a busy machine too; the night takes three quarters.
        let epoch = HostClock().now().wall + .seconds(1)
        let bedroom = try Bedroom(clock: "2027-01-04T13:00:00Z,900,\(epoch.iso8601)")
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must(
            "routine", "add", "read", "--device", "nursery", "--at", "20:30", "--step",
            "light white 60%; sound off; for 30m")
        try await bedroom.must(
            "bedtime", "set", "--device", "nursery", "--at", "21:50", "--wind-down", "20m", "--sound", "rain",
            "--volume", "20", "--wake", "06:30")
        try await bedroom.must(
            "alarm", "add", "school", "--device", "nursery", "--at", "06:00", "--days", "mon,tue,wed,thu,fri",
            "--sunrise", "30m", "--sound", "bird", "--volume", "60")
        let plan = try await bedroom.must("next", "--json").json() as? [[String: Any]]
        try await eventually("the alarm rings", within: .seconds(120)) { try bedroom.commands().contains("SN09") }
        try await bedroom.must("alarm", "dismiss")
        try await eventually("the wake light has gone out") {
            try bedroom.commands().filter { $0 == "SI00" }.count == 2
        }
        let journal = try bedroom.journal()
        daemon.signal(SIGTERM)
        let ended = try await daemon.result()
        await device.stop()

        #expect(ended.exitCode == 0)
        #expect(
            plan?.map { "\($0["at"] as? String ?? "") \($0["kind"] as? String ?? "") \($0["name"] as? String ?? "")" }
                == [
                    "2027-01-04T20:30:00Z routine read", "2027-01-04T21:50:00Z bedtime bedtime",
                    "2027-01-05T06:00:00Z alarm school", "2027-01-05T06:30:00Z window bedtime",
                ])
        let steps = Self.steps(journal)
        #expect(steps.map(\.what) == Self.expected.map(\.what))
        for (step, planned) in zip(steps, Self.expected) {
            #expect(step.planned >= planned.planned, "\(step.what) came before its time")
        }
    }

    /// What the plan says must reach the device, and the earliest moment it may.
    private static let expected = [
        Step(planned: "2027-01-04T20:30", what: "SCFFFFFF at 99"),
        Step(planned: "2027-01-04T20:30", what: "SN00"),
        Step(planned: "2027-01-04T20:30", what: "SI01"),
        Step(planned: "2027-01-04T21:00", what: "SI00"),
        Step(planned: "2027-01-04T21:30", what: "SCFF890E falls to 00"),
        Step(planned: "2027-01-04T21:30", what: "SV33"),
        Step(planned: "2027-01-04T21:30", what: "SN07"),
        Step(planned: "2027-01-04T21:30", what: "SI01"),
        Step(planned: "2027-01-05T05:30", what: "SCFFA757 rises to FF"),
        Step(planned: "2027-01-05T06:00", what: "SV99"),
        Step(planned: "2027-01-05T06:00", what: "SN09"),
        Step(planned: "2027-01-05T06:00", what: "SV33"),
        Step(planned: "2027-01-05T06:00", what: "SC000000 at 00"),
        Step(planned: "2027-01-05T06:00", what: "SN07"),
        Step(planned: "2027-01-05T06:30", what: "SN00"),
        Step(planned: "2027-01-05T06:30", what: "SC5CD29D at 33"),
        Step(planned: "2027-01-05T07:00", what: "SI00"),
    ]

    /// The commands in order, each fade as one: its colour and where it leads.
    ///
    /// Commands of another kind do not end a fade, and a busy machine may begin it a step late.
    private static func steps(_ journal: [JournalLine]) -> [Step] {
        var steps: [(at: String, command: String, levels: [Substring])] = []
        var fade: Int?
        for line in journal {
            guard line.event == "command", let bytes = line.bytes, !Bedroom.isInPassing(bytes) else { continue }
            guard bytes.hasPrefix("SC") else {
                steps.append((line.at, bytes, []))
                continue
            }
            let color = String(bytes.prefix(8))
            if let index = fade, steps[index].command == color {
                steps[index].levels.append(bytes.suffix(2))
            } else {
                fade = steps.count
                steps.append((line.at, color, [bytes.suffix(2)]))
            }
        }
        return steps.map { step in
            guard let last = step.levels.last else { return Step(planned: step.at, what: step.command) }
            let isRising = step.levels == step.levels.sorted()
            let isFalling = step.levels == step.levels.sorted(by: >)
            let way = step.levels.count == 1 ? "at" : isRising ? "rises to" : isFalling ? "falls to" : "jumps to"
            return Step(planned: step.at, what: "\(step.command) \(way) \(last)")
        }
    }
}
