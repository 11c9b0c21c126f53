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

    @MainActor
    private static func night() async throws -> [DemoTimeline.Line] {
        let start = try #require(Instant(iso8601: "2027-01-04T19:30:00Z"))
        let household = try await SimulatedHousehold(start: start)
        return try await household.run { try await DemoNight(household: household, isQuiet: true).live() }
    }

    @Test
    func night_isTheSame_underLoad() async throws {
        let quiet = try await Self.night()
        let load = Load(threads: 4)
        defer { load.end() }
        #expect(try await Self.night() == quiet)
    }
}
