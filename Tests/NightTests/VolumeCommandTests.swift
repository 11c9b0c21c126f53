// SPDX-License-Identifier: Apache-2.0

import Alarms
import Clocks
import Coordination
import DeviceModules
import SleepModel
import Testing

/// What a volume that somebody sets changes, and what it leaves alone.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct VolumeCommandTests {
    private let evening = "2027-01-06T00:00:00Z"  // 19:00 in New York
    private let quieter = DeviceAction.volume(Level(rawValue: 10))
    private let louder = DeviceAction.volume(Level(rawValue: 200))

    @Test func volume_countsForTheRingAlone_andTheNightIsAsLoudAsBefore() async throws {
        let bench = try await ProviderBench(
            [Night.bedtime(since: evening), Night.alarm(at: "23:00", since: evening)], at: evening)
        try await bench.pass(.hours(2))
        try await bench.pass(.hours(2))
        #expect(bench.coordinator.rings(Night.device))
        #expect(try await bench.control([louder]).last?.contains(louder) == true)
        try await bench.alarms.dismiss(Night.key("wake", "2027-01-05"))
        try await bench.pass()
        #expect(
            bench.desiredStates.last?.actions == [
                .power(true), .light(.off), .sound(Night.rain), .volume(Level(rawValue: 50)),
            ])
    }

    @Test func volume_thatSomebodySetBeforeTheRing_countsAgainAfterIt() async throws {
        let bench = try await ProviderBench(
            [Night.bedtime(since: evening), Night.alarm(at: "23:00", since: evening)], at: evening)
        try await bench.pass(.hours(2))
        try await bench.control([quieter])
        try await bench.pass(.hours(2))
        try await bench.control([louder])
        try await bench.alarms.dismiss(Night.key("wake", "2027-01-05"))
        try await bench.pass()
        #expect(bench.desiredStates.last?.actions == [.power(true), .light(.off), .sound(Night.rain), quieter])
    }
}
