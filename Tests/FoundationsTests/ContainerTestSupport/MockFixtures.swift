// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Synchronization

/// The types the tests of mocks share.
enum MockFixtures {
    enum AppRoot {}

    enum Key: Hashable, Sendable { case night }

    struct Failure: Error, Hashable {
        let reason: String
    }

    /// A service with an identity, so that tests can tell instances apart.
    final class Service: Sendable {
        let name: String

        init(_ name: String) {
            self.name = name
        }
    }

    /// Something built from a service.
    final class Client: Sendable {
        let service: Service

        init(_ service: Service) {
            self.service = service
        }
    }

    /// A main-actor class that is not marked.
    @MainActor
    final class Panel {
        let name: String

        init(_ name: String) {
            self.name = name
        }
    }

    struct Address: Hashable, Sendable {
        let text: String
    }

    /// A list several isolation domains append to.
    final class Journal: Sendable {
        private let lines = Mutex<[String]>([])

        var entries: [String] { lines.withLock { $0 } }

        func append(_ line: String) {
            lines.withLock { $0.append(line) }
        }
    }

    /// Requires one of each kind and registers nothing.
    struct LeafDependencies: MockedDependencies {
        struct Inputs: DependencyInputs {
            let address: Address

            func provide<Marker>(to builder: DependencyBuilder<Marker>) {
                builder.provideInput(Address.self, address)
            }
        }

        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Service.self)]
        static let mainActorRequirements = [Requirement(Panel.self)]
        static let inputRequirements = [InputRequirement(Address.self)]

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(Service.self) { _ in Service("leaf mock") }
            try mocks.mainActor.registerSingleton(Panel.self) { _ in Panel("leaf mock") }
            mocks.provideInput(Address.self, Address(text: "leaf mock"))
        }

        var service: Service { container.dependency(0, Service.self) }
        @MainActor var panel: Panel { container.mainActorDependency(0, Panel.self) }
        var address: Address { container.input(0, Address.self) }
    }

    /// Requires a service and makes a client of it.
    struct ClientDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Service.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Client.self, using: Dependency(Service.self)) { Client($0) }
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(Service.self) { _ in Service("client mock") }
        }

        var service: Service { container.dependency(0, Service.self) }
    }

    /// Requires a service and registers its own, which it keeps from the module it imports.
    struct LocalDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Service.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.local.registerSingleton(Service.self) { _ in Service("local") }
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(Service.self) { _ in Service("mock") }
            mocks.importMocks(of: LeafDependencies.self)
        }
    }
}
