// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// What it costs to plan many schedules, to keep the plan, to claim an occurrence and to wait for the next. No product
// of Lull gives these rooms away, so they are built here out of the same files, through the link `Rooms`.

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

let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")

let package = Package(
    name: "lull-schedules",
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        room("Foundations/CivilTime"),
        room("Foundations/SleepModel", uses: ["CivilTime"]),
        room("Foundations/Clocks", uses: ["CivilTime"], owns: [heap]),
        .systemLibrary(name: "CLinux", path: "Rooms/Foundations/CLinux"),
        room("Foundations/SystemClock", uses: ["CivilTime", "Clocks", "CLinux"]),
        room("Schedules/Storage", uses: ["CivilTime", "SleepModel"]),
        room(
            "Schedules/SQLiteStorage", uses: ["CivilTime", "SleepModel", "Storage"],
            owns: [
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        room("Schedules/Scheduling", uses: ["CivilTime", "SleepModel", "Clocks", "Storage"], owns: [heap]),
        .target(
            name: "ScheduleBench", dependencies: ["CivilTime", "SleepModel", "Clocks", "Storage", "Scheduling"],
            path: "ScheduleBench", swiftSettings: settings),
        .executableTarget(
            name: "Planning",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"), "CivilTime", "Scheduling", "ScheduleBench",
            ],
            path: "Benchmarks/Planning",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
        .systemLibrary(name: "CMalloc", path: "CMalloc"),
        .executableTarget(
            name: "Figures",
            dependencies: [
                "CivilTime", "SleepModel", "Clocks", "SystemClock", "Storage", "SQLiteStorage", "Scheduling",
                "ScheduleBench", "CMalloc",
            ],
            path: "Figures", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
