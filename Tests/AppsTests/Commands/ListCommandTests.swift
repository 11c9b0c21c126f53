// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import LullCommands

/// Lists of schedules, of one device or of all.
@Suite
struct ListCommandTests {
    private static func device(_ words: String...) throws -> String? {
        switch try LullCommand.parseAsRoot(words) {
        case let list as AlarmCommand.List: list.place.value
        case let list as RoutineCommand.List: list.place.value
        case let list as BedtimeCommand.List: list.place.value
        default: nil
        }
    }

    @Test(arguments: ["alarm", "routine", "bedtime"])
    func list_takesADevice_asAWordOrAsAnOption(kind: String) throws {
        #expect(try Self.device(kind, "list") == nil)
        #expect(try Self.device(kind, "list", "nursery") == "nursery")
        #expect(try Self.device(kind, "list", "--device", "nursery") == "nursery")
        #expect(throws: (any Error).self) { try Self.device(kind, "list", "nursery", "--device", "nursery") }
    }
}
