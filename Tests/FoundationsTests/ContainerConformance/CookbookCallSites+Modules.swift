// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

// The print shows the lists of a module only once; the other modules have here the lists that their bodies imply.
extension CookbookCallSites {
    /// Block 3: step 2, module with local registrations.
    @DependencyRequirements(
        [Requirement(ContentClient.self), Requirement(IoTDeviceStateEmitter.self)],
        mainActor: [Requirement(AdultRoutineCoordinator.self)]
    )
    public struct AdultRoutineDependencies: DependencyRequirements {
        /// One provider, for the module alone.
        public static func registerDependencies(in builder: DependencyBuilder<AdultRoutineDependencies>) {
            do {
                try builder.local.mainActor.registerSingleton(RoutineStateProvider.self) { container in
                    let dependencies = Self(container)
                    return RoutineStateProvider(
                        coordinator: dependencies.adultRoutineCoordinator,
                        contentClient: dependencies.contentClient,
                        deviceStateEmitter: dependencies.iotDeviceStateEmitter
                    )
                }
            } catch {
                preconditionFailure("\(Self.self): Failed to register dependencies. Error: \(error).")
            }
        }
    }

    /// Block 4: step 2, the two patterns of a factory.
    @DependencyRequirements(
        [Requirement(ContentClient.self)], mainActor: [Requirement(AdultRoutineCoordinator.self)])
    struct PatternDependencies: DependencyRequirements {
        static func registerDependencies(in builder: DependencyBuilder<PatternDependencies>) throws {
            try builder.local.mainActor.registerSingleton(MyProvider.self) { container in
                let dependencies = Self(container)
                return MyProvider(
                    client: dependencies.contentClient,
                    coordinator: dependencies.adultRoutineCoordinator
                )
            }

            try builder.mainActor.registerSingleton(BedtimeStateProvider.self) { container in
                let bedtimeDependencies = try container.buildChild(BedtimeRemindersDependencies.self)
                return BedtimeStateProvider(dependencies: bedtimeDependencies)
            }
        }
    }

    /// What a provider of block 4 builds for itself.
    @DependencyRequirements([Requirement(UserDefaultsClient.self, key: BedtimeRemindersKey.goodnightPhone)])
    struct BedtimeRemindersDependencies: DependencyRequirements {}

    /// Block 5: step 2, composition root.
    @DependencyRequirements(
        [
            Requirement(ContentClient.self),
            Requirement(VisualAssetsClient.self),
            Requirement(IoTDeviceStateEmitter.self),
            Requirement(UserDefaultsClient.self, key: BedtimeRemindersKey.goodnightPhone),
        ],
        mainActor: [
            Requirement((any RoutineCoordinating).self),
            Requirement(AdultRoutineCoordinator.self),
        ],
        inputs: [
            InputRequirement(HardwareProduct.self),
            InputRequirement(MacAddress.self),
        ]
    )
    public struct AdultScreenDependencies: DependencyRequirements {
        /// What the modules below inherit.
        public static func registerDependencies(in builder: DependencyBuilder<AdultScreenDependencies>) {
            do {
                try builder.mainActor.registerSingleton(AdultRoutineCoordinator.self) { container in
                    let dependencies = Self(container)
                    return AdultRoutineCoordinator(coordinator: dependencies.routineCoordinating)
                }

                try builder.mainActor.registerSingleton(AlarmStateProvider.self) { container in
                    let dependencies = Self(container)
                    return AlarmStateProvider(
                        coordinator: dependencies.adultRoutineCoordinator,
                        deviceStateEmitter: dependencies.iotDeviceStateEmitter,
                        visualAssetsClient: dependencies.visualAssetsClient,
                        contentClient: dependencies.contentClient
                    )
                }

                try builder.registerSingleton(UserDefaultsClient.self, key: BedtimeRemindersKey.goodnightPhone) { _ in
                    UserDefaultsClient.live(
                        domain: .suite(name: AppGroupIdentifier.hatchSleepApp.appGroupIdentifier)
                    )
                }
            } catch {
                preconditionFailure("\(Self.self): Failed to register dependencies. Error: \(error).")
            }
        }
    }

    /// Block 6: step 3, common type patterns.
    @DependencyRequirements(
        [
            Requirement(ContentClient.self),
            Requirement(HatchAnalyticsClient.self, key: AnalyticsKey.amplitude),
            Requirement((any DeviceSettingsViewControllerProvider).self),
            Requirement(IoTActionSenderClient.self, accessorName: "iotActionSender"),
            Requirement(IoTDeviceConnectionStateClient.Factory.self, accessorName: "iotDeviceConnectionStateFactory"),
        ],
        inputs: [
            InputRequirement(HardwareProduct.self),
            InputRequirement(HA25ToolbarViewModel.self, accessorName: "toolbarViewModel"),
        ])
    struct TypePatternDependencies: DependencyRequirements {}

    /// A child of block 9 that gets a value when it is built.
    @DependencyRequirements([Requirement(ContentClient.self)], inputs: [InputRequirement(SomeValue.self)])
    struct SomeChildDependencies: DependencyRequirements {}

    /// Block 13: layered registration pattern.
    @DependencyRequirements(
        [Requirement(ContentClient.self)],
        mainActor: [Requirement((any RoutineCoordinating).self), Requirement(AdultRoutineCoordinator.self)],
        inputs: [InputRequirement(MacAddress.self)])
    struct MyDependencies: DependencyRequirements {
        /// Leaves first, then what is made of them.
        public static func registerDependencies(in builder: DependencyBuilder<MyDependencies>) {
            do {
                try builder.registerSingleton(UserDefaultsClient.self, key: SomeKey.value) { _ in
                    UserDefaultsClient.live(domain: .suite(name: "com.app.suite"))
                }
                try builder.mainActor.registerInstance(LocalNotificationClient.self) { _ in
                    LocalNotificationClient.live()
                }

                try builder.mainActor.registerSingleton(AdultRoutineCoordinator.self) { container in
                    let dependencies = Self(container)
                    return AdultRoutineCoordinator(coordinator: dependencies.routineCoordinating)
                }

                try builder.mainActor.registerSingleton(AlarmOperations.self) { container in
                    let dependencies = Self(container)
                    return AlarmOperations(
                        coordinator: dependencies.adultRoutineCoordinator,
                        contentClient: dependencies.contentClient,
                        macAddress: dependencies.macAddress.rawValue
                    )
                }
            } catch {
                preconditionFailure("\(Self.self): Failed to register dependencies. Error: \(error).")
            }
        }
    }
}
