// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Testing

/// What every clock has to do, as cases to be run against a fixture of each.
public enum NightClockConformance: String, CaseIterable, Sendable {
    case now_neverRunsBackwards_inElapsedTime
    case sleep_returnsAtOnce_whenADeadlineHasPassed
    case sleep_endsAtItsWallDeadline_notBefore
    case sleep_endsAtItsBootDeadline_notBefore
    case sleep_endsAtTheEarlierDeadline
    case sleep_prefersTheDeadline_toWhatHappened
    case sleep_isTold_whenTheZoneChanges
    case sleep_isTold_whenTheZoneDataChanges
    case sleep_isTold_whenSomethingHappenedBefore
    case sleep_isTold_whenTheClockIsSet
    case sleep_isTold_whenTheHostWasSuspended
    case everySleeper_isTold
    case sleep_throws_whenCancelledWhileAsleep
    case sleep_throws_whenCancelledBefore
    case sleepFor_lastsAsLongAsAsked
    case sleepFor_goesOn_whateverHappens
    case sleepFor_returnsAtOnce_forNothing
    case sleepFor_throws_whenCancelled

    /// Longer than any test lasts.
    private static let long = Duration.seconds(86_400)
    private static let short = Duration.milliseconds(20)

    /// Runs the case; what does not hold is recorded as an issue.
    public func run(on fixture: ClockFixture) async throws {
        let clock = fixture.clock
        let start = clock.now()
        switch self {
        case .now_neverRunsBackwards_inElapsedTime:
            fixture.pass(Self.short)
            let later = clock.now()
            #expect(later.boot >= start.boot && later.monotonic >= start.monotonic)
            #expect(later.boot >= later.monotonic && later.bootID == start.bootID)
        case .sleep_returnsAtOnce_whenADeadlineHasPassed:
            for request in [
                WakeRequest(wall: start.wall), WakeRequest(wall: .min), WakeRequest(boot: start.boot),
                WakeRequest(boot: .seconds(-5)), WakeRequest(wall: .max, boot: start.boot),
            ] {
                #expect(try await clock.sleep(until: request) == .deadline)
            }
        case .sleep_endsAtItsWallDeadline_notBefore:
            try await Self.expectDeadline(WakeRequest(wall: start.wall + Self.short), fixture)
        case .sleep_endsAtItsBootDeadline_notBefore:
            try await Self.expectDeadline(WakeRequest(boot: start.boot + Self.short), fixture)
        case .sleep_endsAtTheEarlierDeadline:
            try await Self.expectDeadline(
                WakeRequest(wall: start.wall + Self.long, boot: start.boot + Self.short), fixture)
        case .sleep_prefersTheDeadline_toWhatHappened:
            try fixture.changeZone()
            #expect(try await Self.sleep(WakeRequest(since: start), fixture) == .zoneChanged)
            #expect(try await clock.sleep(until: WakeRequest(boot: start.boot, since: start)) == .deadline)
        case .sleep_isTold_whenTheZoneChanges:
            #expect(try await Self.sleep(WakeRequest(), fixture) { try fixture.changeZone() } == .zoneChanged)
            #expect(clock.now().events(since: start) == [.zoneChanged])
        case .sleep_isTold_whenTheZoneDataChanges:
            #expect(try await Self.sleep(WakeRequest(), fixture) { try fixture.changeZoneData() } == .zoneDataChanged)
            #expect(clock.now().events(since: start) == [.zoneDataChanged])
        case .sleep_isTold_whenSomethingHappenedBefore:
            try fixture.changeZoneData()
            #expect(try await Self.sleep(WakeRequest(since: start), fixture) == .zoneDataChanged)
            // Told and over, but not for who looked before.
            #expect(try await Self.sleep(WakeRequest(since: start), fixture) == .zoneDataChanged)
        case .sleep_isTold_whenTheClockIsSet:
            guard let step = fixture.step else { return }
            for distance in [Duration.seconds(-3600), .seconds(3600)] {
                #expect(
                    try await Self.sleep(WakeRequest(), fixture) {
                        await fixture.untilAsleep()
                        step(distance)
                    } == .stepped)
            }
        case .sleep_isTold_whenTheHostWasSuspended:
            guard let suspend = fixture.suspend else { return }
            #expect(
                try await Self.sleep(WakeRequest(), fixture) {
                    await fixture.untilAsleep()
                    suspend(.seconds(3600))
                } == .suspended)
        case .everySleeper_isTold: try await Self.tellAll(fixture)
        case .sleep_throws_whenCancelledWhileAsleep:
            await Self.expectCancellation(fixture) {
                _ = try await clock.sleep(until: WakeRequest(wall: start.wall + Self.long))
            }
        case .sleep_throws_whenCancelledBefore:
            // Even if nothing is left to wait for.
            for boot in [start.boot + Self.long, start.boot] {
                await Self.expectCancellationBefore { _ = try await clock.sleep(until: WakeRequest(boot: boot)) }
            }
        case .sleepFor_lastsAsLongAsAsked:
            async let slept: Void = clock.sleep(for: Self.short)
            await fixture.untilAsleep()
            fixture.pass(Self.short)
            try await slept
            #expect(clock.now().boot - start.boot >= Self.short)
        case .sleepFor_goesOn_whateverHappens: try await Self.sleepOn(fixture)
        case .sleepFor_returnsAtOnce_forNothing:
            try await clock.sleep(for: .zero)
            try await clock.sleep(for: .seconds(-5))
        case .sleepFor_throws_whenCancelled:
            await Self.expectCancellation(fixture) { try await clock.sleep(for: Self.long) }
            await Self.expectCancellationBefore { try await clock.sleep(for: Self.long) }
        }
    }
}
