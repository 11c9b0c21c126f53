// SPDX-License-Identifier: Apache-2.0

extension PlantedViolation {
    private static let machine = "Sources/Night/Routines/RoutineMachine.swift"
    private static let manifestPath = Violation.manifestPath

    static let walls = imports + floors + folders + libraries + settings

    private static let imports = [
        PlantedViolation(
            DeclaredImports(), "a sibling the row does not list",
            adding: [machine: "import Clocks\npublic import SQLiteStorage\n"],
            reports: [Violation(machine, line: 4, "Routines imports SQLiteStorage, which its row does not list")]),
        PlantedViolation(
            DeclaredImports(), "the whole of Foundation in Sources",
            adding: [machine: "import Foundation\n"],
            reports: [Violation(machine, line: 3, "Routines imports Foundation, which its row does not list")]),
        PlantedViolation(
            DeclaredImports(), "one declaration of an unlisted module",
            adding: [machine: "@preconcurrency internal import struct SQLiteStorage.Record\n"],
            reports: [Violation(machine, line: 3, "Routines imports SQLiteStorage, which its row does not list")]),
        PlantedViolation(
            DeclaredImports(), "testable and exported imports in Sources",
            adding: [machine: "@testable import Clocks\n@_exported public import Clocks\n"],
            reports: [
                Violation(machine, line: 3, "@testable import of Clocks"),
                Violation(machine, line: 4, "@_exported import of Clocks"),
            ]),
        PlantedViolation(
            DeclaredImports(), "an unlisted import in a test",
            adding: ["Tests/NightTests/MoreTests.swift": "import Clocks\nimport XCTest\n"],
            reports: [
                Violation(
                    "Tests/NightTests/MoreTests.swift", line: 3,
                    "NightTests imports Clocks, which its row does not list"),
                Violation(
                    "Tests/NightTests/MoreTests.swift", line: 4,
                    "NightTests imports XCTest, which its row does not list"),
            ]),
        PlantedViolation(
            UsedDependencies(), "a row longer than the imports",
            manifest: {
                $0.add("Clocks", to: "Composition")
                $0.add("Clocks", to: "NightTests")
            },
            reports: [
                Violation(manifestPath, "Composition declares Clocks and never imports it"),
                Violation(manifestPath, "NightTests declares Clocks and never imports it"),
            ]),
        PlantedViolation(
            ContainerImports(), "a machine that knows the container",
            adding: [machine: "public import ModularDependencyContainer\n"],
            reports: [Violation(machine, line: 3, "only *Dependencies.swift files know the container")]),
        PlantedViolation(
            FeatureImports(), "a feature that Composition uses",
            adding: ["Sources/Apps/Composition/Root.swift": "import Routines\n\nstruct Root {}\n"],
            reports: [
                Violation(
                    "Sources/Apps/Composition/Root.swift", line: 3,
                    "only *Dependencies.swift files of Composition know Routines")
            ]),
        PlantedViolation(
            TestFreeSources(), "test libraries in Sources",
            adding: [machine: "import StorageConformance\nimport Testing\nimport XCTest\n"],
            reports: ["StorageConformance", "Testing", "XCTest"].enumerated().map {
                Violation(machine, line: 3 + $0.offset, "Sources import the test library \($0.element)")
            }),
        PlantedViolation(
            ModuleNames(), "a type that hides a module",
            adding: [
                "Sources/Foundations/SystemClock/SystemClock.swift": "enum Outer {\n    struct SystemClock {}\n}\n"
            ],
            reports: [
                Violation(
                    "Sources/Foundations/SystemClock/SystemClock.swift", line: 4,
                    "type SystemClock has the name of a module")
            ]),
    ]

    private static let floors = [
        PlantedViolation(
            FloorOrder(), "an arrow to a floor above",
            manifest: { $0.add("Routines", to: "SQLiteStorage") },
            reports: [Violation(manifestPath, "SQLiteStorage on Schedules uses Routines on Night above it")]),
        PlantedViolation(
            FloorOrder(), "a circle on one floor",
            manifest: { $0.add("SystemClock", to: "Clocks") },
            reports: [
                Violation(manifestPath, "Clocks depends on itself"),
                Violation(manifestPath, "SystemClock depends on itself"),
            ]),
        PlantedViolation(
            FloorOrder(), "a room that rests on test support",
            manifest: { $0.add("StorageConformance", to: "Routines") },
            reports: [Violation(manifestPath, "Routines uses StorageConformance, which stands on no floor")]),
        PlantedViolation(
            NightDoor(), "a client of a machine",
            manifest: {
                $0.targets.append(CleanHouse.room("Household", on: "Night", uses: ["Routines"]))
                $0.targets.append(CleanHouse.room("ControlServices", on: "Control", uses: ["Household", "Routines"]))
                $0.add("Routines", to: "lulld")
            },
            reports: ["lulld", "ControlServices"].map {
                Violation(manifestPath, "\($0) uses Routines, which only rooms of Night and Composition may")
            }),
    ]

