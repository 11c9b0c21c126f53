// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Civil time against an oracle, and what it costs. No product of Lull gives these rooms away, so they are built here out of
// the same files, through the link `Rooms`.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func room(_ path: String, uses rooms: [String] = [], owns packages: [Target.Dependency] = []) -> Target {
    .target(
        name: String(path.split(separator: "/")[1]),
        dependencies: rooms.map { .byName(name: $0) } + packages,
        path: "Rooms/\(path)",
        swiftSettings: settings)
}

let package = Package(
    name: "lull-time",
    dependencies: [
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: [])
    ],
    targets: [
        room("Foundations/CivilTime"),
        .executableTarget(name: "Sweep", dependencies: ["CivilTime"], path: "Sweep", swiftSettings: settings),
        .executableTarget(
            name: "CivilTimeBenchmarks",
            dependencies: [.product(name: "Benchmark", package: "benchmark"), "CivilTime"],
            path: "Benchmarks/CivilTimeBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ],
    swiftLanguageModes: [.v6]
)
