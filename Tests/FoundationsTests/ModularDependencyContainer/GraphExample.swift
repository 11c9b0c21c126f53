// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// A small house with everything a graph has to show.
enum GraphExample {
    enum App {}

    final class Sound: Sendable {}

    final class Lamp: Sendable {}

    struct Box<Content>: Sendable {}

    @MainActor
    final class Panel {}

    final class Screen: MainActorDependency {}

    struct Address: Hashable, Sendable {
        let text: String
    }

    /// Overrides a sound, and keeps a lamp to itself.
    struct Room: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Sound.self, fileID: "House/Room.swift", line: 1)]
        static let mainActorRequirements = [Requirement(Panel.self, fileID: "House/Room.swift", line: 3)]
        static let inputRequirements = [InputRequirement(Address.self, fileID: "House/Room.swift", line: 4)]
        static var children: [any DependencyRequirements.Type] { [Shelf.self] }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(
                Sound.self, using: Dependency(input: Address.self), fileID: "House/Room.swift", line: 5
            ) { _ in Sound() }
            try builder.local.registerSingleton(Lamp.self, fileID: "House/Room.swift", line: 6) { container in
                _ = try container.resolve(Sound.self)
                _ = try container.resolve(Box<Int>.self, key: "a\"b")
                _ = try container.resolveInput(Address.self)
                return Lamp()
            }
            try builder.local.mainActor.registerSingleton(
                Screen.self, using: Dependency(Lamp.self), IsolatedDependency(Panel.self),
                fileID: "House/Room.swift", line: 7
            ) { _, _ in Screen() }
        }
    }

    /// Needs what the room overrides, and the room's input.
    struct Shelf: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Sound.self, fileID: "House/Shelf.swift", line: 1)]
        static let inputRequirements = [InputRequirement(Address.self, fileID: "House/Shelf.swift", line: 2)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerScoped(Lamp.self, using: Dependency(Sound.self), fileID: "House/Shelf.swift", line: 3) {
                _ in Lamp()
            }
        }
    }

    static func builder() throws -> DependencyBuilder<App> {
        let builder = DependencyBuilder<App>()
        try builder.registerSingleton(Sound.self, fileID: "House/App.swift", line: 1) { _ in Sound() }
        try builder.registerInstance(Box<Int>.self, key: "a\"b", fileID: "House/App.swift", line: 2) { _ in Box() }
        try builder.mainActor.registerSingleton(Panel.self, fileID: "House/App.swift", line: 3) { _ in Panel() }
        return builder
    }

    static let inputs = [InputRequirement(Address.self, fileID: "House/App.swift", line: 4)]
}
