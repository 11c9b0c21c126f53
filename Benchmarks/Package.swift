// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A package of its own, so that nobody who builds Lull builds the benchmark library. Its plugin looks for targets in a
// folder named Benchmarks.
let package = Package(
    name: "lull-benchmarks",
    dependencies: [
        .package(name: "lull", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Container",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "ModularDependencyContainer", package: "lull"),
            ],
            path: "Benchmarks/Container",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
        .executableTarget(
            name: "Allocations",
            dependencies: [.product(name: "ModularDependencyContainer", package: "lull")],
            path: "Allocations"),
    ],
    swiftLanguageModes: [.v6]
)
