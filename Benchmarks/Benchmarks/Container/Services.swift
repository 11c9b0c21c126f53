// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// What the benchmarks resolve.
final class Service: Sendable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }
}

final class Recorder: Sendable {}
final class Player: Sendable {}

/// Something made anew each time from three others.
struct Session: Sendable {
    let service: Service
    let recorder: Recorder
    let player: Player
}

@MainActor
final class Screen {
    let number = 1
}

enum ServiceKey: Hashable, Sendable {
    case second
}

enum Root {}

/// A module three levels down, as deep as the composition of a device goes.
@DependencyRequirements([Requirement(Service.self)], mainActor: [Requirement(Screen.self)])
struct TopModule: DependencyRequirements {}

@DependencyRequirements([Requirement(Service.self)])
struct MiddleModule: DependencyRequirements {}

@DependencyRequirements([Requirement(Service.self)], mainActor: [Requirement(Screen.self)])
struct DeepModule: DependencyRequirements {}

/// Twenty requirements and ten registrations.
struct WideModule: DependencyRequirements {
    let container: DependencyContainer<WideModule>

    init(_ container: DependencyContainer<WideModule>) {
        self.container = container
    }

    static let requirements = (0..<20).map { Requirement(Service.self, key: $0) }

    static func registerDependencies(in builder: DependencyBuilder<WideModule>) throws {
        for number in 0..<10 {
            try builder.registerSingleton(Service.self, key: 100 + number, using: Dependency(Service.self, key: number))
            {
                Service($0.number)
            }
        }
    }
}

/// One of many modules of twenty requirements and ten registrations each, told apart by their types.
struct TreeModule<Position>: DependencyRequirements {
    let container: DependencyContainer<TreeModule>

    init(_ container: DependencyContainer<TreeModule>) {
        self.container = container
    }

    static var requirements: [Requirement] { WideModule.requirements }

    static func registerDependencies(in builder: DependencyBuilder<TreeModule>) throws {
        for number in 0..<10 {
            try builder.registerSingleton(Service.self, key: 100 + number, using: Dependency(Service.self, key: number))
            {
                Service($0.number)
            }
        }
    }
}

struct First {}
struct Next<Position> {}

/// Forty-nine modules in a row below one.
struct TreeTop: DependencyRequirements {
    let container: DependencyContainer<TreeTop>

    init(_ container: DependencyContainer<TreeTop>) {
        self.container = container
    }

    static let requirements = WideModule.requirements
    static let children = {
        var modules: [any DependencyRequirements.Type] = []
        func add<Position>(_ position: Position.Type, _ count: Int) {
            modules.append(TreeModule<Position>.self)
            if count > 1 { add(Next<Position>.self, count - 1) }
        }
        add(First.self, 49)
        return modules
    }()
}
