// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import CompilerPluginSupport
import PackageDescription

// The house: floors are folders, rooms are modules. Each floor rests on the ones before it, and a room may import what
// its row lists. This table is the only copy of those rules; `ArchitectureTests` holds every `import` against it.

/// The floors, lowest first; the raw value is the folder under `Sources`.
enum Floor: String {
    case foundations = "Foundations"
    case bluetooth = "Bluetooth"
    case devices = "Devices"
    case schedules = "Schedules"
    case night = "Night"
    case control = "Control"
    case apps = "Apps"
}

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A library of ours: where it stands, which rooms it may import, which third-party libraries it owns.
func room(
    _ name: String, on floor: Floor, uses rooms: [String] = [], owns packages: [Target.Dependency] = []
) -> Target {
    .target(
        name: name,
        dependencies: rooms.map { .byName(name: $0) } + packages,
        path: "Sources/\(floor.rawValue)/\(name)",
        swiftSettings: settings
    )
}

/// C declarations of the system, or of one of Debian's libraries, as a room without Swift.
func headers(
    _ name: String, on floor: Floor, of library: String? = nil, in package: String? = nil
) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(floor.rawValue)/\(name)", pkgConfig: library,
        providers: package.map { [.apt([$0])] })
}

/// A macro, which the compiler runs: a thin plugin around a room that expands.
func plugin(_ name: String, on floor: Floor, uses rooms: [String], owns packages: [Target.Dependency]) -> Target {
    .macro(
        name: name,
        dependencies: rooms.map { .byName(name: $0) } + packages,
        path: "Sources/\(floor.rawValue)/\(name)",
        swiftSettings: settings
    )
}

/// A program: start-up code only.
func program(_ name: String, uses rooms: [String], owns packages: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: rooms.map { .byName(name: $0) } + packages,
        path: "Sources/\(Floor.apps.rawValue)/\(name)",
        swiftSettings: settings
    )
}

/// Test support that several test targets share, such as a conformance suite.
func support(_ name: String, uses rooms: [String], owns packages: [Target.Dependency] = []) -> Target {
    .target(
        name: name,
        dependencies: rooms.map { .byName(name: $0) } + packages,
        path: "Tests/Support/\(name)",
        swiftSettings: settings
    )
}

/// A program that tests run as a process of its own.
func testProgram(_ name: String, uses rooms: [String], owns packages: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: rooms.map { .byName(name: $0) } + packages,
        path: "Tests/Support/\(name)",
        swiftSettings: settings
    )
}

func tests(_ name: String, uses rooms: [String], owns packages: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name,
        dependencies: rooms.map { .byName(name: $0) } + packages,
        path: "Tests/\(name)",
        exclude: [
            "FoundationsTests": ["Zoneinfo", "ContainerCompileFailures/Fixtures", "CivilTime/DifferentialFixtures"],
            "BluetoothMachineTests": ["Guest"],
            "ControlTests": ["OpenAPI/openapi.json"],
            "AppsTests": ["Processes/States"],
        ][name] ?? [],
        swiftSettings: settings
    )
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

/// Products of swift-syntax, for what expands the macro and for the tests that read source.
func syntax(_ products: String...) -> [Target.Dependency] {
    products.map { .product(name: $0, package: "swift-syntax") }
}

let night = ["SleepModel", "CivilTime", "Clocks", "Storage", "Scheduling", "Coordination"]

