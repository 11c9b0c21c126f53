// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// Where the code blocks of the cookbook stand as they are printed, numbered from 1 in their order, and the types they use.
///
/// Differences from the print: there is a `try` in front of `freeze` and `buildChild`, and views are plain values, so that
/// view models need not be observable.
enum CookbookCallSites {
    typealias AppRoot = Cookbook.AppRoot
    typealias ContentClient = Cookbook.ContentClient
    typealias VisualAssetsClient = Cookbook.VisualAssetsClient
    typealias HatchAnalyticsClient = Cookbook.HatchAnalyticsClient
    typealias AnalyticsKey = Cookbook.AnalyticsKey
    typealias BedtimeRemindersKey = Cookbook.BedtimeRemindersKey
    typealias DeviceSettingsViewControllerProvider = Cookbook.DeviceSettingsViewControllerProvider
    typealias IoTActionSenderClient = Cookbook.IoTActionSenderClient
    typealias IoTDeviceConnectionStateClient = Cookbook.IoTDeviceConnectionStateClient
    typealias Tagged = Cookbook.Tagged
    typealias MacAddress = Cookbook.MacAddress
    typealias HardwareProduct = Cookbook.HardwareProduct
    typealias HA25ToolbarViewModel = Cookbook.HA25ToolbarViewModel

    /// Keeps values in a domain of its own.
    struct UserDefaultsClient: Hashable, Sendable {
        enum Domain: Hashable, Sendable {
            case standard
            case suite(name: String)
        }

        let domain: Domain

        static func live(domain: Domain) -> UserDefaultsClient {
            UserDefaultsClient(domain: domain)
        }
    }

    enum AppGroupIdentifier {
        case hatchSleepApp

        var appGroupIdentifier: String { "group.sleep" }
    }

    enum SomeKey: Hashable, Sendable { case value }

    /// Has state of its own, so that every user wants a new one.
    @MainActor
    final class LocalNotificationClient {
        static func live() -> LocalNotificationClient {
            LocalNotificationClient()
        }
    }

    struct IoTDeviceStateEmitter: Hashable, Sendable {
        let device: String
    }

    @MainActor
    protocol RoutineCoordinating: AnyObject {
        var routine: String { get }
    }

    @MainActor
    final class NightRoutineCoordinator: RoutineCoordinating {
        let routine = "night"
    }

    /// Stands in front of another coordinator.
    @MainActor
    final class AdultRoutineCoordinator: RoutineCoordinating {
        let coordinator: any RoutineCoordinating

        init(coordinator: any RoutineCoordinating) {
            self.coordinator = coordinator
        }

        var routine: String { "adult \(coordinator.routine)" }
    }

    @MainActor
    final class RoutineStateProvider {
        let parts: [String]

        init(
            coordinator: AdultRoutineCoordinator, contentClient: ContentClient,
            deviceStateEmitter: IoTDeviceStateEmitter
        ) {
            parts = [coordinator.routine] + contentClient.titles + [deviceStateEmitter.device]
        }
    }

    @MainActor
    final class AlarmStateProvider {
        let coordinator: AdultRoutineCoordinator
        let parts: [String]

        init(
            coordinator: AdultRoutineCoordinator,
            deviceStateEmitter: IoTDeviceStateEmitter,
            visualAssetsClient: VisualAssetsClient,
            contentClient: ContentClient
        ) {
            self.coordinator = coordinator
            parts = [deviceStateEmitter.device, visualAssetsClient.theme] + contentClient.titles
        }
    }

    @MainActor
    final class AlarmOperations {
        let coordinator: AdultRoutineCoordinator
        let contentClient: ContentClient
        let macAddress: String

        init(coordinator: AdultRoutineCoordinator, contentClient: ContentClient, macAddress: String) {
            self.coordinator = coordinator
            self.contentClient = contentClient
            self.macAddress = macAddress
        }
    }

    @MainActor
    final class MyProvider {
        let client: ContentClient
        let coordinator: AdultRoutineCoordinator

        init(client: ContentClient, coordinator: AdultRoutineCoordinator) {
            self.client = client
            self.coordinator = coordinator
        }
    }

    /// Keeps the module that its factory built for it.
    @MainActor
    final class BedtimeStateProvider {
        let dependencies: BedtimeRemindersDependencies

        init(dependencies: BedtimeRemindersDependencies) {
            self.dependencies = dependencies
        }
    }

    struct SomeValue: Hashable, Sendable {
        let text: String
    }

    /// What a package manifest calls.
    struct PackageTarget: Equatable {
        let name: String
        let dependencies: [String]

        static func target(name: String, dependencies: [String]) -> PackageTarget {
            PackageTarget(name: name, dependencies: dependencies)
        }
    }

    /// A root with everything that some module below needs and that none registers.
    @MainActor
    static func root() throws -> DependencyContainer<AppRoot> {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton(ContentClient.self) { _ in ContentClient(titles: ["rain"]) }
        try builder.registerSingleton(VisualAssetsClient.self) { _ in VisualAssetsClient(theme: "dark") }
        try builder.registerSingleton(IoTDeviceStateEmitter.self) { _ in IoTDeviceStateEmitter(device: "lamp") }
        try builder.registerSingleton(UserDefaultsClient.self, key: BedtimeRemindersKey.goodnightPhone) { _ in
            UserDefaultsClient.live(domain: .standard)
        }
        try builder.mainActor.registerSingleton((any RoutineCoordinating).self) { _ in NightRoutineCoordinator() }
        try builder.mainActor.registerSingleton(AdultRoutineCoordinator.self, key: "ready") { container in
            AdultRoutineCoordinator(coordinator: try container.resolveMainActor((any RoutineCoordinating).self))
        }
        return try builder.freeze()
    }
}
