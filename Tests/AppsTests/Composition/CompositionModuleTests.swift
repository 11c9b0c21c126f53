// SPDX-License-Identifier: Apache-2.0

import Captures
import CivilTime
import Clocks
public import ContainerTestSupport
import ControlAPI
public import ControlServices
import Coordination
import DeviceModules
import Foundation
import GATT
import Logging
import ModularDependencyContainer
import Replay
import Scheduling
import SimulatedDevice
import SleepModel
import Storage
import SystemClock
import Testing

@testable import Composition
@testable import Household

/// Each module of the composition alone, on mocks.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct CompositionModuleTests {
    private static let capture = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../firmware-fixtures/hatch-rest/simulated-evening.btsnoop").standardizedFileURL.path

    private nonisolated static let inputs = DeviceModuleDependencies.Inputs(
        macAddress: CompositionMocks.address, hardwareProduct: .hatchRest)

    @Test(.container(DeviceModuleDependencies.self, inputs: inputs))
    func deviceModules_areOfTheAddressAndProductTheyAreGiven() throws {
        let container = try TestContainer.current(DeviceModuleDependencies.self).container
        let key = DeviceKey(address: CompositionMocks.address, product: .hatchRest)
        #expect(try container.resolve(DeviceKey.self) == key)
        #expect(try container.resolve((any ProductCodec).self).product == .hatchRest)
        let emitter = try container.resolve(DeviceStateEmitter.self)
        emitter.observe(rssi: -58, battery: nil)
        #expect(try container.resolve(DeviceStateEmitter.self).radio.rssi == -58)
    }

    @Test(.container(DeviceDependencies.self))
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

    @Test(.container(CaptureDependencies.self))
    func captures_areReadAndPlayed_withTheCodecsOfTheCatalogue() async throws {
        let module = try TestContainer.current(CaptureDependencies.self)
        let timeline = try module.timelines(Self.capture)
        let address = try #require(timeline.entries.compactMap(\.address).first)
        let report = try await module.replays(ReplayInput(timeline: timeline, address: address, speed: 100_000)).run()
        #expect(report.product == .hatchRest)
    }

    @Test(.container(ControlDependencies.self, inputs: .init(sessionKind: .daemon)))
    func control_answersForTheHouseholdItIsGiven() async throws {
        let services = try TestContainer.current(ControlDependencies.self).controlServiceGroup
        #expect(try await services.perform(Endpoints.devices, Empty()) == [])
    }
}

extension CaptureDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        try mocks.registerSingleton(ProductCatalogue.self) { ProductCatalogue.all }
        // A replay waits as long as the capture did, divided by its speed.
        try mocks.registerSingleton((any NightClock).self, key: ClockKey.radio) { HostClock() }
    }
}

/// What the modules of the composition need: a house without devices, on a clock that stands.
private enum CompositionMocks {
    static let noon = Instant(secondsSince1970: 1_800_000_000)
    static let address: MacAddress = {
        guard let address = MacAddress(rawValue: "DC:06:41:00:00:01") else { preconditionFailure("it is an address") }
        return address
    }()

    static let codec: any ProductCodec = {
        guard let codec = ProductCatalogue.all.codec(for: .hatchRest) else { preconditionFailure("it has a codec") }
        return codec
    }()

    static var configuration: HouseholdConfiguration {
        let clock = ManualClock(wall: noon)
        let zones = ZoneBook(database: ZoneDatabase(directory: "/nonexistent"), host: .utc)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let notices = NoticeDesk(events: EventSource(clock: clock, radioClock: clock), zones: zones, logger: logger)
        return HouseholdConfiguration(
            store: InMemoryNightStore(), notices: notices, noticeCommand: nil, signOfLife: nil,
            transport: SimulatedTransport(devices: [:], clock: clock), nightClock: clock, radioClock: clock,
            zones: zones, zonePoll: nil, doubtsClock: true, products: .all, logger: logger)
    }

    static func connections(_ given: HouseholdConfiguration) -> DeviceConnectionStateFactory {
        DeviceConnectionStateFactory(
            transport: given.transport, clock: given.radioClock, policy: ConnectionPolicy(), logger: given.logger,
            jitter: { 0.5 })
    }
}

