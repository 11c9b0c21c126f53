// SPDX-License-Identifier: Apache-2.0

import Foundation
import ModularDependencyContainer
import Testing

extension CookbookCallSites {
    /// Every code block of the cookbook runs, each in a test that has its number.
    @MainActor
    @Suite(.timeLimit(.minutes(1))) struct CookbookCallSiteTests {
        typealias Fixtures = ContainerFixtures

        private let macAddress = "AA:BB"
        private let navigationClient = NavigationClient<MyFeatureDestination>(name: "home")

        /// What block 2 needs from above, and the module.
        private func feature() throws -> MyFeatureDependencies {
            try screen().buildChild(MyFeatureDependencies.self)
        }

        private func screen() throws -> AdultScreenDependencies {
            try root().buildChild(AdultScreenDependencies.self) { childBuilder in
                childBuilder.provideInput(HardwareProduct.self, .restore)
                childBuilder.provideInput(MacAddress.self, Tagged(macAddress))
            }
        }

        private func view(
            of kind: MyFeatureDestination.Kind, mode: NavigationMode = .push
        ) throws -> MyFeatureDestinationView {
            let entry = MyFeatureDestination.liveEntry(publicDestination: .main, dependencies: try feature())
            return try entry.builder(MyFeatureDestination(type: kind), mode, navigationClient)
        }

        @Test func block1FileLocation_isNamedByAnErrorOfTheModule() throws {
            let error = Fixtures.error { try root().buildChild(MyFeatureDependencies.self) }
            let files = error?.diagnostics.map { $0.path.frames.last?.source?.fileID }
            #expect(files == Array(repeating: "FoundationsTests/MyFeatureDependencies.swift", count: 3))
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
            let location = folder.appending(path: "MyFeature/Sources/Dependencies/MyFeatureDependencies.swift")
            #expect(FileManager.default.fileExists(atPath: location.path))
        }

        /// Step 2, leaf module.
        @Test func block2LeafModule_getsAllItsAccessorsFromTheMacro() throws {
            let dependencies = try feature()
            #expect(dependencies.contentClient == ContentClient(titles: ["rain"]))
            #expect(dependencies.visualAssetsClient == VisualAssetsClient(theme: "dark"))
            #expect(dependencies.adultRoutineCoordinator.routine == "adult night")
            #expect(dependencies.hardwareProduct == .restore)
            #expect(dependencies.macAddress == Tagged(macAddress))
        }

        /// Step 2, module with local registrations.
        @Test func block3LocalRegistrations_areBuiltFromRequirements_andStayWithTheModule() throws {
            let module = try screen().buildChild(AdultRoutineDependencies.self)
            let provider = try module.container.resolveMainActor(RoutineStateProvider.self)
            let child = try module.buildChild(AdultAlarmsDependencies.self)
            #expect(provider.parts == ["adult night", "rain", "lamp"])
            #expect(try provider === module.container.resolveMainActor(RoutineStateProvider.self))
            #expect(
                Fixtures.error { try child.container.resolveMainActor(RoutineStateProvider.self) }?.code == .missing)
        }

