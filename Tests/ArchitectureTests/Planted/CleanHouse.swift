// SPDX-License-Identifier: Apache-2.0

/// A small package that keeps every rule; planted violations are changes to it.
enum CleanHouse {
    static let header = "// SPDX-License-Identifier: Apache-2.0\n\n"

    static let manifest = Manifest(
        languageModes: ["6"],
        targets: [
            room("Clocks", on: "Foundations"),
            Manifest.Target(name: "CLinux", kind: .system, path: "Sources/Foundations/CLinux"),
            room("SystemClock", on: "Foundations", uses: ["Clocks", "CLinux"]),
            room("ModularDependencyContainer", on: "Foundations"),
            room("SQLiteStorage", on: "Schedules", uses: ["Clocks"], owns: ["GRDB"]),
            room("Routines", on: "Night", uses: ["Clocks", "ModularDependencyContainer"], owns: ["Logging"]),
            room("Composition", on: "Apps", uses: ["Routines", "ModularDependencyContainer"]),
            room("lull", on: "Apps", uses: ["Composition"], kind: .executable),
            room("lull-local", on: "Apps", uses: ["Composition"], kind: .executable),
            room("lulld", on: "Apps", uses: ["Composition"], kind: .executable),
            tests("StorageConformance", in: "Tests/Support/StorageConformance", uses: ["Clocks"], kind: .regular),
            tests("NightChild", in: "Tests/Support/NightChild", uses: ["StorageConformance"], kind: .executable),
            tests("NightTests", in: "Tests/NightTests", uses: ["Routines", "lulld", "NightChild"], kind: .test),
        ])

    static let files = [
        "Sources/Foundations/Clocks/NightClock.swift": "public protocol NightClock {}\n",
        "Sources/Foundations/Clocks/Deadline.swift": "public func withDeadline() {}\n",
        "Sources/Foundations/CLinux/module.modulemap": "module CLinux [system] {}\n",
        "Sources/Foundations/CLinux/shim.h": "#pragma once\n",
        "Sources/Foundations/SystemClock/HostClock.swift":
            "import CLinux\npublic import Clocks\nimport Glibc\n\npublic struct HostClock: NightClock {}\n",
        "Sources/Foundations/ModularDependencyContainer/Resolution/DependencyContainer+Accessors.swift":
            "extension DependencyContainer {\n    func stop() { fatalError() }\n}\n",
        "Sources/Schedules/SQLiteStorage/Records.swift":
            "import Clocks\nimport GRDB\n\nstruct RunRecord {}\nstruct PlanRecord {}\n",
        "Sources/Night/Routines/RoutineDependencies.swift":
            "public import ModularDependencyContainer\n\npublic struct RoutineDependencies {}\n",
        "Sources/Night/Routines/RoutineMachine.swift":
            "import Clocks\nimport Logging\n\nstruct RoutineMachine {\n    var name = \"Task.sleep\"  // print()\n}\n",
        "Sources/Night/Routines/StepQueries.swift": "struct NextQuery {}\n",
        "Sources/Night/Routines/StepOptions.swift": "struct RampOptions {}\n",
        "Sources/Apps/Composition/Root.swift": "import ModularDependencyContainer\n\nstruct Root {}\n",
        "Sources/Apps/Composition/DeviceDependencies.swift":
            "import ModularDependencyContainer\nimport Routines\n\nstruct DeviceDependencies {}\n",
        "Sources/Apps/lull/main.swift": "import Composition\n",
        "Sources/Apps/lull-local/main.swift": "import Composition\n",
        "Sources/Apps/lulld/main.swift": "import Composition\n",
        "Tests/Support/StorageConformance/ClaimConformance.swift":
            "import Clocks\nimport Testing\n\nstruct ClaimConformance {}\n",
        "Tests/Support/NightChild/NightProgram.swift": "import StorageConformance\n\nstruct NightProgram {}\n",
        "Tests/NightTests/RoutineTests.swift": """
        @testable import Routines
        import Testing

        @Suite(.timeLimit(.minutes(1)))
        struct RoutineTests {
            @Test func run_ends_whenCancelled() async {}
        }

        """,
    ]

    static func tree(adding changes: [String: String] = [:], removing paths: Set<String> = []) -> SourceTree {
        let texts = files.mapValues { header + $0 }.merging(changes) { $1 }.filter { !paths.contains($0.key) }
        return SourceTree(texts.map { SourceFile(path: $0.key, text: $0.value) })
    }

    private static let features: Set = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]

    static func room(
        _ name: String, on floor: String, uses rooms: [String] = [], owns products: [String] = [],
        kind: Manifest.Target.Kind = .regular
    ) -> Manifest.Target {
        Manifest.Target(
            name: name, kind: kind, path: "Sources/\(floor)/\(name)",
            dependencies: rooms.map { .init(name: $0) } + products.map { .init(name: $0, package: $0) },
            upcomingFeatures: features)
    }

    private static func tests(
        _ name: String, in path: String, uses rooms: [String], kind: Manifest.Target.Kind
    ) -> Manifest.Target {
        Manifest.Target(
            name: name, kind: kind, path: path, dependencies: rooms.map { .init(name: $0) },
            upcomingFeatures: features)
    }
}
