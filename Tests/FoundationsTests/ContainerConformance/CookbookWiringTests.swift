// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// Items 18 to 21 of the cookbook: how modules use the container rather than what it offers.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct CookbookWiringTests {
    typealias Fixtures = ContainerFixtures

    struct ScreenDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [
            Requirement(
                Cookbook.IoTDeviceConnectionStateClient.Factory.self, accessorName: "iotDeviceConnectionStateFactory")
        ]
        static let mainActorRequirements = [Requirement(Cookbook.AdultRoutineCoordinator.self)]
        static let inputRequirements = [
            InputRequirement(Cookbook.MacAddress.self), InputRequirement(Cookbook.AccountIdentifier.self),
        ]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.mainActor.registerSingleton(
                Cookbook.BedtimeStateProvider<BedtimeDependencies>.self
            ) { container in
                Cookbook.BedtimeStateProvider(dependencies: try container.buildChild(BedtimeDependencies.self))
            }
        }

        var iotDeviceConnectionStateFactory: Cookbook.IoTDeviceConnectionStateClient.Factory {
            container.dependency(0, Cookbook.IoTDeviceConnectionStateClient.Factory.self)
        }
        @MainActor var adultRoutineCoordinator: Cookbook.AdultRoutineCoordinator {
            container.mainActorDependency(0, Cookbook.AdultRoutineCoordinator.self)
        }
        var macAddress: Cookbook.MacAddress { container.input(0, Cookbook.MacAddress.self) }
        var accountIdentifier: Cookbook.AccountIdentifier { container.input(1, Cookbook.AccountIdentifier.self) }
    }

    /// What a provider builds for itself.
    struct BedtimeDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let mainActorRequirements = [Requirement(Cookbook.AdultRoutineCoordinator.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.local.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("bedtime") }
        }

        @MainActor var adultRoutineCoordinator: Cookbook.AdultRoutineCoordinator {
            container.mainActorDependency(0, Cookbook.AdultRoutineCoordinator.self)
        }
    }

    /// Takes what it needs one by one, or all of it from its module.
    @MainActor
    final class ScreenModel {
        let coordinator: Cookbook.AdultRoutineCoordinator
        let macAddress: String

        convenience init(dependencies: ScreenDependencies) {
            self.init(
                coordinator: dependencies.adultRoutineCoordinator, macAddress: dependencies.macAddress.rawValue)
        }

        init(coordinator: Cookbook.AdultRoutineCoordinator, macAddress: String) {
            self.coordinator = coordinator
            self.macAddress = macAddress
        }
    }

    private func screen() throws -> ScreenDependencies {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Cookbook.IoTDeviceConnectionStateClient.Factory.self) { _ in
                .init { Cookbook.IoTDeviceConnectionStateClient(address: $0) }
            }
            try builder.mainActor.registerSingleton(Cookbook.AdultRoutineCoordinator.self) { _ in
                Cookbook.AdultRoutineCoordinator(name: "night")
            }
        }
        return try root.buildChild(ScreenDependencies.self) { childBuilder in
            childBuilder.provideInput(Cookbook.MacAddress.self, Cookbook.Tagged("AA:BB"))
            childBuilder.provideInput(Cookbook.AccountIdentifier.self, Cookbook.Tagged("parent"))
        }
    }

    @Test func item18FactoryType_isADependencyLikeAnyOther_nestedInWhatItMakes() throws {
        let make = try screen().iotDeviceConnectionStateFactory.make
        #expect(
            ["AA", "BB"].map { make(Cookbook.Tagged($0)) } == [
                Cookbook.IoTDeviceConnectionStateClient(address: Cookbook.Tagged("AA")),
                Cookbook.IoTDeviceConnectionStateClient(address: Cookbook.Tagged("BB")),
            ])
    }

    @Test func item19TaggedInputs_areToldApartByTheirTag_andReadByTheirRawValue() throws {
        let screen = try screen()
        #expect([screen.macAddress.rawValue, screen.accountIdentifier.rawValue] == ["AA:BB", "parent"])
    }

    @Test func item20Singleton_keepsTheChildItsFactoryBuilt_onceForAll() throws {
        let screen = try screen()
        let provider = try screen.container.resolveMainActor(Cookbook.BedtimeStateProvider<BedtimeDependencies>.self)
        let again = try screen.container.resolveMainActor(Cookbook.BedtimeStateProvider<BedtimeDependencies>.self)
        #expect(provider === again)
        #expect(provider.dependencies.adultRoutineCoordinator === screen.adultRoutineCoordinator)
        #expect(try provider.dependencies.container.resolve(Fixtures.Service.self).name == "bedtime")
        #expect(Fixtures.error { try screen.container.resolve(Fixtures.Service.self) }?.code == .missing)
    }

    @Test func item21Initialisers_takeTheModuleOrItsParts_withTheSameResult() throws {
        let screen = try screen()
        let wired = ScreenModel(dependencies: screen)
        let byHand = ScreenModel(coordinator: screen.adultRoutineCoordinator, macAddress: "AA:BB")
        #expect(wired.coordinator === byHand.coordinator)
        #expect(wired.macAddress == byHand.macAddress)
    }
}
