// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Fuzzing and benchmarks of what reads bytes of strangers. No product of Lull gives these rooms away, so they are built
// here out of the same files, through the link `Rooms`.

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
let parsers: [Target.Dependency] = [
    "CivilTime", "SleepModel", "GATT", "AttributeProtocol", "L2CAPTransport", "DeviceModules", "HatchRest", "Captures",
]

let package = Package(
    name: "lull-parsers",
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        room("Foundations/CivilTime"),
        room("Foundations/SleepModel", uses: ["CivilTime"]),
        room("Foundations/Clocks", uses: ["CivilTime"], owns: [heap]),
        room("Bluetooth/GATT", uses: ["SleepModel", "Clocks"]),
        room("Bluetooth/AttributeProtocol", uses: ["GATT", "Clocks"]),
        .systemLibrary(name: "CLinux", path: "Rooms/Foundations/CLinux"),
        .systemLibrary(name: "CBluetooth", path: "Rooms/Bluetooth/CBluetooth"),
        room(
            "Bluetooth/L2CAPTransport",
            uses: ["SleepModel", "GATT", "AttributeProtocol", "Clocks", "CBluetooth", "CLinux"]),
        room(
            "Devices/DeviceModules", uses: ["CivilTime", "SleepModel", "Clocks", "GATT"],
            owns: [.product(name: "Logging", package: "swift-log")]),
        room("Devices/DeviceDocuments", uses: ["CivilTime", "SleepModel"]),
        room("Devices/HatchRest", uses: ["CivilTime", "SleepModel", "GATT", "DeviceModules", "DeviceDocuments"]),
        room(
            "Devices/Captures",
            uses: [
                "CivilTime", "SleepModel", "Clocks", "GATT", "AttributeProtocol", "DeviceModules", "DeviceDocuments",
            ]),
        .target(name: "SeededRandom", path: "Support/SeededRandom", swiftSettings: settings),
        .executableTarget(
            name: "Fuzzing", dependencies: parsers + ["SeededRandom"], path: "Fuzzing", swiftSettings: settings),
        .executableTarget(
            name: "Parsers",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"), "GATT", "AttributeProtocol", "HatchRest",
            ],
            path: "Benchmarks/Parsers",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ],
    swiftLanguageModes: [.v6]
)
