// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

extension Cookbook {
    /// The accessor names of the cookbook: four derived, three chosen; one main-actor provider.
    @DependencyRequirements(
        [
            Requirement(ContentClient.self),
            Requirement(HatchAnalyticsClient.self, key: AnalyticsKey.amplitude),
            Requirement((any DeviceSettingsViewControllerProvider).self),
            Requirement(IoTActionSenderClient.self, accessorName: "iotActionSender"),
            Requirement(IoTDeviceConnectionStateClient.Factory.self, accessorName: "iotDeviceConnectionStateFactory"),
        ],
        mainActor: [
            Requirement(AdultRoutineCoordinator.self)
        ],
        inputs: [
            InputRequirement(HardwareProduct.self),
            InputRequirement(HA25ToolbarViewModel.self, accessorName: "toolbarViewModel"),
        ]
    )
    struct MyFeatureDependencies: DependencyRequirements {}

    /// Nothing but main-actor requirements.
    @DependencyRequirements(mainActor: [Requirement(AlarmStateProvider.self)])
    struct AlarmDependencies: DependencyRequirements {}

    /// Nothing but inputs, one of them under a key.
    @DependencyRequirements(inputs: [
        InputRequirement(MacAddress.self),
        InputRequirement(MacAddress.self, key: "bridge", accessorName: "bridgeAddress"),
    ])
    struct DeviceDependencies: DependencyRequirements {}

    /// Needs nothing but content.
    @DependencyRequirements([Requirement(ContentClient.self)])
    struct PreviewDependencies: DependencyRequirements {}

    /// Registers what its children need, and builds them.
    @DependencyRequirements(
        [
            Requirement(ContentClient.self),
            Requirement(UserDefaultsClient.self, key: BedtimeRemindersKey.goodnightPhone),
        ],
        inputs: [InputRequirement(HardwareProduct.self)],
        children: [AlarmDependencies.self, DeviceDependencies.self, PreviewDependencies.self],
        childInputs: [InputRequirement(MacAddress.self), InputRequirement(MacAddress.self, key: "bridge")]
    )
    struct AdultScreenDependencies: DependencyRequirements {
        static func registerDependencies(in builder: DependencyBuilder<AdultScreenDependencies>) throws {
            try builder.mainActor.registerSingleton(AlarmStateProvider.self) { container in
                let dependencies = Self(container)
                return AlarmStateProvider(
                    coordinator: AdultRoutineCoordinator(name: "\(dependencies.hardwareProduct)"),
                    contentClient: dependencies.contentClient)
            }
            // Listed above: an override.
            try builder.registerSingleton(UserDefaultsClient.self, key: BedtimeRemindersKey.goodnightPhone) { _ in
                UserDefaultsClient(domain: "sleep")
            }
        }
    }

    /// Children that lack what they need.
    @DependencyRequirements(children: [PreviewDependencies.self, DeviceDependencies.self])
    struct ForgetfulDependencies: DependencyRequirements {}
}

/// Items 1, 3 and 5 of the cookbook: modules as the macro writes them, used as an application would.
@MainActor
@Suite struct CookbookMacroTests {
    typealias Fixtures = ContainerFixtures

    private let builder = DependencyBuilder<Cookbook.AppRoot>()

    private func registerAll() throws {
        try builder.registerSingleton(Cookbook.ContentClient.self) { _ in .init(titles: ["rain"]) }
        try builder.registerSingleton(
            Cookbook.HatchAnalyticsClient.self, key: Cookbook.AnalyticsKey.amplitude
        ) { _ in .init(backend: "amplitude") }
        try builder.registerSingleton((any Cookbook.DeviceSettingsViewControllerProvider).self) { _ in
            Cookbook.LampSettingsProvider(title: "lamp")
        }
        try builder.registerSingleton(Cookbook.IoTActionSenderClient.self) { _ in .init(endpoint: "local") }
        try builder.registerSingleton(Cookbook.IoTDeviceConnectionStateClient.Factory.self) { _ in
            .init { Cookbook.IoTDeviceConnectionStateClient(address: $0) }
        }
        try builder.mainActor.registerSingleton(Cookbook.AdultRoutineCoordinator.self) { _ in
            Cookbook.AdultRoutineCoordinator(name: "adult")
        }
        try builder.registerSingleton(
            Cookbook.UserDefaultsClient.self, key: Cookbook.BedtimeRemindersKey.goodnightPhone
        ) { _ in .init(domain: "standard") }
    }