let package = Package(
    name: "lull",
    products: [
        .executable(name: "lull", targets: ["lull"]),
        .executable(name: "lull-local", targets: ["lull-local"]),
        .executable(name: "lulld", targets: ["lulld"]),
        .library(name: "ModularDependencyContainer", targets: ["ModularDependencyContainer"]),
        .library(name: "ContainerTestSupport", targets: ["ContainerTestSupport"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: [
        room("CivilTime", on: .foundations),
        room("SleepModel", on: .foundations, uses: ["CivilTime"]),
        room("Clocks", on: .foundations, uses: ["CivilTime"], owns: [heap]),
        headers("CLinux", on: .foundations),
        room("SystemClock", on: .foundations, uses: ["CivilTime", "Clocks", "CLinux"]),
        room(
            "DependencyExpansion", on: .foundations,
            owns: syntax("SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros")),
        plugin(
            "DependencyMacros", on: .foundations, uses: ["DependencyExpansion"],
            owns: syntax("SwiftCompilerPlugin", "SwiftSyntaxMacros")),
        room("ModularDependencyContainer", on: .foundations, uses: ["DependencyMacros"]),
        room("ContainerTestSupport", on: .foundations, uses: ["ModularDependencyContainer"]),

        room("GATT", on: .bluetooth, uses: ["SleepModel", "Clocks"]),
        room("AttributeProtocol", on: .bluetooth, uses: ["SleepModel", "GATT", "Clocks"]),
        headers("CDBus", on: .bluetooth, of: "dbus-1", in: "libdbus-1-dev"),
        room("DBus", on: .bluetooth, uses: ["Clocks", "CDBus", "CLinux"]),
        room("BlueZTransport", on: .bluetooth, uses: ["SleepModel", "GATT", "Clocks", "DBus"]),
        headers("CBluetooth", on: .bluetooth, in: "libbluetooth-dev"),
        room(
            "L2CAPTransport", on: .bluetooth,
            uses: ["SleepModel", "GATT", "AttributeProtocol", "Clocks", "CBluetooth", "CLinux"]),

        room(
            "DeviceModules", on: .devices, uses: ["CivilTime", "SleepModel", "Clocks", "GATT"], owns: [logging]),
        room("DeviceDocuments", on: .devices, uses: ["CivilTime", "SleepModel"]),
        room(
            "HatchRest", on: .devices, uses: ["CivilTime", "SleepModel", "GATT", "DeviceModules", "DeviceDocuments"]),
        room(
            "SimulatedDevice", on: .devices,
            uses: ["CivilTime", "SleepModel", "Clocks", "GATT", "AttributeProtocol", "DeviceDocuments"],
            owns: [nioCore, nioPosix]),

        room(
            "Captures", on: .devices,
            uses: [
                "CivilTime", "SleepModel", "Clocks", "GATT", "AttributeProtocol", "DeviceModules", "DeviceDocuments",
            ]),
        room(
            "Replay", on: .devices,
            uses: ["CivilTime", "SleepModel", "Clocks", "GATT", "DeviceModules", "DeviceDocuments", "Captures"],
            owns: [logging]),

        room("Storage", on: .schedules, uses: ["CivilTime", "SleepModel"]),
        room("SQLiteStorage", on: .schedules, uses: ["CivilTime", "SleepModel", "Storage"], owns: [grdb, sqlite]),
        room("SetupDocuments", on: .schedules, uses: ["CivilTime", "SleepModel", "Storage"], owns: [yams]),
        room(
            "Scheduling", on: .schedules, uses: ["CivilTime", "SleepModel", "Clocks", "Storage"], owns: [heap]),

        room(
            "Coordination", on: .night,
            uses: ["CivilTime", "SleepModel", "Clocks", "GATT", "DeviceModules", "Storage", "Scheduling"]),
        room("Routines", on: .night, uses: night + ["DeviceModules", "ModularDependencyContainer"]),
        room("Alarms", on: .night, uses: night + ["ModularDependencyContainer"]),
        room("Bedtimes", on: .night, uses: night + ["ModularDependencyContainer"]),

        room(
            "Household", on: .night,
            uses: night + ["GATT", "DeviceModules", "Routines", "Alarms", "Bedtimes"], owns: [logging]),

        room("ControlAPI", on: .control, uses: ["CivilTime", "SleepModel", "DeviceDocuments"]),
        room(
            "ControlServices", on: .control,
            uses: [
                "CivilTime", "SleepModel", "Clocks", "GATT", "DeviceModules", "DeviceDocuments", "Captures", "Storage",
                "SetupDocuments", "Scheduling", "Household", "ControlAPI", "ModularDependencyContainer",
            ],
            owns: [serviceLifecycle]),
        room(
            "ControlServer", on: .control, uses: ["CivilTime", "SleepModel", "ControlAPI"],
            owns: [
                hummingbird, hummingbirdCore, httpTypes, nioCore, nioHTTP1, nioHTTPTypes, nioPosix, logging,
                serviceLifecycle,
            ]),
        room(
            "ControlClient", on: .control, uses: ["ControlAPI"],
            owns: [nioCore, nioHTTP1, nioPosix]),

        room("Programs", on: .apps, uses: ["SleepModel", "ControlAPI"], owns: [unixSignals]),
        room(
            "HostSettings", on: .apps, uses: ["SleepModel", "Storage", "Programs", "ControlAPI"],
            owns: [logging, serviceLifecycle, unixSignals, yams]),
        room(
            "Composition", on: .apps,
            uses: night + [
                "Programs",
                "DeviceModules", "DeviceDocuments", "SystemClock", "ModularDependencyContainer", "GATT",
                "BlueZTransport", "L2CAPTransport", "HatchRest", "SimulatedDevice", "Captures", "Replay",
                "SQLiteStorage", "Routines", "Alarms", "Bedtimes", "Household", "ControlAPI", "ControlServices",
            ],
            owns: [logging, serviceLifecycle, unixSignals]),
        room(
            "Doctor", on: .apps,
            uses: [
                "CivilTime", "SleepModel", "Clocks", "GATT", "BlueZTransport", "SQLiteStorage", "ControlAPI",
                "ControlClient", "HostSettings",
            ]),
        room(
            "LullCommands", on: .apps,
            uses: [
                "CivilTime", "SleepModel", "Clocks", "SystemClock", "DeviceDocuments", "Programs", "ControlAPI",
                "ControlClient",
            ],
            owns: [argumentParser]),
        room(
            "LocalCommands", on: .apps,
            uses: [
                "CivilTime", "SleepModel", "Clocks", "SystemClock", "GATT", "DeviceModules", "DeviceDocuments",
                "HatchRest", "Captures", "Replay", "Programs", "Composition", "Doctor", "ControlAPI",
                "ControlServices", "LullCommands",
            ],
            owns: [argumentParser]),
        program("lull", uses: ["Programs", "LullCommands"]),
        program("lull-local", uses: ["Programs", "LullCommands", "LocalCommands"]),
        program(
            "lulld",
            uses: [
                "Clocks", "Storage", "Programs", "HostSettings", "Composition", "ControlAPI", "ControlServices",
                "ControlServer",
            ],
            owns: [argumentParser, logging, serviceLifecycle, unixSignals]),

        support("Processes", uses: ["Clocks"]),
        support("OtherTarget", uses: ["ModularDependencyContainer"]),
        support("SeededRandom", uses: []),
        support("Waiting", uses: []),
        support("APIConformance", uses: ["ControlAPI"]),
        support("ClockConformance", uses: ["CivilTime", "Clocks"]),
        support("TransportConformance", uses: ["SleepModel", "GATT"]),
        support("StorageConformance", uses: ["CivilTime", "SleepModel", "Storage"]),
        support("SecondProduct", uses: ["SleepModel", "GATT", "DeviceModules", "ModularDependencyContainer"]),
        support("StoreDoubles", uses: ["CivilTime", "SleepModel", "Storage"]),
        support(
            "CrashNights",
            uses: night + [
                "SQLiteStorage", "Routines", "Alarms", "Bedtimes", "Processes", "SeededRandom", "StoreDoubles",
            ],
            owns: [sqlite]),
        testProgram("CrashChild", uses: ["CrashNights"]),
        support(
            "HouseholdNights",
            uses: [
                "CivilTime", "SleepModel", "Clocks", "GATT", "DeviceDocuments", "SimulatedDevice", "Storage",
                "Scheduling", "Household", "ControlAPI", "Composition", "SeededRandom", "StoreDoubles",
            ],
            owns: [logging]),
        testProgram("HouseholdNightRun", uses: ["HouseholdNights"]),
        testProgram(
            "HouseholdFigures",
            uses: [
                "CivilTime", "SleepModel", "Clocks", "SystemClock", "GATT", "DeviceModules", "SimulatedDevice",
                "Storage", "SQLiteStorage", "Scheduling", "Household", "ControlAPI", "Composition",
            ],
            owns: [logging]),

        tests(
            "FoundationsTests",
            uses: [
                "CivilTime", "SleepModel", "Clocks", "SystemClock", "ModularDependencyContainer",
                "ContainerTestSupport", "ClockConformance", "OtherTarget", "Processes", "SeededRandom", "Waiting",
            ]),
        tests(
            "DependencyMacrosTests", uses: ["DependencyExpansion", "SeededRandom"],
            owns: syntax(
                "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacroExpansion",
                "SwiftSyntaxMacros", "SwiftSyntaxMacrosGenericTestSupport")),
        tests(
            "BluetoothTests",
            uses: [
                "CivilTime", "SleepModel", "Clocks", "GATT", "AttributeProtocol", "DBus", "BlueZTransport",
                "CDBus", "L2CAPTransport", "Processes", "SeededRandom", "Waiting",
            ]),
        tests(
            "DevicesTests",
            uses: [
                "CivilTime", "SleepModel", "Clocks", "SystemClock", "GATT", "AttributeProtocol", "L2CAPTransport",
                "DeviceModules", "DeviceDocuments", "HatchRest", "SimulatedDevice", "Captures", "Replay",
                "SecondProduct", "TransportConformance", "SeededRandom", "Waiting",
            ],
            owns: [logging, nioCore, nioPosix]),
        tests(
            "SchedulesTests",
            uses: [
                "CivilTime", "SleepModel", "Clocks", "Storage", "SQLiteStorage", "SetupDocuments", "Scheduling",
                "StorageConformance", "StoreDoubles", "CrashNights", "CrashChild", "Processes", "SeededRandom",
                "Waiting",
            ],
            owns: [grdb]),
        tests(
            "NightTests",
            uses: night + [
                "GATT", "DeviceModules", "Routines", "Alarms", "Bedtimes", "Household", "ModularDependencyContainer",
                "ContainerTestSupport", "SeededRandom", "StoreDoubles", "Waiting",
            ],
            owns: [logging]),
        tests(
            "ControlTests",
            uses: [
                "CivilTime", "SleepModel", "GATT", "DeviceModules", "DeviceDocuments", "HatchRest", "Storage",
                "Household", "ControlAPI", "ControlServices", "ControlServer", "ControlClient", "SeededRandom",
                "APIConformance",
            ],
            owns: [logging, serviceLifecycle]),
        tests(
            "AppsTests",
            uses: [
                "CivilTime", "SleepModel", "Clocks", "SystemClock", "GATT", "DeviceModules", "DeviceDocuments",
                "SimulatedDevice", "BlueZTransport", "Storage", "Scheduling", "Coordination", "Household", "ControlAPI",
                "SetupDocuments", "ControlServices", "Programs", "Composition", "HostSettings", "Doctor",
                "LullCommands", "LocalCommands", "lull", "lull-local", "lulld", "Captures", "Replay", "Routines",
                "Alarms", "Bedtimes", "ModularDependencyContainer", "ContainerTestSupport", "SecondProduct",
                "StoreDoubles", "HouseholdNights", "Processes", "APIConformance", "Waiting",
            ],
            owns: [argumentParser, logging, grdb]),
        tests(
            "BluetoothMachineTests",
            uses: [
                "CivilTime", "SleepModel", "Clocks", "SystemClock", "GATT", "BlueZTransport", "L2CAPTransport",
                "SimulatedDevice", "TransportConformance", "Processes", "lull", "lull-local", "lulld",
            ]),
        tests("ArchitectureTests", uses: ["Processes"], owns: syntax("SwiftParser", "SwiftSyntax")),
    ],
    swiftLanguageModes: [.v6]
)
