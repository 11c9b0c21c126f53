// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import DeviceModules
import GATT
import Logging
import Scheduling
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// Every device has a controller of its own.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct DeviceContainersTests {
    private let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))

    private func night(_ store: any NightStore = InMemoryNightStore()) async throws -> RunningHousehold {
        try await ComposedHousehold.open(
            .testing([
                .store(store), .transport(SimulatedTransport(devices: [:], clock: clock)), .clock(clock),
                .zones(ZoneBook(database: ZoneDatabase(directory: "/nonexistent"), host: .utc)),
            ])
        ).household
    }

    private func device(_ last: String, product: HardwareProduct = .hatchRest) throws -> PairedDevice {
        PairedDevice(
            address: try #require(MacAddress(rawValue: "DC:06:41:00:00:\(last)")), name: "rest \(last)",
            product: product, pairedAt: clock.now().wall)
    }

    @Test
    func open_givesTheSameController_forTheSameAddressAndProduct() async throws {
        let devices = try await night().devices
        let first = try await devices.open(device("01"))
        let again = try await devices.open(device("01"))
        #expect(first === again)
        #expect(devices.all.map(\.address) == [first.address])
    }

    @Test
    func open_sharesNothing_betweenTwoDevices() async throws {
        let devices = try await night().devices
        let first = try await devices.open(device("01"))
        let second = try await devices.open(device("02"))
        #expect(first !== second)
        #expect(zip(first.features, second.features).allSatisfy { $0 !== $1 })
        #expect(first.sender !== second.sender)
        #expect(first.connection !== second.connection)
        #expect(first.emitter !== second.emitter)
    }

    @Test
    func open_collectsTheFeatures_alarmsFirst() async throws {
        let controller = try await night().devices.open(device("01"))
        #expect(controller.features.map(\.kind) == [.alarm, .routine, .bedtime])
    }

    @Test
    func open_givesOneController_toTwoWhoOpenAtOnce() async throws {
        let devices = try await night().devices
        let device = try device("01")
        async let first = devices.open(device)
        async let second = devices.open(device)
        #expect(try await first === second)
        #expect(devices.all.count == 1)
    }

    @Test
    func controller_isOfTheProductToo() async throws {
        let devices = try await night().devices
        let first = try await devices.open(device("01"))
        let other = DeviceKey(address: first.address, product: HardwareProduct(rawValue: "toaster"))
        #expect(devices.controller(of: first.key) === first)
        #expect(devices.controller(of: other) == nil)
        await devices.close(other)
        #expect(devices.controller(at: first.address) === first)
    }

    @Test
    func open_throws_forAProductWithoutACodec() async throws {
        let devices = try await night().devices
        let foreign = try device("03", product: HardwareProduct(rawValue: "toaster"))
        await #expect(throws: UnsupportedProduct(product: foreign.product)) { try await devices.open(foreign) }
        #expect(devices.all.isEmpty)
    }

    @Test
    func close_makesRoomForAnotherController_ofTheSameDevice() async throws {
        let devices = try await night().devices
        let first = try await devices.open(device("01"))
        await devices.close(first.key)
        #expect(devices.controller(of: first.key) == nil)
        let second = try await devices.open(device("01"))
        #expect(first !== second)
    }

    @Test
    func night_opensAControllerForEveryPairedDevice_andLeavesUnknownProductsAlone() async throws {
        let store = InMemoryNightStore()
        try await store.commit(.pair(device("01"), log: []))
        try await store.commit(.pair(device("02", product: HardwareProduct(rawValue: "toaster")), log: []))
        let devices = try await night(store).devices
        #expect(devices.all.map(\.address.rawValue) == ["DC:06:41:00:00:01"])
    }
}
