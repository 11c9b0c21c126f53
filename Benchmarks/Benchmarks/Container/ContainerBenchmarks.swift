// SPDX-License-Identifier: Apache-2.0

import Benchmark
import ModularDependencyContainer

/// Registers what every benchmark resolves.
func rootBuilder() throws -> DependencyBuilder<Root> {
    let builder = DependencyBuilder<Root>()
    try builder.registerSingleton(Service.self) { Service(1) }
    try builder.registerSingleton(Service.self, key: ServiceKey.second) { Service(2) }
    try builder.registerSingleton(Recorder.self) { Recorder() }
    try builder.registerSingleton(Player.self) { Player() }
    try builder.registerInstance(
        Session.self, using: Dependency(Service.self), Dependency(Recorder.self), Dependency(Player.self)
    ) { Session(service: $0, recorder: $1, player: $2) }
    try builder.registerInstance(Session.self, key: ServiceKey.second) { container in
        Session(
            service: try container.resolve(Service.self), recorder: try container.resolve(Recorder.self),
            player: try container.resolve(Player.self))
    }
    try builder.mainActor.registerSingleton(Screen.self) { Screen() }
    for number in 0..<20 { try builder.registerSingleton(Service.self, key: number) { Service(number) } }
    return builder
}

let benchmarks: @Sendable () -> Void = {
    // One sample is a thousand times the body, so that the clock is not what is measured; what is resolved is read, so
    // that the optimiser leaves it there.
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock], warmupIterations: 10, scalingFactor: .kilo, maxDuration: .seconds(2),
        maxIterations: 10_000)

    func measure(_ name: String, _ body: @escaping @Sendable (DependencyContainer<Root>) throws -> Int) {
        Benchmark(name) { benchmark in
            let root = try rootBuilder().freeze()
            var sum = try body(root)
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations { sum &+= try body(root) }
            blackHole(sum)
        }
    }

    Benchmark("accessor of a built singleton, at the root's child") { benchmark in
        let module = try rootBuilder().freeze().buildChild(TopModule.self)
        var sum = module.service.number
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { sum &+= module.service.number }
        blackHole(sum)
    }
    Benchmark("accessor of a built singleton, three levels down") { benchmark in
        let module = try rootBuilder().freeze()
            .buildChild(TopModule.self).buildChild(MiddleModule.self).buildChild(DeepModule.self)
        var sum = module.service.number
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { sum &+= module.service.number }
        blackHole(sum)
    }
    Benchmark("accessor of a built main-actor singleton") { benchmark in
        let module = try await rootBuilder().freeze().buildChild(TopModule.self)
        let iterations = benchmark.scaledIterations
        let first = await MainActor.run { module.screen.number }
        benchmark.startMeasurement()
        await MainActor.run {
            var sum = first
            for _ in iterations { sum &+= module.screen.number }
            blackHole(sum)
        }
    }
    measure("resolve") { try $0.resolve(Service.self).number }
    measure("resolve with a key") { try $0.resolve(Service.self, key: ServiceKey.second).number }
    measure("new instance with three declared dependencies") { try $0.resolve(Session.self).service.number }
    measure("new instance that looks three up") {
        try $0.resolve(Session.self, key: ServiceKey.second).service.number
    }
    measure("buildChild, 20 requirements and 10 registrations") { root in
        blackHole(try root.buildChild(WideModule.self))
        return 1
    }
    Benchmark(
        "freeze(validating:), 50 modules of 20 requirements",
        configuration: .init(metrics: [.wallClock], maxDuration: .seconds(3), maxIterations: 1000)
    ) { benchmark in
        let builder = try rootBuilder()
        benchmark.startMeasurement()
        blackHole(try builder.freeze(validating: TreeTop.self))
    }
}
