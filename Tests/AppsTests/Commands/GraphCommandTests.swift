// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Testing

@testable import Composition
@testable import LocalCommands
@testable import LullCommands

/// What `lull graph` understands, and how it shows a check.
@Suite(.timeLimit(.minutes(1)))
struct GraphCommandTests {
    private func check(errors: [String] = [], warnings: [String] = []) -> CompositionCheck {
        CompositionCheck(
            modules: 5, registrations: 18,
            errors: errors.map { CompositionCheck.Diagnostic(code: "missing", message: $0) },
            warnings: warnings.map { CompositionCheck.Diagnostic(code: "unused", message: $0) })
    }

    @Test
    func check_isOneLine_whereNothingIsWrong() throws {
        #expect(
            GraphCommand.lines(check()) == ["Checked 5 modules with 18 registrations; nothing is wrong."])
        try GraphCommand.report(check(), asJSON: true)
    }

    @Test
    func check_isOneLinePerDiagnostic_errorsFirst() {
        #expect(
            GraphCommand.lines(check(errors: ["No A.", "No B."], warnings: ["Nobody uses C."])) == [
                "error: missing: No A.", "error: missing: No B.", "warning: unused: Nobody uses C.",
            ])
    }

    @Test(arguments: [false, true])
    func check_exits70_withAnyDiagnostic(asJSON: Bool) throws {
        try GraphCommand.report(check(), asJSON: asJSON)
        #expect(throws: ControlError.self) {
            try GraphCommand.report(check(warnings: ["Nobody uses C."]), asJSON: asJSON)
        }
        let error = #expect(throws: ControlError.self) {
            try GraphCommand.report(check(errors: ["No A."]), asJSON: asJSON)
        }
        #expect(error?.code.exitCode == 70)
        #expect(error?.message == "The check of this build's composition found a defect.")
    }

    @Test(arguments: ["--format dot --json", "--check --format tree", "--format pdf", "--format"])
    func options_areRefused_whereTheyContradict(_ given: String) async {
        #expect(await LullProgram.run(["graph"] + given.split(separator: " ").map(String.init)) == 64)
    }
}
