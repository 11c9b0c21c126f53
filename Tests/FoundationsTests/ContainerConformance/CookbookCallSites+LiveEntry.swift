// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

private typealias MyFeatureDestination = CookbookCallSites.MyFeatureDestination

// An extension does not see the neighbours of what it extends.
extension CookbookCallSites.MyFeatureDestination {
    typealias AdultAlarmsDependencies = CookbookCallSites.AdultAlarmsDependencies
    typealias AdultAlarmsDestination = CookbookCallSites.AdultAlarmsDestination
    typealias ContentPreviewDependencies = CookbookCallSites.ContentPreviewDependencies
    typealias ContentPreviewDestination = CookbookCallSites.ContentPreviewDestination
    typealias DSColorAdult = CookbookCallSites.DSColorAdult
    typealias DetailViewModel = CookbookCallSites.DetailViewModel
    typealias MyFeatureDependencies = CookbookCallSites.MyFeatureDependencies
    typealias MyFeatureDestination = CookbookCallSites.MyFeatureDestination
    typealias MyFeatureDestinationState = CookbookCallSites.MyFeatureDestinationState
    typealias MyFeatureDestinationView = CookbookCallSites.MyFeatureDestinationView
    typealias MyFeatureEntry = CookbookCallSites.MyFeatureEntry
    typealias MyFeatureViewModel = CookbookCallSites.MyFeatureViewModel
}

extension MyFeatureDestination {
    /// Block 8: step 5, where dependencies meet navigation.
    @MainActor
    public static func liveEntry(
        publicDestination: MyFeatureDestination.Public,
        dependencies: MyFeatureDependencies
    ) -> MyFeatureEntry {
        MyFeatureEntry(
            entryDestination: .public(publicDestination),
            builder: { destination, mode, navigationClient in
                let state: MyFeatureDestinationState =
                    switch destination.type {

                    case .public(let publicDestination):
                        switch publicDestination {
                        case .main:
                            .main(
                                MyFeatureViewModel(
                                    dependencies: dependencies,
                                    navigationClient: navigationClient
                                )
                            )
                        }

                    case .internal(let internalDestination):
                        switch internalDestination {
                        case .detail(let item):
                            .detail(
                                DetailViewModel(
                                    contentClient: dependencies.contentClient,
                                    item: item,
                                    navigationClient: navigationClient
                                )
                            )
                        }

                    case .external(let externalDestination):
                        switch externalDestination {
                        case .alarm(let publicDestination):
                            .alarm(
                                AdultAlarmsDestination.liveEntry(
                                    publicDestination: publicDestination,
                                    dependencies: try dependencies.buildChild(AdultAlarmsDependencies.self)
                                )
                            )
                        case .contentPreview(let publicDestination):
                            .contentPreview(
                                ContentPreviewDestination.liveEntry(
                                    publicDestination: publicDestination,
                                    dependencies: try dependencies.buildChild(ContentPreviewDependencies.self),
                                    backgroundColor: DSColorAdult.surfaceSecondary
                                )
                            )
                        }
                    }

                return MyFeatureDestinationView(
                    state: state,
                    mode: mode,
                    client: navigationClient
                )
            }
        )
    }
}
