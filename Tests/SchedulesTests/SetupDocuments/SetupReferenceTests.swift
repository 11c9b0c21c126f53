// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import SleepModel
import Testing

@testable import SetupDocuments

/// The page about the document, which people write by.
@Suite struct SetupReferenceTests {
    private func page() throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appending(path: "Sources/Schedules/SetupDocuments/SetupDocuments.docc/SetupReference.md")
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test(arguments: SetupKey.allCases) func page_namesTheKey(_ key: SetupKey) throws {
        let words = try page().split(separator: "`", omittingEmptySubsequences: false)
        // What stands between two marks is code; a key may have a value there.
        let code = words.indices.filter { $0 % 2 == 1 }.map { words[$0] }
        #expect(code.contains { $0 == key.rawValue || $0.hasPrefix(key.rawValue + ":") })
    }

    @Test func example_isRead() throws {
        let parts = try page().split(separator: "```")
        let yaml = try #require(parts.first { $0.hasPrefix("yaml\n") }).dropFirst(5)
        let now = Instant(secondsSince1970: 1_800_000_000)
        var count = 0
        let sounds = SoundNames(
            sound: { name, _ in ["rain": 7, "ocean": 5, "bird": 9][name].map { SoundID(rawValue: $0) } },
            name: { _, _ in nil })
        let setup = try SetupDocument(yaml: String(yaml), at: now, sounds: sounds) {
            count += 1
            return ScheduleID(rawValue: "schedule-\(count)")
        }
        #expect(setup.devices.map(\.name) == ["nursery"])
        #expect(setup.schedules.map(\.name) == ["weekend", "school", "story", "tidy"])
        #expect(setup.groups.groups.map(\.name) == ["kids"])
        #expect(setup.holidays.calendars.map(\.name) == ["school"])
    }
}
