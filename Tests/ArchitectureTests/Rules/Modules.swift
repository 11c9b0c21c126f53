// SPDX-License-Identifier: Apache-2.0

/// The modules and folders that the rules name.
enum Modules {
    /// The floors, lowest first.
    static let floors = ["Foundations", "Bluetooth", "Devices", "Schedules", "Night", "Control", "Apps"]

    /// Modules of the toolchain, which Sources may import without declaring them.
    static let system: Set = ["Swift", "FoundationEssentials", "Glibc", "Dispatch", "Synchronization"]

    /// The platforms that a library of ours is also for, each with the only rooms that may import it.
    static let platforms: [String: Set<String>] = ["Darwin": [container], "Musl": [container]]

    /// The rooms that help those who write tests, and so may import the toolchain's test library.
    static let testSupport: Set = ["ContainerTestSupport"]

    /// Modules that tests may import too.
    static let testing: Set = ["Foundation", "Testing"]

    static let container = "ModularDependencyContainer"

    /// The floor of the machines, the room that offers ports to them, and the room that puts everything together.
    static let night = "Night"
    static let household = "Household"
    static let composition = "Composition"

    /// Third-party libraries and C modules, each with the only rooms that may import it.
    static let owners: [String: Set<String>] = [
        "ArgumentParser": ["LullCommands", "LocalCommands", "lulld"],
        "GRDB": ["SQLiteStorage"],
        "GRDBSQLite": ["SQLiteStorage"],
        "HeapModule": ["Clocks", "Scheduling"],
        "Hummingbird": ["ControlServer"],
        "HummingbirdCore": ["ControlServer"],
        "NIOCore": ["ControlServer", "ControlClient", "SimulatedDevice"],
        "NIOPosix": ["ControlServer", "ControlClient", "SimulatedDevice"],
        "HTTPTypes": ["ControlServer"],
        "NIOHTTPTypes": ["ControlServer"],
        "NIOHTTP1": ["ControlServer", "ControlClient", "SimulatedDevice"],
        "ServiceLifecycle": ["ControlServer", "ControlServices", "HostSettings", "Composition", "lulld"],
        "Yams": ["SetupDocuments", "HostSettings"],
        "UnixSignals": ["Programs", "HostSettings", "Composition", "lulld"],
        "CLinux": ["SystemClock", "DBus", "L2CAPTransport"],
        "CDBus": ["DBus"],
        "CBluetooth": ["L2CAPTransport"],
        "SwiftCompilerPlugin": ["DependencyMacros"],
        "SwiftDiagnostics": ["DependencyExpansion"],
        "SwiftParser": ["DependencyExpansion"],
        "SwiftSyntax": ["DependencyExpansion"],
        "SwiftSyntaxBuilder": ["DependencyExpansion"],
        "SwiftSyntaxMacros": ["DependencyExpansion", "DependencyMacros"],
        "Testing": testSupport,
    ].merging(platforms) { one, _ in one }

    /// Libraries that any room may import unless it is on one of these floors.
    static let barredFloors: [String: Set<String>] = ["Logging": ["Foundations"]]
}
