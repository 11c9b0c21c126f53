// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// Uses an accessor and a resolution as often as it is told, for a counter of allocations to watch.
@main
enum Allocations {
    final class Service: Sendable {
        let number = 1
    }

    enum Root {}

    @DependencyRequirements([Requirement(Service.self)])
    struct Module: DependencyRequirements {}

    static func main() throws {
        let times = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 0
        let builder = DependencyBuilder<Root>()
        try builder.registerSingleton(Service.self) { Service() }
        let module = try builder.freeze().buildChild(Module.self)
        var sum = module.service.number
        for _ in 0..<times {
            sum &+= module.service.number
            sum &+= try module.container.resolve(Service.self).number
        }
        print(sum)
    }
}
