// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import Logging
import Scheduling
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition

/// Every device has rooms of its own.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct DeviceContainersTests {
    private let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))

    private func night(_ store: any NightStore = InMemoryNightStore()) async throws -> NightService {
        try await NightService.open(
            NightConfiguration(
                store: store, transport: SimulatedTransport(devices: [:], clock: clock), nightClock: clock,
                radioClock: clock, zones: ZoneBook(database: ZoneDatabase(directory: "/nonexistent"), host: .utc),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    }

    private func device(_ last: String, product: HardwareProduct = .hatchRest) throws -> PairedDevice {
        PairedDevice(
            address: try #require(MacAddress(rawValue: "DC:06:41:00:00:\(last)")), name: "rest \(last)",
            product: product, pairedAt: clock.now().wall)
    }

    @Test
    func open_givesTheSameRooms_forTheSameAddressAndProduct() async throws {
        let containers = try await night().containers
        let first = try await containers.open(device("01"))
        let again = try await containers.open(device("01"))
        #expect(first === again)
        #expect(containers.all.map(\.address) == [first.address])
    }

    @Test
    func open_sharesNothing_betweenTwoDevices() async throws {
        let containers = try await night().containers
        let first = try await containers.open(device("01"))
        let second = try await containers.open(device("02"))
        #expect(first !== second)
        #expect(first.alarms !== second.alarms)
        #expect(first.routines !== second.routines)
        #expect(first.bedtimes !== second.bedtimes)
        #expect(first.sender !== second.sender)
        #expect(first.connection !== second.connection)
        #expect(first.emitter !== second.emitter)
    }

    @Test
    func open_throws_forAProductWithoutACodec() async throws {
        let containers = try await night().containers
        let foreign = try device("03", product: HardwareProduct(rawValue: "toaster"))
        await #expect(throws: (any Error).self) { try await containers.open(foreign) }
        #expect(containers.all.isEmpty)
    }

    @Test
    func close_makesRoomForFreshRooms_ofTheSameDevice() async throws {
        let containers = try await night().containers
        let first = try await containers.open(device("01"))
        await containers.close(first.address)
        #expect(containers.rooms(first.address) == nil)
        let second = try await containers.open(device("01"))
        #expect(first !== second)
    }

    @Test
    func night_opensTheRoomsOfEveryPairedDevice_andLeavesUnknownProductsAlone() async throws {
        let store = InMemoryNightStore()
        try await store.commit(.pair(device("01"), log: []))
        try await store.commit(.pair(device("02", product: HardwareProduct(rawValue: "toaster")), log: []))
        let containers = try await night(store).containers
        #expect(containers.all.map(\.address.rawValue) == ["DC:06:41:00:00:01"])
    }
}
