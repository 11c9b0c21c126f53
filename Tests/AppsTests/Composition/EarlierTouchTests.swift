// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import Coordination
import DeviceModules
import SimulatedDevice
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition
@testable import Household

/// Whoever touched the device before something began did not mean it, also where Lull learns of the touch later.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct EarlierTouchTests {
    /// What begins in the house at noon, or in the minute after it.
    enum Beginning: CaseIterable, Sendable {
        case light, nap, routine, scheduledRoutine, bedtime, scheduledBedtime
    }

    private func setUp(_ beginning: Beginning, in house: House) async throws {
        func addRoutine(at time: String?) async throws {
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(
                    name: "story", device: "nursery", at: time, days: nil, steps: ["light blue 40%; for 20m"], zone: nil
                ))
        }
        func setBedtime(at time: String) async throws {
            _ = try await house.control.perform(
                Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: time, windDown: "30m"))
        }
        switch beginning {
        case .light, .nap: break
        case .routine: try await addRoutine(at: nil)
        case .scheduledRoutine: try await addRoutine(at: "12:01")
        case .bedtime: try await setBedtime(at: "20:00")
        case .scheduledBedtime: try await setBedtime(at: "12:31")
        }
    }

    private func begin(_ beginning: Beginning, in house: House) async throws {
        switch beginning {
        case .light:
            _ = try await house.control.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "blue", brightness: 40))
        case .nap:
            _ = try await house.control.perform(
                Endpoints.startNap, NapRequest(device: "nursery", length: "45m"))
        case .routine:
            _ = try await house.control.perform(Endpoints.runRoutine, RoutineRunRequest(name: "story", device: nil))
        case .bedtime:
            _ = try await house.control.perform(
                Endpoints.startBedtime, ScheduleSelection(name: nil, device: "nursery"))
        case .scheduledRoutine, .scheduledBedtime: break
        }
    }

    @Test(arguments: Beginning.allCases)
    func device_showsWhatBegins_whenItWasSwitchedOffBefore_outOfReach(beginning: Beginning) async throws {
        let house = try await House()
        try await house.live {
            try await self.setUp(beginning, in: house)
        } _: {
            let noon = house.clock.now().boot
            _ = try await house.control.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "red", brightness: 20))
            try await house.until { await house.peripheral.state.isOn }
            await house.peripheral.setRefusesConnections(true)
            await house.controller?.connection.close()
            await house.peripheral.holdRing()
            try await house.until { house.clock.now().boot - noon >= .seconds(59) }
            await house.peripheral.setRefusesConnections(false)
            try await self.begin(beginning, in: house)
            try await house.until { await house.peripheral.state.isOn }
            try await house.wait(.seconds(90))
            #expect(await house.peripheral.state.isOn)
            let log = try await house.control.perform(Endpoints.log, LogQuery(since: "1h", device: nil))
            #expect(!log.contains { $0.outcome == .cancelled }, "\(log)")
        }
    }

    /// What runs again shows what is there already, and the device is not asked; it was heard unchanged since.
    @Test
    func routine_ends_whenTheDeviceIsSwitchedOff_thoughItHadNothingToTake() async throws {
        let house = try await House()
        try await house.live {
            try await self.setUp(.routine, in: house)
        } _: {
            try await self.begin(.routine, in: house)
            try await house.until { await house.peripheral.state.isOn }
            try await house.wait(.seconds(300))
            await house.controller?.connection.close()
            try await house.wait(.seconds(60))
            try await self.begin(.routine, in: house)
            await house.controller?.connection.close()
            try await house.wait(.seconds(300))
            await house.peripheral.holdRing()
            try await house.wait(.seconds(120))
            #expect(await !house.peripheral.state.isOn)
            let log = try await house.control.perform(Endpoints.log, LogQuery(since: "1h", device: nil))
            #expect(log.filter { $0.outcome == .cancelled }.map(\.name) == ["story"], "\(log)")
        }
    }

    /// The same, with the touch in a time without a daemon.
    @Test
    func nap_goesOn_whenTheDeviceWasSwitchedOffBefore_whileNoDaemonRan() async throws {
        let store = InMemoryNightStore()
        let house = try await House(store: store)
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "red", brightness: 20))
            try await house.until { try await store.holds()[house.address]?.seenOn != nil }
        }
        await house.peripheral.holdRing()
        let second = try await House(
            state: await house.peripheral.state, isPaired: false, store: store, clock: house.clock)
        try await second.live {
            try await self.begin(.nap, in: second)
        } _: {
            try await second.until { await second.peripheral.state.isOn }
            try await second.wait(.seconds(90))
            #expect(await second.peripheral.state.isOn)
            let log = try await second.control.perform(Endpoints.log, LogQuery(since: "1h", device: nil))
            #expect(!log.contains { $0.outcome == .cancelled }, "\(log)")
        }
    }
}
