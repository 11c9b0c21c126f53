// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Doctor
@testable import LocalCommands
@testable import LullCommands

/// What `lull doctor` prints.
@Suite struct DoctorTextTests {
    private static let well = Finding("daemon", .ok, "The daemon answers.", source: "a question")
    private static let warning = Finding("clock", .warning, "It is late.", advice: "Set it.", source: "the clock")
    private static let failure = Finding("bus", .failure, "There is none.", advice: "Start it.", source: "a call")

    @Test(arguments: [
        ([well], "All is well.", StyledLine.Style.good),
        ([well, warning], "Alarms can ring; see to 1 warning.", .warning),
        ([failure, failure, warning], "2 failures may keep alarms from ringing.", .failure),
    ])
    func text_endsWithTheSum(findings: [Finding], sum: String, style: StyledLine.Style) {
        #expect(DoctorCommand.lines(of: findings, width: 100).last == StyledLine(sum, style))
    }

    @Test func text_hasARowForEachFinding_withWhatToDo() {
        #expect(
            DoctorCommand.lines(of: [Self.well, Self.failure], width: 100).dropLast(2) == [
                StyledLine("STATE    WHAT    FINDING", .heading), StyledLine("ok       daemon  The daemon answers."),
                StyledLine("failure  bus     There is none. Start it.", .failure),
            ])
    }
}
