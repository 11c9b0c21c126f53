// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// The types and modules whose mistakes the article about diagnostics shows.
enum DiagnosticExamples {
    enum AppRoot {}

    enum TrackerKey: Hashable, Sendable { case night, day }

    struct MacAddress: Hashable, Sendable {}

    struct Tracker: Sendable {}

    struct SoundPlayer: Sendable {}

    struct AlarmSounds: Sendable {}

    struct Connection: Sendable {}

    struct SessionLog: Sendable {}

    struct NightLog: Sendable {}

    struct Settings: Sendable {}

    @MainActor
    final class NightCoordinator {}

    @MainActor
    class Sound {}

    final class RainSound: Sound {}

    struct Schedule: Sendable {
        let start: Int
        let end: Int
    }

    struct Message: Sendable {
        let address: MacAddress
        let tracker: Tracker
    }

    struct NoAnswer: Error, CustomStringConvertible {
        let description = "the lamp does not answer"
    }

    /// Has no value in a test.
    enum FolderKey: ContextKey {
        static let liveValue = "/var/lib/night"
    }

    @DependencyRequirements([Requirement(Tracker.self, fileID: "App/AlarmDependencies.swift", line: 8)])
    struct AlarmDependencies: DependencyRequirements {}

    /// Promises what it does not register.
    @DependencyRequirements(provides: [Requirement(AlarmSounds.self, fileID: "App/SoundDependencies.swift", line: 6)])
    struct SoundDependencies: DependencyRequirements {}

    @DependencyRequirements(inputs: [InputRequirement(MacAddress.self)])
    struct DeviceDependencies: DependencyRequirements {}

    /// Uses an input that it does not list.
    struct ConnectionDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Connection.self, using: Dependency(input: MacAddress.self)) { _ in
                Connection()
            }
        }
    }

    /// Lists a type on the main actor that is registered for anywhere.
    @DependencyRequirements(mainActor: [Requirement(Tracker.self)])
    struct ScreenDependencies: DependencyRequirements {}

    /// Registers what its parent has, and does not list it.
    struct QuietDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(
                Tracker.self, fileID: "App/QuietDependencies.swift", line: 9
            ) { _ in Tracker() }
        }
    }

    /// Cannot register.
    struct BrokenDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            throw NoAnswer()
        }
    }

    /// Lists one child and builds others.
    @DependencyRequirements(children: [DeviceDependencies.self])
    struct NightDependencies: DependencyRequirements {}

    /// Builds itself as its own child for ever.
    struct EndlessDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.local.registerSingleton(Tracker.self) { container in
                try container.buildChild(EndlessDependencies.self).container.resolve(Tracker.self)
            }
        }
    }

    /// Asks its context for a folder.
    struct ArchiveDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }
    }
}
