// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// A small house wired as an application would: a root, a composing module, and two features below it.
@MainActor
@Suite struct ContainerWorkedExampleTests {
    // MARK: Clients; they know nothing of the container.

    struct Address: Hashable, Sendable {
        let rawValue: String
    }

    enum Product: Sendable { case rest }

    enum TrackerKey: Hashable, Sendable { case night, day }

    struct SoundLibrary: Sendable {
        let sounds: [String]
    }

    struct Tracker: Sendable {
        let name: String
    }

    protocol DeviceSending: Sendable {
        func send(_ action: String) -> String
    }

    struct Sender: DeviceSending {
        let address: Address

        func send(_ action: String) -> String { "\(address.rawValue) <- \(action)" }

        struct Factory: Sendable {
            let make: @Sendable (Address) -> any DeviceSending
        }
    }

    @MainActor
    final class NightCoordinator {
        let sender: any DeviceSending

        init(sender: any DeviceSending) {
            self.sender = sender
        }
    }

    final class AlarmProvider: MainActorDependency {
        let coordinator: NightCoordinator
        let sounds: SoundLibrary

        init(coordinator: NightCoordinator, sounds: SoundLibrary) {
            self.coordinator = coordinator
            self.sounds = sounds
        }

        func ring() -> String { coordinator.sender.send("ring \(sounds.sounds[0])") }
    }

    final class BedtimeProvider: MainActorDependency {
        let dependencies: BedtimeDependencies

        init(dependencies: BedtimeDependencies) {
            self.dependencies = dependencies
        }
    }

    // MARK: Dependencies, one struct per module.

    enum AppRoot {}

    struct NightDependencies: DependencyRequirements {
        struct Inputs: DependencyInputs {
            let address: Address
            let product: Product

            func provide<Marker>(to builder: DependencyBuilder<Marker>) {
                builder.provideInput(Address.self, address)
                builder.provideInput(Product.self, product)
            }
        }

        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [
            Requirement(SoundLibrary.self),
            Requirement(Tracker.self, key: TrackerKey.night),
            Requirement(Sender.Factory.self, accessorName: "senderFactory"),
            Requirement((any DeviceSending).self),
        ]
        static let mainActorRequirements = [Requirement(NightCoordinator.self)]
        static let inputRequirements = [InputRequirement(Address.self), InputRequirement(Product.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton((any DeviceSending).self) { container in
                let dependencies = Self(container)
                return dependencies.senderFactory.make(dependencies.address)
            }
            try builder.mainActor.registerSingleton(NightCoordinator.self) { container in
                let dependencies = Self(container)
                return NightCoordinator(sender: dependencies.deviceSending)
            }
            try builder.mainActor.registerSingleton(AlarmProvider.self) { container in
                let dependencies = Self(container)
                return AlarmProvider(
                    coordinator: dependencies.nightCoordinator, sounds: dependencies.soundLibrary)
            }
            try builder.mainActor.registerSingleton(BedtimeProvider.self) { container in
                BedtimeProvider(dependencies: try container.buildChild(BedtimeDependencies.self))
            }
            // Listed above and registered here: an override for this module and those below.
            try builder.registerSingleton(Tracker.self, key: TrackerKey.night) { _ in Tracker(name: "quiet") }
        }

        var soundLibrary: SoundLibrary { container.dependency(0, SoundLibrary.self) }
        var nightTracker: Tracker { container.dependency(1, Tracker.self) }
        var senderFactory: Sender.Factory { container.dependency(2, Sender.Factory.self) }
        var deviceSending: any DeviceSending { container.dependency(3, (any DeviceSending).self) }
        @MainActor var nightCoordinator: NightCoordinator { container.mainActorDependency(0, NightCoordinator.self) }
        var address: Address { container.input(0, Address.self) }
        var product: Product { container.input(1, Product.self) }
    }

    struct AlarmDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Tracker.self, key: TrackerKey.night)]
        static let mainActorRequirements = [Requirement(AlarmProvider.self)]
        static let inputRequirements = [InputRequirement(Address.self)]

        var nightTracker: Tracker { container.dependency(0, Tracker.self) }
        @MainActor var alarmProvider: AlarmProvider { container.mainActorDependency(0, AlarmProvider.self) }
        var address: Address { container.input(0, Address.self) }
    }

    struct BedtimeDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Tracker.self, key: TrackerKey.day)]
        static let mainActorRequirements = [Requirement(NightCoordinator.self)]

        var dayTracker: Tracker { container.dependency(0, Tracker.self) }
        @MainActor var nightCoordinator: NightCoordinator { container.mainActorDependency(0, NightCoordinator.self) }
    }

    private func root() throws -> DependencyContainer<AppRoot> {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton(SoundLibrary.self) { _ in SoundLibrary(sounds: ["rain", "brook"]) }
        try builder.registerSingleton(Tracker.self, key: TrackerKey.night) { _ in Tracker(name: "night") }
        try builder.registerSingleton(Tracker.self, key: TrackerKey.day) { _ in Tracker(name: "day") }
        try builder.registerSingleton(Sender.Factory.self) { _ in Sender.Factory { Sender(address: $0) } }
        return try builder.freeze()
    }

    private func night(_ address: String) throws -> NightDependencies {
        try root().buildChild(
            NightDependencies.self, inputs: .init(address: Address(rawValue: address), product: .rest))
    }

    @Test func child_usesWhatTheComposingModuleRegistered() throws {
        let night = try night("AA")
        let alarms = try night.buildChild(AlarmDependencies.self)
        #expect(alarms.alarmProvider.ring() == "AA <- ring rain")
        #expect(alarms.alarmProvider.coordinator === night.nightCoordinator)
        #expect(alarms.address == Address(rawValue: "AA"))
    }

    @Test func child_seesTheOverrideOfTheComposingModule() throws {
        #expect(try night("AA").buildChild(AlarmDependencies.self).nightTracker.name == "quiet")
    }

    @Test func provider_keepsTheChildItsFactoryBuilt() throws {
        let night = try night("AA")
        let bedtimes = try night.container.resolve(BedtimeProvider.self).dependencies
        #expect(bedtimes.nightCoordinator === night.nightCoordinator)
        #expect(bedtimes.dayTracker.name == "day")
    }

    @Test func twoDevices_shareNothingTheComposingModuleRegistered() throws {
        let root = try root()
        let first = try root.buildChild(
            NightDependencies.self, inputs: .init(address: Address(rawValue: "AA"), product: .rest))
        let second = try root.buildChild(NightDependencies.self) { childBuilder in
            childBuilder.provideInput(Address.self, Address(rawValue: "BB"))
            childBuilder.provideInput(Product.self, .rest)
        }
        #expect(first.nightCoordinator !== second.nightCoordinator)
        #expect(first.deviceSending.send("on") == "AA <- on")
        #expect(second.deviceSending.send("on") == "BB <- on")
    }
}
