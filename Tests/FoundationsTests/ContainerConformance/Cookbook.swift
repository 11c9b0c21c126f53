// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// The types of the worked examples, as an application has them: none of them knows the container.
enum Cookbook {
    enum AppRoot {}

    struct ContentClient: Hashable, Sendable {
        let titles: [String]
    }

    struct VisualAssetsClient: Hashable, Sendable {
        let theme: String
    }

    struct HatchAnalyticsClient: Hashable, Sendable {
        let backend: String
    }

    enum AnalyticsKey: Hashable, Sendable { case amplitude, console }

    struct UserDefaultsClient: Hashable, Sendable {
        let domain: String
    }

    enum BedtimeRemindersKey: Hashable, Sendable { case goodnightPhone }

    protocol DeviceSettingsViewControllerProvider: Sendable {
        var title: String { get }
    }

    struct LampSettingsProvider: DeviceSettingsViewControllerProvider {
        let title: String
    }

    struct IoTActionSenderClient: Hashable, Sendable {
        let endpoint: String
    }

    struct IoTDeviceConnectionStateClient: Hashable, Sendable {
        /// Makes the client of one device.
        struct Factory: Sendable {
            let make: @Sendable (MacAddress) -> IoTDeviceConnectionStateClient
        }

        let address: MacAddress
    }

    /// A raw value that cannot be mistaken for one with another meaning.
    struct Tagged<Tag, RawValue: Hashable & Sendable>: Hashable, Sendable {
        let rawValue: RawValue

        init(_ rawValue: RawValue) {
            self.rawValue = rawValue
        }
    }

    enum MacAddressTag {}
    enum AccountTag {}

    typealias MacAddress = Tagged<MacAddressTag, String>
    typealias AccountIdentifier = Tagged<AccountTag, String>

    enum HardwareProduct: Hashable, Sendable { case rest, restore }

    struct HA25ToolbarViewModel: Hashable, Sendable {
        let title: String
    }

    @MainActor
    final class AdultRoutineCoordinator {
        let name: String

        init(name: String) {
            self.name = name
        }
    }

    @MainActor
    final class AlarmStateProvider {
        let coordinator: AdultRoutineCoordinator
        let contentClient: ContentClient

        init(coordinator: AdultRoutineCoordinator, contentClient: ContentClient) {
            self.coordinator = coordinator
            self.contentClient = contentClient
        }
    }

    /// Keeps the module that its factory built for it.
    @MainActor
    final class BedtimeStateProvider<Dependencies> {
        let dependencies: Dependencies

        init(dependencies: Dependencies) {
            self.dependencies = dependencies
        }
    }
}
