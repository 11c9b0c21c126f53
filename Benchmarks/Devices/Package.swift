// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// The device modules with simulated devices, many of them and one. No product of Lull gives these rooms away, so they
// are built here out of the same files, through the link `Rooms`.

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
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
    name: "lull-devices",
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        room("Foundations/CivilTime"),
        room("Foundations/SleepModel", uses: ["CivilTime"]),
        room("Foundations/Clocks", uses: ["CivilTime"], owns: [heap]),
        .systemLibrary(name: "CLinux", path: "Rooms/Foundations/CLinux"),
        room("Foundations/SystemClock", uses: ["CivilTime", "Clocks", "CLinux"]),
        room("Bluetooth/GATT", uses: ["SleepModel", "Clocks"]),
        room("Bluetooth/AttributeProtocol", uses: ["GATT", "Clocks"]),
        room("Devices/DeviceModules", uses: ["CivilTime", "SleepModel", "Clocks", "GATT"], owns: [logging]),
        room("Devices/DeviceDocuments", uses: ["CivilTime", "SleepModel"]),
        room("Devices/HatchRest", uses: ["CivilTime", "SleepModel", "GATT", "DeviceModules", "DeviceDocuments"]),
        room(
            "Devices/SimulatedDevice",
            uses: ["CivilTime", "SleepModel", "Clocks", "GATT", "AttributeProtocol", "DeviceDocuments"],
            owns: [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .target(
            name: "DeviceBench",
            dependencies: [
                "SleepModel", "Clocks", "SystemClock", "GATT", "DeviceModules", "HatchRest", "SimulatedDevice", logging,
            ],
            path: "DeviceBench", swiftSettings: settings),
        .executableTarget(
            name: "ScaleRun",
            dependencies: ["SleepModel", "Clocks", "SystemClock", "SimulatedDevice", "DeviceModules", "DeviceBench"],
            path: "ScaleRun", swiftSettings: settings),
        .executableTarget(
            name: "Delivery",
            dependencies: [.product(name: "Benchmark", package: "benchmark"), "DeviceModules", "DeviceBench"],
            path: "Benchmarks/Delivery",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ],
    swiftLanguageModes: [.v6]
)
