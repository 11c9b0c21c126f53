// SPDX-License-Identifier: Apache-2.0

import Coordination
import DeviceModules
import SleepModel
import Testing

/// What somebody set by hand stays until a step or a phase changes the same channel.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct StepHoldTests {
    private let evening = "2027-01-06T00:00:00Z"  // 19:00 in New York
    private let quiet = DeviceAction.volume(Level(rawValue: 10))

    private func actions(of bench: ProviderBench) -> [DeviceAction] { bench.desiredStates.last?.actions ?? [] }

    @Test func lightsOut_leavesTheVolume_thatSomebodySetInTheWindDown() async throws {
        let bench = try await ProviderBench([Night.bedtime(since: evening)], at: evening)
        try await bench.pass(.minutes(40))
        try await bench.control([quiet])
        try await bench.pass(.minutes(21))
        #expect(actions(of: bench) == [.power(true), .light(.off), .sound(Night.rain), quiet])
    }

    @Test func lightsOut_leavesTheSilence_thatSomebodyAskedForInTheWindDown() async throws {
        let bench = try await ProviderBench([Night.bedtime(since: evening)], at: evening)
        try await bench.pass(.minutes(40))
        try await bench.control([.sound(.none)])
        try await bench.pass(.minutes(21))
        #expect(actions(of: bench).contains(.sound(.none)))
        #expect(actions(of: bench).contains(.light(.off)))
    }

    @Test func step_resetsOnlyTheChannelsThatItChanges() async throws {
        let steps = [
            RoutineStep(light: Night.amber, sound: Night.rain, volume: .full, end: .after(.minutes(10))),
            RoutineStep(light: Night.red, end: .after(.minutes(10))),
            RoutineStep(volume: Level(rawValue: 99), end: .after(.minutes(10))),
        ]
        let bench = try await ProviderBench([Night.routine(since: evening, steps)], at: evening)
        try await bench.pass(.minutes(61))
        try await bench.control([quiet])
        try await bench.control([.power(true), .light(.off)])
        #expect(actions(of: bench) == [.power(true), .light(.off), .sound(Night.rain), quiet])
        try await bench.pass(.minutes(10))
        #expect(actions(of: bench) == [.power(true), .light(Night.red), .sound(Night.rain), quiet])
        try await bench.pass(.minutes(10))
        #expect(
            actions(of: bench)
                == [.power(true), .light(Night.red), .sound(Night.rain), .volume(Level(rawValue: 99))])
    }
}
