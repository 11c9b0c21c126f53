// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Testing

extension NightClockConformance {
    /// Sleeps with a limit on elapsed time, so that a clock that tells nothing fails instead of sleeping on.
    static func sleep(
        _ request: WakeRequest, _ fixture: ClockFixture, while body: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> WakeReason {
        try await withThrowingTaskGroup(of: WakeReason?.self) { group in
            // From before the body, so that it does not matter which of the two is first.
            var request = request
            request.since = request.since ?? fixture.clock.now()
            group.addTask { [request] in try await fixture.clock.sleep(until: request) }
            group.addTask {
                try await body()
                return nil
            }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let ended { return ended }
            }
            throw CancellationError()
        }
    }

    static func expectDeadline(_ request: WakeRequest, _ fixture: ClockFixture) async throws {
        async let reason = fixture.clock.sleep(until: request)
        await fixture.untilAsleep()
        fixture.pass(.milliseconds(20))
        #expect(try await reason == .deadline)
        #expect(request.isDue(at: fixture.clock.now()))
    }

    static func tellAll(_ fixture: ClockFixture) async throws {
        let start = fixture.clock.now()
        let requests = [
            WakeRequest(since: start), WakeRequest(wall: .max, since: start),
            WakeRequest(boot: start.boot + .seconds(86_400), since: start),
        ]
        try await withThrowingTaskGroup(of: WakeReason.self) { group in
            for request in requests { group.addTask { try await fixture.clock.sleep(until: request) } }
            try fixture.changeZone()
            for try await reason in group { #expect(reason == .zoneChanged) }
        }
    }

    static func sleepOn(_ fixture: ClockFixture) async throws {
        let start = fixture.clock.now()
        async let slept: Void = fixture.clock.sleep(for: .milliseconds(40))
        await fixture.untilAsleep()
        try fixture.changeZone()
        try fixture.changeZoneData()
        for _ in 0..<2 {
            await fixture.untilAsleep()
            fixture.pass(.milliseconds(20))
        }
        try await slept
        #expect(fixture.clock.now().boot - start.boot >= .milliseconds(40))
    }

    static func expectCancellation(
        _ fixture: ClockFixture, _ body: @escaping @Sendable () async throws -> Void
    ) async {
        let task = Task { try await body() }
        await fixture.untilAsleep()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    static func expectCancellationBefore(_ body: @escaping @Sendable () async throws -> Void) async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await body()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