    @Test func item1Macro_writesTheLists_inTheirOrder() {
        let module = Cookbook.MyFeatureDependencies.self
        #expect(
            module.requirements.map(\.description) == [
                "Cookbook.ContentClient", "Cookbook.HatchAnalyticsClient[amplitude]",
                "Cookbook.DeviceSettingsViewControllerProvider", "Cookbook.IoTActionSenderClient",
                "Cookbook.IoTDeviceConnectionStateClient.Factory",
            ])
        #expect(module.mainActorRequirements.map(\.description) == ["Cookbook.AdultRoutineCoordinator"])
        #expect(
            module.inputRequirements.map(\.description) == [
                "Cookbook.HardwareProduct", "Cookbook.HA25ToolbarViewModel",
            ])
        #expect(
            Cookbook.AdultScreenDependencies.childInputs.map(\.description).map { $0.hasSuffix("[bridge]") } == [
                false, true,
            ])
        #expect(
            Cookbook.AdultScreenDependencies.children.map { ObjectIdentifier($0) } == [
                ObjectIdentifier(Cookbook.AlarmDependencies.self),
                ObjectIdentifier(Cookbook.DeviceDependencies.self),
                ObjectIdentifier(Cookbook.PreviewDependencies.self),
            ])
    }

    @Test func item1Macro_letsEveryListBeLeftOut() {
        #expect(Cookbook.AlarmDependencies.requirements.isEmpty)
        #expect(Cookbook.AlarmDependencies.inputRequirements.isEmpty)
        #expect(Cookbook.DeviceDependencies.mainActorRequirements.isEmpty)
        #expect(Cookbook.PreviewDependencies.children.isEmpty)
        #expect(Cookbook.MyFeatureDependencies.childInputs.isEmpty)
    }

    @Test func item3Requirement_carriesTypeAndKeyAndName_forEveryKindOfType() {
        #expect(
            Cookbook.MyFeatureDependencies.requirements.map(\.accessorName) == [
                nil, nil, nil, "iotActionSender", "iotDeviceConnectionStateFactory",
            ])
        #expect(Cookbook.MyFeatureDependencies.inputRequirements.map(\.accessorName) == [nil, "toolbarViewModel"])
    }

    @Test func item5Accessors_haveTheNamesOfTheCookbook() throws {
        try registerAll()
        let dependencies = try builder.freeze().buildChild(
            Cookbook.MyFeatureDependencies.self,
            inputs: .init(hardwareProduct: .restore, toolbarViewModel: .init(title: "Tonight")))
        let address = Cookbook.MacAddress("AA")
        #expect(dependencies.contentClient == Cookbook.ContentClient(titles: ["rain"]))
        #expect(dependencies.amplitudeAnalyticsClient == Cookbook.HatchAnalyticsClient(backend: "amplitude"))
        #expect(dependencies.deviceSettingsViewControllerProvider.title == "lamp")
        #expect(dependencies.iotActionSender == Cookbook.IoTActionSenderClient(endpoint: "local"))
        #expect(dependencies.iotDeviceConnectionStateFactory.make(address).address == address)
        #expect(dependencies.hardwareProduct == .restore)
        #expect(dependencies.toolbarViewModel == Cookbook.HA25ToolbarViewModel(title: "Tonight"))
        #expect(dependencies.adultRoutineCoordinator.name == "adult")
    }

    @Test func inputs_areGivenTypedOrThroughTheBuilder_withTheSameResult() throws {
        let root = try builder.freeze()
        let typed = try root.buildChild(
            Cookbook.DeviceDependencies.self,
            inputs: .init(macAddress: Cookbook.Tagged("AA"), bridgeAddress: Cookbook.Tagged("BB")))
        let provided = try root.buildChild(Cookbook.DeviceDependencies.self) { childBuilder in
            childBuilder.provideInput(Cookbook.MacAddress.self, Cookbook.Tagged("AA"))
            childBuilder.provideInput(Cookbook.MacAddress.self, key: "bridge", Cookbook.Tagged("BB"))
        }
        for dependencies in [typed, provided] {
            #expect(
                [dependencies.macAddress.rawValue, dependencies.bridgeAddress.rawValue] == ["AA", "BB"])
        }
    }

    @Test func children_areBuiltByTheirParent_andUseWhatItRegistered() throws {
        try registerAll()
        let screen = try builder.freeze(
            validating: Cookbook.AdultScreenDependencies.self, inputs: [InputRequirement(Cookbook.HardwareProduct.self)]
        ).buildChild(Cookbook.AdultScreenDependencies.self, inputs: .init(hardwareProduct: .rest))
        let alarm = try screen.buildChild(Cookbook.AlarmDependencies.self)
        #expect(alarm.alarmStateProvider.coordinator.name == "rest")
        #expect(alarm.alarmStateProvider.contentClient == screen.contentClient)
        #expect(screen.goodnightPhoneUserDefaultsClient == Cookbook.UserDefaultsClient(domain: "sleep"))
        let device = try screen.buildChild(
            Cookbook.DeviceDependencies.self,
            inputs: .init(macAddress: Cookbook.Tagged("AA"), bridgeAddress: Cookbook.Tagged("BB")))
        #expect(device.macAddress.rawValue == "AA")
    }

    @Test func freezeValidating_walksTheChildren_andReportsWhatTheyLack() throws {
        let error = Fixtures.error { try builder.freeze(validating: Cookbook.ForgetfulDependencies.self) }
        #expect(error?.diagnostics.map(\.code) == [.missing, .missingInput, .missingInput])
        #expect(error?.diagnostics.first?.path.description == "Cookbook.ContentClient")
        #expect(
            error?.diagnostics.first?.path.frames.first?.source?.fileID == "FoundationsTests/CookbookMacroTests.swift")
        try registerAll()
        #expect(
            builder.validate(
                Cookbook.AdultScreenDependencies.self, inputs: [InputRequirement(Cookbook.HardwareProduct.self)]
            ).errors.isEmpty)
    }
}
