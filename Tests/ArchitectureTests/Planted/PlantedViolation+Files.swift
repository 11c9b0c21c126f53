// SPDX-License-Identifier: Apache-2.0

extension PlantedViolation {
    private static let machine = "Sources/Night/Routines/RoutineMachine.swift"
    private static let accessors =
        "Sources/Foundations/ModularDependencyContainer/Resolution/DependencyContainer+Accessors.swift"

    static let files = shapes + constructs

    private static let shapes = [
        PlantedViolation(
            FileLengths(), "files one line too long",
            addingWithoutHeader: [
                machine: String(repeating: "\n", count: 400) + "struct RoutineMachine {}",
                "Tests/NightTests/LongTests.swift": String(repeating: "\n", count: 601),
            ],
            reports: [
                Violation(machine, "401 lines, more than 400"),
                Violation("Tests/NightTests/LongTests.swift", "601 lines, more than 600"),
            ]),
        PlantedViolation(
            FileHeaders(), "no licence, or not on the first line",
            addingWithoutHeader: [
                machine: "\n" + CleanHouse.header, "Sources/Foundations/CLinux/shim.h": "#pragma once\n",
            ],
            reports: ["Sources/Foundations/CLinux/shim.h", machine].map {
                Violation($0, "the first line is not the SPDX licence line")
            }),
        PlantedViolation(
            FileNames(), "files named after nothing in them",
            adding: [
                machine: "struct RoutineEngine {}\n",
                "Sources/Night/Routines/Helpers.swift": "struct Routine {}\nfunc assist() {}\n",
                "Sources/Night/Routines/Coding+Text.swift": "extension Decoder {}\n",
                "Tests/NightTests/RoutineTests.swift": "struct OtherTests {}\n",
            ],
            reports: [
                "Sources/Night/Routines/Coding+Text.swift", "Sources/Night/Routines/Helpers.swift", machine,
                "Tests/NightTests/RoutineTests.swift",
            ].map { Violation($0, "no type, extension or function of the file has its name") }),
    ]

    private static let constructs = [
        PlantedViolation(
            ForbiddenConstructs(allowances: Allowance.all), "a crash in one file, allowed in another only",
            adding: [machine: "func stop() -> Never {\n    fatalError()\n}\n"],
            reports: [Violation(machine, line: 4, "fatalError")]),
        PlantedViolation(
            ForbiddenConstructs(allowances: Allowance.all), "another construct in the allowed file",
            adding: [accessors: "func stop() {\n    fatalError()\n    preconditionFailure()\n}\n"],
            reports: [Violation(accessors, line: 5, "preconditionFailure")]),
        PlantedViolation(
            ForbiddenConstructs(allowances: Allowance.all), "an allowance that matches nothing",
            adding: [accessors: "func stop() {}\n"],
            reports: [Violation(accessors, "the allowance for fatalError matches nothing")]),
    ]
}
