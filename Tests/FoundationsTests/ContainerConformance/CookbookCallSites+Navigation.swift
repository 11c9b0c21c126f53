// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

extension CookbookCallSites {
    /// Where screens of one feature are shown.
    struct NavigationClient<Destination>: Sendable {
        let name: String
    }

    enum NavigationMode: Hashable { case push, sheet }

    /// Everywhere one feature can lead to.
    struct MyFeatureDestination {
        enum Public { case main }

        enum Internal { case detail(String) }

        enum External {
            case alarm(AdultAlarmsDestination.Public)
            case contentPreview(ContentPreviewDestination.Public)
        }

        enum Kind {
            case `public`(Public)
            case `internal`(Internal)
            case external(External)
        }

        let type: Kind
    }

    enum MyFeatureDestinationState {
        case main(MyFeatureViewModel)
        case detail(DetailViewModel)
        case alarm(AdultAlarmsEntry)
        case contentPreview(ContentPreviewEntry)
    }

    /// What would be a view.
    struct MyFeatureDestinationView {
        let state: MyFeatureDestinationState
        let mode: NavigationMode
        let client: NavigationClient<MyFeatureDestination>
    }

    /// The way into a feature.
    @MainActor
    struct MyFeatureEntry {
        let entryDestination: MyFeatureDestination.Kind
        let builder:
            @MainActor (MyFeatureDestination, NavigationMode, NavigationClient<MyFeatureDestination>) throws ->
                MyFeatureDestinationView
    }

    @DependencyRequirements([Requirement(ContentClient.self)])
    struct AdultAlarmsDependencies: DependencyRequirements {}

    struct AdultAlarmsEntry {
        let publicDestination: AdultAlarmsDestination.Public
        let dependencies: AdultAlarmsDependencies
    }

    enum AdultAlarmsDestination {
        enum Public: Hashable { case list }

        static func liveEntry(publicDestination: Public, dependencies: AdultAlarmsDependencies) -> AdultAlarmsEntry {
            AdultAlarmsEntry(publicDestination: publicDestination, dependencies: dependencies)
        }
    }

    @DependencyRequirements([Requirement(VisualAssetsClient.self)], inputs: [InputRequirement(MacAddress.self)])
    struct ContentPreviewDependencies: DependencyRequirements {}

    struct ContentPreviewEntry {
        let publicDestination: ContentPreviewDestination.Public
        let dependencies: ContentPreviewDependencies
        let backgroundColor: DSColorAdult
    }

    enum ContentPreviewDestination {
        enum Public: Hashable { case title(String) }

        static func liveEntry(
            publicDestination: Public, dependencies: ContentPreviewDependencies, backgroundColor: DSColorAdult
        ) -> ContentPreviewEntry {
            ContentPreviewEntry(
                publicDestination: publicDestination, dependencies: dependencies, backgroundColor: backgroundColor)
        }
    }

    enum DSColorAdult: Hashable { case surfaceSecondary }

    @MainActor
    final class DetailViewModel {
        let contentClient: ContentClient
        let item: String
        let navigationClient: NavigationClient<MyFeatureDestination>

        init(contentClient: ContentClient, item: String, navigationClient: NavigationClient<MyFeatureDestination>) {
            self.contentClient = contentClient
            self.item = item
            self.navigationClient = navigationClient
        }
    }

    /// What block 12 shows.
    struct AdultScreen {
        let dependencies: AdultScreenDependencies

        static func live(dependencies: AdultScreenDependencies) -> AdultScreen {
            AdultScreen(dependencies: dependencies)
        }
    }

    /// Block 10: step 6, both initialisers; the print leaves the properties out.
    @MainActor
    final class MyFeatureViewModel {
        let contentClient: ContentClient
        let coordinator: any RoutineCoordinating
        let macAddress: String
        let navigationClient: NavigationClient<MyFeatureDestination>

        convenience init(
            dependencies: MyFeatureDependencies,
            navigationClient: NavigationClient<MyFeatureDestination>
        ) {
            self.init(
                contentClient: dependencies.contentClient,
                coordinator: dependencies.adultRoutineCoordinator,
                macAddress: dependencies.macAddress.rawValue,
                navigationClient: navigationClient
            )
        }

        init(
            contentClient: ContentClient,
            coordinator: any RoutineCoordinating,
            macAddress: String,
            navigationClient: NavigationClient<MyFeatureDestination>
        ) {
            self.contentClient = contentClient
            self.coordinator = coordinator
            self.macAddress = macAddress
            self.navigationClient = navigationClient
        }
    }

    /// Block 11: step 6, the alternative initialiser.
    @MainActor
    final class SimpleViewModel {
        let contentClient: ContentClient
        let macAddress: String

        init(
            dependencies: MyFeatureDependencies,
            navigationClient: NavigationClient<MyFeatureDestination>
        ) {
            self.contentClient = dependencies.contentClient
            self.macAddress = dependencies.macAddress.rawValue
        }
    }
}
