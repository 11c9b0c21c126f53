// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Foundation
import Testing

@testable import LullCommands

/// Which zone is meant, and what is said where there is none.
@Suite
struct ExplainZonesTests {
    private func error(of name: String?, in directory: String) -> ControlError? {
        do {
            _ = try ExplainZones(directory: directory).rules(for: name)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("Europe/Berlon", "Europe/Berlin"), ("berlin", "Europe/Berlin"), ("new york", "America/New_York"),
        ("America/new-york", "America/New_York"), ("Pacific/Appia", "Pacific/Apia"), ("utd", "UTC"),
    ])
    func zone_isSuggested_whereANameIsSpelledAlike(text: String, name: String) {
        let error = error(of: text, in: ExplainFixture.zoneinfo)
        #expect(error?.code == .invalidArgument)
        #expect(error?.advice == "Did you mean \(name)?")
    }

    @Test
    func zone_isNotSuggested_whereNoNameIsNear() {
        let error = error(of: "Middle-earth/Shire", in: ExplainFixture.zoneinfo)
        #expect(error?.advice == "Give a zone such as Europe/Berlin.")
        #expect(error?.code.exitCode == 64)
    }

    @Test
    func names_areThoseWithTheLeastDifference_fiveAtMost() {
        let names = ["A/Abcdef", "B/Abcdeg", "C/Abcxyz", "D/Unlike"]
        #expect(ExplainZones.spelledLike("abcdef", in: names) == ["A/Abcdef"])
        #expect(ExplainZones.spelledLike("abcdeh", in: names) == ["A/Abcdef", "B/Abcdeg"])
        #expect(ExplainZones.spelledLike("", in: names) == [])
        let many = (0..<9).map { "A/Place\($0)" }
        #expect(ExplainZones.spelledLike("place", in: many) == Array(many.prefix(5)))
    }

    @Test
    func directory_withoutZones_isSaidToHaveNone() throws {
        let folder = try Scratch()
        #expect(
            error(of: "Europe/Berlin", in: folder.path("none"))
                == ControlError(
                    .invalidArgument,
                    "There is no time zone Europe/Berlin in \(folder.path("none")); check its spelling, or install the "
                        + "time zone data.",
                    advice: "No zone is there at all; give a directory of compiled zone files with --zoneinfo."))
    }

    @Test
    func file_thatIsNoZone_isBadData() throws {
        let folder = try Scratch()
        try Data("TZif, but not really".utf8).write(to: URL(fileURLWithPath: folder.path("Broken")))
        let error = error(of: "Broken", in: folder.path(""))
        #expect(error?.code == .badData)
        #expect(error?.message.hasPrefix("The zone file of Broken is damaged") == true)
        #expect(error?.advice == "Or give another directory of zone files with --zoneinfo.")
    }
}
