// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

extension CookbookCallSites {
    /// Block 12, step 7: the program's composition root, where nothing waits and where something may.
    @MainActor
    @Suite(.timeLimit(.minutes(1))) struct CookbookAppRootTests {
        private let contentClient = ContentClient(titles: ["rain"])
        private let amplitudeAnalyticsClient = HatchAnalyticsClient(backend: "amplitude")
        private let hardwareProduct = HardwareProduct.restore
        private let macAddress = "AA:BB"

        /// What the print leaves out.
        private func registerRest(in dependencyBuilder: DependencyBuilder<AppRoot>) throws {
            try dependencyBuilder.registerSingleton(VisualAssetsClient.self) { _ in VisualAssetsClient(theme: "dark") }
            try dependencyBuilder.registerSingleton(IoTDeviceStateEmitter.self) { _ in
                IoTDeviceStateEmitter(device: "lamp")
            }
            try dependencyBuilder.mainActor.registerSingleton((any RoutineCoordinating).self) { _ in
                NightRoutineCoordinator()
            }
        }

        private func check(
            _ rootContainer: DependencyContainer<AppRoot>, _ screen: AdultScreen,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let dependencies = screen.dependencies
            let analytics = try? rootContainer.resolve(HatchAnalyticsClient.self, key: AnalyticsKey.amplitude)
            #expect(analytics == amplitudeAnalyticsClient, sourceLocation: sourceLocation)
            #expect(dependencies.contentClient == contentClient, sourceLocation: sourceLocation)
            #expect(dependencies.hardwareProduct == hardwareProduct, sourceLocation: sourceLocation)
            #expect(dependencies.macAddress.rawValue == macAddress, sourceLocation: sourceLocation)
            #expect(dependencies.adultRoutineCoordinator.routine == "adult night", sourceLocation: sourceLocation)
        }

        @Test func block12AppRoot_buildsTheFirstChild_withItsInputs() throws {
            let (contentClient, amplitudeAnalyticsClient) = (contentClient, amplitudeAnalyticsClient)
            let dependencyBuilder = DependencyBuilder<AppRoot>()

            do {
                try dependencyBuilder.registerSingleton(ContentClient.self) { _ in
                    contentClient
                }
                try dependencyBuilder.registerSingleton(
                    HatchAnalyticsClient.self,
                    key: AnalyticsKey.amplitude
                ) { _ in
                    amplitudeAnalyticsClient
                }
                try registerRest(in: dependencyBuilder)
            } catch {
                preconditionFailure("Failed to register dependencies. Error: \(error).")
            }

            let rootContainer = try dependencyBuilder.freeze()

            let screenDependencies = try rootContainer.buildChild(AdultScreenDependencies.self) { childBuilder in
                childBuilder.provideInput(HardwareProduct.self, hardwareProduct)
                childBuilder.provideInput(MacAddress.self, Tagged(macAddress))
            }

            let screen = AdultScreen.live(dependencies: screenDependencies)
            check(rootContainer, screen)
        }

        @Test func block12AppRoot_buildsTheSame_whereItWaits() async throws {
            let (contentClient, amplitudeAnalyticsClient) = (contentClient, amplitudeAnalyticsClient)
            let dependencyBuilder = DependencyBuilder<AppRoot>()

            do {
                try dependencyBuilder.registerSingleton(ContentClient.self) { _ in
                    contentClient
                }
                try dependencyBuilder.registerSingleton(
                    HatchAnalyticsClient.self,
                    key: AnalyticsKey.amplitude
                ) { _ in
                    amplitudeAnalyticsClient
                }
                try registerRest(in: dependencyBuilder)
            } catch {
                preconditionFailure("Failed to register dependencies. Error: \(error).")
            }

            let rootContainer = try await dependencyBuilder.freeze()

            let screenDependencies = try await rootContainer.buildChild(AdultScreenDependencies.self) { childBuilder in
                childBuilder.provideInput(HardwareProduct.self, hardwareProduct)
                childBuilder.provideInput(MacAddress.self, Tagged(macAddress))
            }

            let screen = AdultScreen.live(dependencies: screenDependencies)
            check(rootContainer, screen)
        }
    }
}
