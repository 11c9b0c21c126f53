// SPDX-License-Identifier: Apache-2.0

import Captures
import CivilTime
import Clocks
import ContainerTestSupport
import ControlAPI
import Coordination
import DeviceModules
import GATT
import Logging
import ModularDependencyContainer
import Scheduling
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// Each module of the composition alone, on mocks.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct CompositionModuleTests {
    private nonisolated static let inputs = DeviceDependencies.Inputs(
        macAddress: CompositionMocks.address, hardwareProduct: .hatchRest)

    @Test(.container(DeviceDependencies.self, inputs: inputs))
    func device_hasAController_ofItsAddressAndProduct() throws {
        let module = try TestContainer.current(DeviceDependencies.self)
        #expect(
            module.deviceController.key == DeviceKey(address: CompositionMocks.address, product: .hatchRest))
        #expect(module.deviceController.features.map(\.kind) == [.alarm, .routine, .bedtime])
    }

    @Test(.container(HouseholdDependencies.self))
    func household_opensAndClosesDevices() async throws {
        let household = try TestContainer.current(HouseholdDependencies.self).runningHousehold
        let device = PairedDevice(
            address: CompositionMocks.address, name: "nursery", product: .hatchRest, pairedAt: CompositionMocks.noon)
        let controller = try await household.devices.open(device)
        #expect(household.devices.all.map(\.key) == [device.key])
        await household.devices.close(controller.key)
        #expect(household.devices.all.isEmpty)
    }

    @Test(.container(ControlDependencies.self, inputs: .init(sessionKind: .daemon)))
    func control_answersForTheHouseholdItIsGiven() async throws {
        let services = try TestContainer.current(ControlDependencies.self).controlServiceGroup
        #expect(try await services.perform(Endpoints.devices, Empty()) == [])
    }
}

/// What the modules of the composition need: a house without devices, on a clock that stands.
private enum CompositionMocks {
    static let noon = Instant(secondsSince1970: 1_800_000_000)
    static let address: MacAddress = {
        guard let address = MacAddress(rawValue: "DC:06:41:00:00:01") else { preconditionFailure("it is an address") }
        return address
    }()

    static var configuration: HouseholdConfiguration {
        let clock = ManualClock(wall: noon)
        return HouseholdConfiguration(
            store: InMemoryNightStore(), transport: SimulatedTransport(devices: [:], clock: clock), nightClock: clock,
            radioClock: clock, zones: ZoneBook(database: ZoneDatabase(directory: "/nonexistent"), host: .utc),
            products: .all, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}

extension DeviceDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        let given = CompositionMocks.configuration
        try mocks.registerSingleton(DeviceConnectionStateFactory.self) {
            DeviceConnectionStateFactory(
                transport: given.transport, clock: given.radioClock, policy: given.policy, logger: given.logger,
                jitter: given.jitter)
        }
        try mocks.registerSingleton(ProductCatalogue.self) { given.products }
        try mocks.registerSingleton((any NightClock).self) { given.nightClock }
        try mocks.registerSingleton((any NightStore).self) { given.store }
        try mocks.registerSingleton((any ChangeRepository).self, using: Dependency((any NightStore).self)) { $0 }
        try mocks.registerSingleton(ZoneBook.self) { given.zones }
        try mocks.registerSingleton(Logger.self) { given.logger }
        try mocks.mainActor.registerSingleton(NightCoordinator.self, from: NightCoordinator.init(clock:))
    }
}

extension HouseholdDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        let given = CompositionMocks.configuration
        try mocks.registerSingleton(HouseholdConfiguration.self) { given }
        try mocks.registerSingleton(EventSource.self) {
            EventSource(clock: given.nightClock, radioClock: given.radioClock)
        }
        try mocks.registerSingleton(HouseholdStore.self, using: Dependency(EventSource.self)) { events in
            HouseholdStore(
                given.store, for: events, clock: given.radioClock, nightClock: given.nightClock, patience: nil,
                logger: given.logger)
        }
        try mocks.registerSingleton((any NightStore).self, using: Dependency(HouseholdStore.self)) { $0 }
        try mocks.registerSingleton((any CentralTransport).self) { given.transport }
        try mocks.registerAsyncSingleton(LogEnd.self, using: Dependency((any NightStore).self)) {
            try await LogEnd(of: $0)
        }
        // Its devices need the rest.
        mocks.importMocks(of: DeviceDependencies.self)
    }
}

extension ControlDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        let given = CompositionMocks.configuration
        try mocks.registerSingleton(RecordingTransport.self) {
            RecordingTransport(given.transport, clock: given.radioClock)
        }
        try mocks.registerSingleton(HouseholdStore.self) {
            HouseholdStore(
                given.store, for: EventSource(clock: given.nightClock, radioClock: given.radioClock),
                clock: given.radioClock, nightClock: given.nightClock, patience: nil, logger: given.logger)
        }
        try mocks.mainActor.registerSingleton(RunningHousehold.self) {
            RunningHousehold(
                given, devices: NoDevices(), coordinator: NightCoordinator(clock: given.nightClock),
                events: EventSource(clock: given.nightClock, radioClock: given.radioClock), newest: nil)
        }
    }
}

/// The controllers of a household without devices.
private final class NoDevices: DeviceControllers {
    var all: [DeviceController] { [] }
    func controller(of device: DeviceKey) -> DeviceController? { nil }
    func open(_ device: PairedDevice) async throws -> DeviceController {
        throw UnsupportedProduct(product: device.product)
    }
    func close(_ device: DeviceKey) async {}
    func run(_ work: @escaping @MainActor @Sendable (DeviceController) async -> Void) async {}
}