        /// Step 2, the two patterns of a factory.
        @Test func block4Patterns_useAccessorsOrTheContainer() throws {
            let module = try screen().buildChild(PatternDependencies.self)
            let provider = try module.container.resolveMainActor(MyProvider.self)
            let bedtime = try module.container.resolveMainActor(BedtimeStateProvider.self)
            #expect(provider.client == ContentClient(titles: ["rain"]))
            #expect(provider.coordinator === module.adultRoutineCoordinator)
            #expect(
                bedtime.dependencies.goodnightPhoneUserDefaultsClient.domain == .suite(name: "group.sleep"))
        }

        /// Step 2, composition root.
        @Test func block5CompositionRoot_composesForTheModulesBelow_andOverridesARequirement() throws {
            let root = try root()
            let screen = try root.buildChild(AdultScreenDependencies.self) { childBuilder in
                childBuilder.provideInput(HardwareProduct.self, .rest)
                childBuilder.provideInput(MacAddress.self, Tagged(macAddress))
            }
            let below = try screen.buildChild(BedtimeRemindersDependencies.self)
            let alarms = try below.container.resolveMainActor(AlarmStateProvider.self)
            #expect(alarms.coordinator === screen.adultRoutineCoordinator)
            #expect(alarms.parts == ["lamp", "dark", "rain"])
            #expect(screen.goodnightPhoneUserDefaultsClient.domain == .suite(name: "group.sleep"))
            #expect(below.goodnightPhoneUserDefaultsClient.domain == .suite(name: "group.sleep"))
            let key = BedtimeRemindersKey.goodnightPhone
            #expect(try root.resolve(UserDefaultsClient.self, key: key).domain == .standard)
        }

        /// Step 3, common type patterns.
        @Test func block6TypePatterns_giveTheirAccessorNames() throws {
            let builder = DependencyBuilder<AppRoot>()
            try builder.registerSingleton(ContentClient.self) { _ in ContentClient(titles: []) }
            try builder.registerSingleton(HatchAnalyticsClient.self, key: AnalyticsKey.amplitude) { _ in
                HatchAnalyticsClient(backend: "amplitude")
            }
            try builder.registerSingleton((any DeviceSettingsViewControllerProvider).self) { _ in
                Cookbook.LampSettingsProvider(title: "lamp")
            }
            try builder.registerSingleton(IoTActionSenderClient.self) { _ in IoTActionSenderClient(endpoint: "local") }
            try builder.registerSingleton(IoTDeviceConnectionStateClient.Factory.self) { _ in
                IoTDeviceConnectionStateClient.Factory { IoTDeviceConnectionStateClient(address: $0) }
            }
            let dependencies = try builder.freeze().buildChild(TypePatternDependencies.self) { childBuilder in
                childBuilder.provideInput(HardwareProduct.self, .rest)
                childBuilder.provideInput(HA25ToolbarViewModel.self, HA25ToolbarViewModel(title: "Tonight"))
            }
            #expect(dependencies.contentClient == ContentClient(titles: []))
            #expect(dependencies.amplitudeAnalyticsClient == HatchAnalyticsClient(backend: "amplitude"))
            #expect(dependencies.deviceSettingsViewControllerProvider.title == "lamp")
            #expect(dependencies.iotActionSender == IoTActionSenderClient(endpoint: "local"))
            #expect(dependencies.iotDeviceConnectionStateFactory.make(Tagged("AA")).address == Tagged("AA"))
            #expect(dependencies.hardwareProduct == .rest)
            #expect(dependencies.toolbarViewModel == HA25ToolbarViewModel(title: "Tonight"))
        }

        /// Step 4, the package manifest.
        @Test func block7Package_listsTheContainerAmongTheDependenciesOfATarget() {
            let targets: [PackageTarget] = [
                .target(
                    name: "HatchMyFeature",
                    dependencies: [
                        "HatchModularDependencyContainer"
                    ]
                )
            ]
            let container = ["HatchModularDependencyContainer"]
            #expect(targets == [PackageTarget(name: "HatchMyFeature", dependencies: container)])
        }

        /// Step 5, a screen that the module owns.
        @Test func block8LiveEntry_buildsAViewModelFromTheDependencies_ofAPublicDestination() throws {
            let view = try view(of: .public(.main), mode: .sheet)
            let model = if case .main(let model) = view.state { model } else { MyFeatureViewModel?.none }
            #expect(model?.macAddress == "AA:BB")
            #expect(model?.coordinator.routine == "adult night")
            #expect([view.client.name, model?.navigationClient.name] == ["home", "home"])
            #expect(view.mode == .sheet)
        }

        /// Step 5, a screen within the module.
        @Test func block8LiveEntry_passesSingleDependencies_ofAnInternalDestination() throws {
            let state = try view(of: .internal(.detail("brook"))).state
            let model = if case .detail(let model) = state { model } else { DetailViewModel?.none }
            #expect(model?.contentClient == ContentClient(titles: ["rain"]))
            #expect(model?.item == "brook")
        }

        /// Step 5, the screens of child modules.
        @Test func block8LiveEntry_buildsTheChildModule_ofAnExternalDestination() throws {
            let alarmState = try view(of: .external(.alarm(.list))).state
            let previewState = try view(of: .external(.contentPreview(.title("brook")))).state
            let alarm = if case .alarm(let entry) = alarmState { entry } else { AdultAlarmsEntry?.none }
            let preview = if case .contentPreview(let entry) = previewState { entry } else { ContentPreviewEntry?.none }
            #expect(alarm?.publicDestination == .list)
            #expect(alarm?.dependencies.contentClient == ContentClient(titles: ["rain"]))
            #expect(preview?.publicDestination == .title("brook"))
            #expect(preview?.dependencies.macAddress == Tagged(macAddress))
            #expect(preview?.backgroundColor == .surfaceSecondary)
        }

        /// Step 5, the entry itself.
        @Test func block8LiveEntry_opensThePublicDestinationItIsGiven() throws {
            let entry = MyFeatureDestination.liveEntry(publicDestination: .main, dependencies: try feature())
            let destination: MyFeatureDestination.Public? =
                if case .public(let destination) = entry.entryDestination { destination } else { nil }
            #expect(destination == .main)
        }

        /// Step 5, both forms of building a child.
        @Test func block9BuildChild_inheritsWhatTheChildNeeds_andTakesMoreInputs() throws {
            let dependencies = try feature()
            let someRuntimeValue = SomeValue(text: "now")

            let alarms = try dependencies.buildChild(AdultAlarmsDependencies.self)

            let child = try dependencies.buildChild(SomeChildDependencies.self) { childBuilder in
                childBuilder.provideInput(SomeValue.self, someRuntimeValue)
            }
            #expect(alarms.contentClient == ContentClient(titles: ["rain"]))
            #expect(child.contentClient == ContentClient(titles: ["rain"]))
            #expect(child.someValue == SomeValue(text: "now"))
        }

        /// Step 6, both initialisers.
        @Test func block10ViewModel_isTheSame_fromTheModuleAndFromItsParts() throws {
            let dependencies = try feature()
            let wired = MyFeatureViewModel(dependencies: dependencies, navigationClient: navigationClient)
            let byHand = MyFeatureViewModel(
                contentClient: dependencies.contentClient, coordinator: dependencies.adultRoutineCoordinator,
                macAddress: macAddress, navigationClient: navigationClient)
            let alone = MyFeatureViewModel(
                contentClient: ContentClient(titles: []), coordinator: NightRoutineCoordinator(), macAddress: "",
                navigationClient: navigationClient)
            #expect(wired.contentClient == byHand.contentClient)
            #expect(wired.coordinator === byHand.coordinator)
            #expect(wired.macAddress == byHand.macAddress)
            #expect(alone.coordinator.routine == "night")
        }

        /// Step 6, the alternative initialiser.
        @Test func block11ViewModel_takesWhatItNeeds_fromTheModule() throws {
            let model = SimpleViewModel(dependencies: try feature(), navigationClient: navigationClient)
            #expect(model.contentClient == ContentClient(titles: ["rain"]))
            #expect(model.macAddress == "AA:BB")
        }

        /// Layered registration pattern.
        @Test func block13Layers_areBuiltFromEachOther_whenTheyAreAskedFor() throws {
            let module = try root().buildChild(MyDependencies.self) { childBuilder in
                childBuilder.provideInput(MacAddress.self, Tagged(macAddress))
            }
            let operations = try module.container.resolveMainActor(AlarmOperations.self)
            let notifications = try (1...2).map { _ in
                try module.container.resolveMainActor(LocalNotificationClient.self)
            }
            let defaults = try module.container.resolve(UserDefaultsClient.self, key: SomeKey.value)
            #expect(operations.coordinator === module.adultRoutineCoordinator)
            #expect(operations.coordinator.routine == "adult night")
            #expect(operations.contentClient == ContentClient(titles: ["rain"]))
            #expect(operations.macAddress == "AA:BB")
            #expect(notifications[0] !== notifications[1])
            #expect(defaults.domain == .suite(name: "com.app.suite"))
        }

        /// Critical rules, the look-up by hand: the wrong one throws.
        @Test func block14Resolve_throwsIsolationMismatch_ofWhatIsRegisteredForTheMainActor() throws {
            let container = try screen().container
            #expect(try container.resolveMainActor(AdultRoutineCoordinator.self).routine == "adult night")
            let error = Fixtures.error {
                try container.resolve(AdultRoutineCoordinator.self)
            }
            #expect(error?.code == .isolationMismatch)
            #expect(error?.path.description == "CookbookCallSites.AdultRoutineCoordinator")
            #expect(
                error?.message == "CookbookCallSites.AdultRoutineCoordinator is registered for the main actor and "
                    + "asked for from anywhere; CookbookCallSites.AdultScreenDependencies must do both alike.")
        }

        /// Critical rules, tagged inputs.
        @Test func block15TaggedInput_hasARawValue() throws {
            let dependencies = try feature()
            let macAddress: String = dependencies.macAddress.rawValue
            #expect(macAddress == "AA:BB")
        }

        @Test func blocks_haveATestEach() throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
            let files = ["CookbookCallSiteTests.swift", "CookbookAppRootTests.swift"]
            let source = try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
            let numbers = source.matches(of: /@Test func block([0-9]+)/).compactMap { Int($0.output.1) }
            #expect(Set(numbers).sorted() == Array(1...15))
        }
    }
}
