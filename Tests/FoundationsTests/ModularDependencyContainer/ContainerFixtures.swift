// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ModularDependencyContainer
import Synchronization
import Testing

/// The types the container's tests share.
enum ContainerFixtures {
    enum AppRoot {}

    enum TrackerKey: Hashable, Sendable { case night, day }

    struct Failure: Error, Hashable {
        let reason: String
    }

    /// A service with an identity, so that tests can tell instances apart.
    final class Service: Sendable {
        let name: String

        init(_ name: String = "service") {
            self.name = name
        }
    }

    /// A second service, for things that depend on each other.
    final class Client: Sendable {
        let service: Service

        init(service: Service) {
            self.service = service
        }
    }

    /// Something that resolves later, through whatever container its closure captured.
    struct Lazily<Value: Sendable>: Sendable {
        let make: @Sendable () throws -> Value
    }

    /// A value known only after those who use it were made.
    final class Late<Value: Sendable>: Sendable {
        private let value = Mutex<Value?>(nil)

        func set(_ value: Value) {
            self.value.withLock { $0 = value }
        }

        func get() throws -> Value {
            guard let value = value.withLock({ $0 }) else { throw Failure(reason: "not set yet") }
            return value
        }
    }

    protocol Sounding: Sendable {
        var sound: String { get }
    }

    struct Rain: Sounding {
        let sound = "rain"
    }

    struct Address: Hashable, Sendable {
        let text: String
    }

    /// A list several threads or isolation domains append to.
    final class Journal: Sendable {
        private let lines = Mutex<[String]>([])

        var entries: [String] { lines.withLock { $0 } }

        func append(_ line: String) {
            lines.withLock { $0.append(line) }
        }
    }

    /// A main-actor class that is not marked.
    @MainActor
    final class Coordinator {
        let service: Service

        init(service: Service) {
            self.service = service
        }
    }

    /// A marked main-actor class.
    final class Screen: MainActorDependency {
        let title: String

        init(title: String) {
            self.title = title
        }
    }

    /// Something that must never leave the main actor.
    final class Unsendable {
        var count = 0
    }

    /// Requires nothing and registers nothing.
    struct EmptyDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }
    }

    /// Requires one service.
    struct ServiceDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Service.self)]

        var service: Service { container.dependency(0, Service.self) }
    }

    /// Lists a service and registers it: an override.
    struct OverridingDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Service.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Service.self) { _ in Service("override") }
        }

        var service: Service { container.dependency(0, Service.self) }
    }

    /// Needs an address as input.
    struct AddressDependencies: DependencyRequirements {
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

        static let inputRequirements = [InputRequirement(Address.self)]

        var address: Address { container.input(0, Address.self) }
    }

    /// Where several threads meet; gives up after a while, so that a mistake fails rather than hangs.
    final class Meeting: Sendable {
        private let missing: Mutex<Int>
        private let group = DispatchGroup()
        private let isLate = Mutex(false)

        /// Whether nobody has given up.
        var wasComplete: Bool { isLate.withLock { !$0 } }

        init(of count: Int) {
            missing = Mutex(count)
            for _ in 0..<count { group.enter() }
        }

        func arriveAndAwait() {
            missing.withLock { missing in
                guard missing > 0 else { return }
                missing -= 1
                group.leave()
            }
            if group.wait(timeout: .now() + .seconds(20)) == .timedOut { isLate.withLock { $0 = true } }
        }
    }

    /// Runs something that may block on a thread of its own rather than on one of the few that run tasks.
    static func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "container test").async { continuation.resume(returning: body()) }
        }
    }

    static func root(
        _ register: (DependencyBuilder<AppRoot>) throws -> Void = { _ in }
    ) throws -> DependencyContainer<AppRoot> {
        let builder = DependencyBuilder<AppRoot>()
        try register(builder)
        return try builder.freeze()
    }

    /// The code of what `body` throws; `nil` if it throws nothing or something else.
    static func error(of body: () throws -> some Any) -> DependencyError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? DependencyError
        }
    }

    /// As `error(of:)`, for what waits.
    nonisolated(nonsending) static func errorOfAsync(
        _ body: nonisolated(nonsending) () async throws -> Void
    ) async -> DependencyError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? DependencyError
        }
    }
}