    private static let folders = [
        PlantedViolation(
            RoomFolders(), "a folder without a target",
            adding: ["Sources/Night/Naps/NapMachine.swift": "struct NapMachine {}\n"],
            reports: [Violation("Sources/Night/Naps", "a folder without a target")]),
        PlantedViolation(
            RoomFolders(), "files outside every target",
            adding: ["Sources/Night/NapMachine.swift": "", "Sources/Loose.swift": "", "Tests/Loose.swift": ""],
            reports: ["Sources/Loose.swift", "Sources/Night/NapMachine.swift", "Tests/Loose.swift"].map {
                Violation($0, "a file outside every target")
            }),
        PlantedViolation(
            RoomFolders(), "a target without a file",
            removing: Set(CleanHouse.files.keys.filter { $0.hasPrefix("Sources/Night/Routines/") }),
            reports: [Violation("Sources/Night/Routines", "target Routines has no source file")]),
        PlantedViolation(
            RoomFolders(), "a folder with another name than its target",
            manifest: { $0.change("Routines") { $0.name = "Routine" } },
            reports: [Violation("Sources/Night/Routines", "the folder of target Routine has another name")]),
        PlantedViolation(
            RoomFolders(), "an unknown floor",
            adding: ["Sources/Attic/Boxes/Box.swift": "struct Box {}\n"],
            manifest: { $0.targets.append(CleanHouse.room("Boxes", on: "Attic")) },
            reports: [Violation("Sources/Attic/Boxes", "a room stands in a folder of a known floor")]),
        PlantedViolation(
            RoomFolders(), "a target beside Sources and Tests",
            manifest: { $0.targets.append(Manifest.Target(name: "Extra", kind: .regular, path: "Extra")) },
            reports: [
                Violation("Extra", "a target stands under Sources or Tests"),
                Violation("Extra", "target Extra has no source file"),
            ]),
        PlantedViolation(
            ExecutableShape(), "a program of two files",
            adding: ["Sources/Apps/lull/Helper.swift": "enum Helper {}\n"],
            reports: [Violation("Sources/Apps/lull", "a program is one Swift file, not 2")]),
        PlantedViolation(
            ExecutableShape(), "another program, and one that is none",
            manifest: {
                $0.change("Routines") { $0.kind = .executable }
                $0.change("lulld") { $0.kind = .regular }
            },
            reports: [
                Violation(manifestPath, "Routines is an unknown program"),
                Violation(manifestPath, "lulld is not a program"),
                Violation("Sources/Night/Routines", "a program is one Swift file, not 4"),
            ]),
        PlantedViolation(
            ExecutableShape(), "a program among the tests, beside their support",
            manifest: { $0.change("NightTests") { $0.kind = .executable } },
            reports: [
                Violation(manifestPath, "NightTests is an unknown program"),
                Violation("Tests/NightTests", "a program is one Swift file, not 0"),
            ]),
    ]

    private static let libraries = [
        PlantedViolation(
            LibraryOwners(), "a library of another room",
            adding: [machine: "import GRDB\n"],
            manifest: { $0.add("GRDB", to: "Routines", package: "GRDB.swift") },
            reports: [
                Violation(machine, line: 3, "Routines uses GRDB, which belongs to SQLiteStorage"),
                Violation(manifestPath, "Routines uses GRDB, which belongs to SQLiteStorage"),
            ]),
        PlantedViolation(
            LibraryOwners(), "logging on the lowest floor",
            manifest: { $0.add("Logging", to: "Clocks", package: "swift-log") },
            reports: [Violation(manifestPath, "Clocks uses Logging, which Foundations may not")]),
        PlantedViolation(
            LibraryOwners(), "a library without an owner",
            manifest: { $0.add("MQTT", to: "Composition", package: "mqtt") },
            reports: [Violation(manifestPath, "Composition uses MQTT, which no room owns")]),
        PlantedViolation(
            LibraryOwners(), "a C module without an owner",
            manifest: {
                $0.targets.append(Manifest.Target(name: "CRadio", kind: .system, path: "Sources/Bluetooth/CRadio"))
                $0.add("CRadio", to: "Routines")
            },
            reports: [Violation(manifestPath, "Routines uses the C module CRadio, which no room owns")]),
        PlantedViolation(
            LibraryOwners(), "a C module of another room",
            adding: [machine: "import CLinux\n"],
            reports: [
                Violation(machine, line: 3, "Routines uses CLinux, which belongs to DBus, L2CAPTransport, SystemClock")
            ]),
    ]

    private static let settings = [
        PlantedViolation(
            CompilerSettings(), "an older language mode",
            manifest: {
                $0.languageModes = ["5", "6"]
                $0.change("Clocks") { $0.languageModes = ["5"] }
            },
            reports: [
                Violation(manifestPath, "the package is not in Swift 6 language mode alone"),
                Violation(manifestPath, "Clocks leaves Swift 6 language mode"),
            ]),
        PlantedViolation(
            CompilerSettings(), "a target without a feature",
            manifest: { $0.change("NightTests") { $0.upcomingFeatures = ["ExistentialAny"] } },
            reports: [
                Violation(manifestPath, "NightTests does not enable InternalImportsByDefault"),
                Violation(manifestPath, "NightTests does not enable MemberImportVisibility"),
            ]),
    ]
}
