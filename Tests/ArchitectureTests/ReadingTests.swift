// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct ReadingTests {
    @Test(
        arguments: [
            ("a // Calendar\nCalendar", [2]),
            ("a /* Calendar /* Calendar */ Calendar */; Calendar", [1]),
            ("a(\"Calendar // \", Calendar)", [1]),
            (#"a("b\"Calendar", c)"#, []),
            (#"a("b\(c("Calendar") + Calendar)Calendar")"#, [1]),
            ("a(#\"b\\(Calendar) \" Calendar\"#)", []),
            ("a(#\"b\\#(Calendar) \"#)", [1]),
            ("let a = \"\"\"\n    Calendar \"c\" \\\n    \\(Calendar)\n    \"\"\"", [3]),
            ("a(/Calendar\"/, b)", []),
            ("a\r\n/*\r\n*/ `Calendar`", [3]),
            ("#if canImport(A)\nb\n#else\nCalendar\n#endif", [4]),
        ])
    func facts_leaveOutCommentsAndTheTextOfLiterals(_ source: String, _ lines: [Int]) {
        let found = SourceFacts(of: source).constructs.filter { $0.construct == .calendar }
        #expect(found.map(\.line) == lines)
    }

    @Test func facts_countLines_throughCommentsAndLiterals() {
        let source = """
            func a() {}
            /* x
             y */ func b() -> String { \"\"\"
             text
            \"\"\" }; func c() {} // d
            func e() {}\r
            func f() {}
            """
        let lines = SourceFacts(of: source).declarations.map { "\($0.name[0])\($0.line)" }
        #expect(lines == ["a1", "b3", "c5", "e6", "f7"])
    }

    @Test func imports_areReadInEveryForm() {
        let source = """
            import A
            public import B
            @testable import C
            @preconcurrency @_spi(Hidden) package import D.E
            import struct F.G
            #if canImport(H)
            import func I.J
            #endif
            // import K
            let text = "import L"
            let call = self.import(from: M)
            """
        #expect(
            SourceFacts(of: source).imports == [
                ImportLine(module: "A", line: 1),
                ImportLine(module: "B", accessLevel: "public", line: 2),
                ImportLine(module: "C", attributes: ["testable"], line: 3),
                ImportLine(
                    module: "D", member: "E", accessLevel: "package", attributes: ["preconcurrency", "_spi"], line: 4),
                ImportLine(module: "F", member: "G", line: 5),
                ImportLine(module: "I", member: "J", line: 7),
            ])
    }

    @Test func declarations_areTypesExtensionsAndFunctions() {
        let source = """
            public struct A<Value> { class B {} ; static func c() {} }
            extension A.B: D {}
            for actor in actors {}
            actor E {}
            class func f() {}
            typealias G = A
            """
        #expect(
            SourceFacts(of: source).declarations == [
                Declaration(kind: .type, name: ["A"], line: 1),
                Declaration(kind: .type, name: ["B"], line: 1),
                Declaration(kind: .function, name: ["c"], line: 1),
                Declaration(kind: .extension, name: ["A", "B"], line: 2),
                Declaration(kind: .type, name: ["E"], line: 4),
                Declaration(kind: .function, name: ["f"], line: 5),
                Declaration(kind: .type, name: ["G"], line: 6),
            ])
    }

    @Test func facts_holdTestFunctions_withTheirSuites() {
        let source = """
            @Suite(.serialized, .timeLimit(.minutes(1)))
            struct A {
                var b = [1].map { $0 }
                @Test("words") @MainActor func c() async throws -> Void {}
                struct D { @Test func e() {} }
            }
            func f() async {}
            @Test func g(_ h: @Sendable () async -> Void) {}
            """
        let facts = SourceFacts(of: source)
        #expect(
            facts.tests == [
                TestFunction(name: "c", suites: ["A"], isAsynchronous: true, isTimeLimited: true, line: 4),
                TestFunction(name: "e", suites: ["A", "D"], isAsynchronous: false, isTimeLimited: true, line: 5),
                TestFunction(name: "g", suites: [], isAsynchronous: false, isTimeLimited: false, line: 8),
            ])
        #expect(facts.timeLimitedSuites == ["A"])
    }

    @Test func sourceFile_knowsItsPlace() {
        let file = SourceFile(path: "Sources/Night/Routines/Steps/Step.swift", text: "a\nb")
        #expect(file.floor == "Night")
        #expect(file.room == "Routines")
        #expect(file.name == "Step.swift")
        #expect(file.lineCount == 2)
        #expect(SourceFile(path: "Sources/Night/Step.swift", text: "a\n").room == nil)
        #expect(SourceFile(path: "Tests/NightTests/StepTests.swift", text: "").floor == nil)
    }

    @Test func manifest_isDecoded_fromEveryFormOfDependencyAndSetting() throws {
        let json = """
            {"swiftLanguageVersions": ["6"], "targets": [
              {"name": "A", "path": "Sources/Night/A", "type": "regular", "dependencies": [
                {"byName": ["B", null]}, {"target": ["C", null]}, {"product": ["D", "d-kit", null, null]}],
               "settings": [
                {"kind": {"enableUpcomingFeature": {"_0": "ExistentialAny"}}, "tool": "swift"},
                {"kind": {"swiftLanguageMode": {"_0": "5"}}, "tool": "swift"},
                {"kind": {"unsafeFlags": {"_0": ["-x"]}}, "tool": "swift"}]},
              {"name": "C", "type": "system", "dependencies": [], "settings": []}]}
            """
        #expect(
            try JSONDecoder().decode(Manifest.self, from: Data(json.utf8))
                == Manifest(
                    languageModes: ["6"],
                    targets: [
                        Manifest.Target(
                            name: "A", kind: .regular, path: "Sources/Night/A",
                            dependencies: [.init(name: "B"), .init(name: "C"), .init(name: "D", package: "d-kit")],
                            upcomingFeatures: ["ExistentialAny"], languageModes: ["5"]),
                        Manifest.Target(name: "C", kind: .system, path: "Sources/C"),
                    ]))
    }
}
