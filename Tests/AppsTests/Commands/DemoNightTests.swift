// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Composition
import Foundation
import Synchronization
import Testing

@testable import LocalCommands
@testable import LullCommands

/// The demonstration shows the same night on every run, however busy the machine is.
@Suite(.timeLimit(.minutes(5)))
struct DemoNightTests {
    /// Threads that keep every core busy until they are told to stop.
    private final class Load: Sendable {
        private let isOver = Atomic(false)

        init(threads: Int) {
            for _ in 0..<threads {
                Thread.detachNewThread { [self] in
                    while !isOver.load(ordering: .relaxed) {}
                }
            }
        }

        func end() {
            isOver.store(true, ordering: .relaxed)
        }
    }

    private struct Night: Sendable {
        let lines: [DemoTimeline.Line]
        let picture: NightPicture
    }

    /// A night takes seconds, so the tests share one.
    private static let quietNight = Task { try await night() }

    @MainActor
    private static func night() async throws -> Night {
        let start = try #require(Instant(iso8601: "2027-01-04T19:30:00Z"))
        let household = try await SimulatedHousehold(start: start)
        return try await household.run {
            let night = DemoNight(household: household, isQuiet: true)
            return Night(lines: try await night.live(), picture: night.picture)
        }
    }

    @Test
    func night_isTheSame_underLoad() async throws {
        let quiet = try await Self.quietNight.value.lines
        let load = Load(threads: 4)
        defer { load.end() }
        #expect(try await Self.night().lines == quiet)
    }

    /// The light of a reminder is back where it was.
    @Test
    func night_saysThatALightSwells_whenItFadesBack() async throws {
        let swells = try await Self.quietNight.value.lines.filter { $0.what.contains(" swells and fades back in ") }
        #expect(swells.map(\.who) == ["device"])
    }

    /// With `LULL_WRITE_PICTURE=1` this writes the picture instead of comparing it.
    @Test
    func readme_showsThePicture_thatTheNightMakes() async throws {
        let night = try await Self.quietNight.value
        for mark in night.picture.marks {
            let isThere = night.lines.contains { abs(($0.at - mark.at).components.seconds) < 60 }
            #expect(isThere, "Nothing happens when the picture says “\(mark.text)”.")
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Pictures/night.svg").standardizedFileURL
        if ProcessInfo.processInfo.environment["LULL_WRITE_PICTURE"] == "1" {
            try night.picture.svg.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(
            try String(contentsOf: file, encoding: .utf8) == night.picture.svg,
            "Write it anew: LULL_WRITE_PICTURE=1 swift test --filter DemoNightTests")
    }
}
