// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import Scheduling
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// Everything that runs in a household is one of its tasks.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct HouseholdTaskTests {
    private let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))
    private static let common = Set(HouseholdTask.Common.allCases.map(HouseholdTask.common))

    private func devices() async throws -> any DeviceControllers {
        try await ComposedHousehold.open(
            .testing([
                .store(InMemoryNightStore()), .transport(SimulatedTransport(devices: [:], clock: clock)), .clock(clock),
                .zones(ZoneBook(database: ZoneDatabase(directory: "/nonexistent"), host: .utc)),
            ])
        ).household.devices
    }

    private func device(_ last: String) throws -> PairedDevice {
        PairedDevice(
            address: try #require(MacAddress(rawValue: "DC:06:41:00:00:\(last)")), name: "rest \(last)",
            product: .hatchRest, pairedAt: clock.now().wall)
    }

    private func parts(of device: PairedDevice) -> Set<HouseholdTask> {
        Set(HouseholdTask.Part.allCases.map { .device(device.key, $0) })
    }

    @Test
    func run_startsEveryTask_andThoseOfADeviceWhileItIsOpen() async throws {
        let devices = try await devices()
        let (first, second) = try (device("01"), device("02"))
        let running = RunningTasks()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await devices.run({ _ in true }, performing: { await running.hold($0) }) }
            await running.wait { $0.now == Self.common }
            _ = try await devices.open(first)
            let one = Self.common.union([.listening]).union(parts(of: first))
            await running.wait { $0.now == one && $0.listenings == 1 }
            _ = try await devices.open(second)
            let two = one.union(parts(of: second))
            await running.wait { $0.now == two && $0.listenings == 2 }
            await devices.close(first.key)
            let other = Self.common.union([.listening]).union(parts(of: second))
            await running.wait { $0.now == other && $0.listenings == 3 }
            await devices.close(second.key)
            await running.wait { $0.now == Self.common }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(running.now.isEmpty)
        #expect(running.begun.filter { Self.common.contains($0) }.count == Self.common.count)
    }

    @Test
    func run_startsNothingForSchedules_whereNobodyWantsThem() async throws {
        let devices = try await devices()
        let device = try device("01")
        _ = try await devices.open(device)
        let running = RunningTasks()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await devices.run({ !$0.isForSchedules }, performing: { await running.hold($0) })
            }
            await running.wait { $0.now.count == 2 }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(running.begun == [.device(device.key, .delivery), .device(device.key, .events)])
    }

    @Test
    func run_endsTheNewestFirst_whenItIsCancelled() async throws {
        let devices = try await devices()
        _ = try await devices.open(device("01"))
        let running = RunningTasks()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await devices.run({ $0 != .listening }, performing: { await running.hold($0) }) }
            await running.wait { $0.now.count == Self.common.count + HouseholdTask.Part.allCases.count }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(running.ended == running.begun.reversed())
    }

    @Test
    func run_throwsWhatATaskThrows_whenTheOthersHaveEnded() async throws {
        struct NoTimers: Error {}
        let devices = try await devices()
        let running = RunningTasks()
        await #expect(throws: NoTimers.self) {
            try await devices.run({ _ in true }) { task in
                guard task == .common(.backups) else { return await running.hold(task) }
                await running.wait { $0.now == Self.common.subtracting([.common(.backups)]) }
                throw NoTimers()
            }
        }
        #expect(running.now.isEmpty)
    }
}

/// Tasks that do nothing until they are cancelled.
@MainActor
private final class RunningTasks {
    private(set) var begun: [HouseholdTask] = []
    private(set) var ended: [HouseholdTask] = []
    private(set) var now: Set<HouseholdTask> = []
    private var waiting: [(condition: (RunningTasks) -> Bool, reached: OneShot<Void>)] = []

    /// How often the listening has begun.
    var listenings: Int { begun.count { $0 == .listening } }

    func hold(_ task: HouseholdTask) async {
        begun.append(task)
        now.insert(task)
        tell()
        await OneShot<Void>().valueUnlessCancelled()
        ended.append(task)
        now.remove(task)
        tell()
    }

    func wait(until condition: @escaping (RunningTasks) -> Bool) async {
        guard !condition(self) else { return }
        let reached = OneShot<Void>()
        waiting.append((condition, reached))
        await reached.valueUnlessCancelled()
    }

    private func tell() {
        for (condition, reached) in waiting where condition(self) { reached.set(()) }
        waiting.removeAll { $0.reached.isSet }
    }
}