extension DeviceModuleDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        let given = CompositionMocks.configuration
        try mocks.registerSingleton(DeviceConnectionStateFactory.self) { CompositionMocks.connections(given) }
        try mocks.registerSingleton(ProductCatalogue.self) { given.products }
        try mocks.registerSingleton((any NightClock).self) { given.nightClock }
        try mocks.registerSingleton(Logger.self) { given.logger }
        // The device that stands below them needs the rest.
        mocks.importMocks(of: DeviceDependencies.self)
    }
}

extension DeviceDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        let given = CompositionMocks.configuration
        let factory = CompositionMocks.connections(given)
        let (address, codec) = (CompositionMocks.address, CompositionMocks.codec)
        let emitter = factory.makeEmitter(clock: given.nightClock)
        let connection = factory.makeConnection(address: address, codec: codec, emitter: emitter)
        let sender = factory.makeActionSender(
            connection: connection, address: address, codec: codec, emitter: emitter)
        try mocks.registerSingleton(DeviceKey.self) { DeviceKey(address: address, product: .hatchRest) }
        try mocks.registerSingleton((any ProductCodec).self) { codec }
        try mocks.registerSingleton(DeviceStateEmitter.self) { emitter }
        try mocks.registerSingleton(DeviceConnection.self) { connection }
        try mocks.registerSingleton(IoTActionSender.self) { sender }
        try mocks.registerSingleton((any NightClock).self) { given.nightClock }
        try mocks.registerSingleton((any NightStore).self) { given.store }
        try mocks.registerSingleton((any ChangeRepository).self, using: Dependency((any NightStore).self)) { $0 }
        try mocks.registerSingleton(NoticeDesk.self) { given.notices }
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
                given.store, for: events, notices: given.notices, clock: given.radioClock, nightClock: given.nightClock,
                patience: nil,
                logger: given.logger)
        }
        try mocks.registerSingleton((any NightStore).self, using: Dependency(HouseholdStore.self)) { $0 }
        // Its devices need the rest.
        mocks.importMocks(of: DeviceModuleDependencies.self)
        mocks.importMocks(of: ControlDependencies.self)
    }
}

extension ControlDependencies: MockedDependencies {
    /// A household without devices.
    public static func registerMocks(in mocks: MockBuilder<Self>) throws {
        let given = CompositionMocks.configuration
        try mocks.registerSingleton(DeviceConnectionStateFactory.self) { CompositionMocks.connections(given) }
        try mocks.registerSingleton(Factory<MacAddress, RunningRecording>.self) {
            let desk = RecordingDesk(clock: given.radioClock)
            return Factory { try RunningRecording(of: $0, at: desk, limit: 1 << 20) }
        }
        try mocks.registerSingleton(HouseholdStore.self) {
            HouseholdStore(
                given.store, for: EventSource(clock: given.nightClock, radioClock: given.radioClock),
                notices: given.notices, clock: given.radioClock, nightClock: given.nightClock, patience: nil,
                logger: given.logger)
        }
        try mocks.registerSingleton(EventSource.self) {
            EventSource(clock: given.nightClock, radioClock: given.radioClock)
        }
        try mocks.registerSingleton((any CentralTransport).self) { given.transport }
        try mocks.registerSingleton((any NightClock).self) { given.nightClock }
        try mocks.registerSingleton((any NightClock).self, key: ClockKey.radio) { given.radioClock }
        try mocks.registerSingleton((any NightStore).self) { given.store }
        try mocks.registerSingleton(ProductCatalogue.self) { given.products }
        try mocks.registerSingleton(ZoneBook.self) { given.zones }
        let devices = NoDevices()
        try mocks.mainActor.registerSingleton((any DeviceControllers).self) { devices }
        try mocks.mainActor.registerSingleton(RunningHousehold.self) {
            RunningHousehold(
                given, devices: devices, coordinator: NightCoordinator(clock: given.nightClock),
                events: EventSource(clock: given.nightClock, radioClock: given.radioClock), logEnd: LogEnd())
        }
    }
}

/// The controllers of a household without devices.
private final class NoDevices: DeviceControllers {
    nonisolated init() {}

    var all: [DeviceController] { [] }
    func controller(of device: DeviceKey) -> DeviceController? { nil }
    func open(_ device: PairedDevice) async throws -> DeviceController {
        throw UnsupportedProduct(product: device.product)
    }
    func close(_ device: DeviceKey) async {}
    func run(
        _ wanted: @escaping @Sendable (HouseholdTask) -> Bool,
        performing perform: @escaping @MainActor @Sendable (HouseholdTask) async throws -> Void
    ) async throws {}
}
