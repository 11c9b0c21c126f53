// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel
import Testing

@testable import LullCommands

@Suite
struct StopTextTests {
    private static func run(_ kind: ScheduleKind, _ name: String) -> EndedDocument {
        EndedDocument(
            RunningDocument(id: ScheduleID(rawValue: name), kind: kind, name: name, phase: "1", until: nil))
    }

    @Test(arguments: [
        ([], false, "nursery: nothing ran; it is off."),
        ([run(.alarm, "up")], true, "nursery: ended the alarm “up”."),
        (
            [run(.alarm, "up"), EndedDocument(.nap), EndedDocument(.manual), EndedDocument(.timer)], false,
            "nursery: ended the alarm “up”, the nap, what was set by hand and the sleep timer; it is off."
        ),
    ])
    func stopped_namesWhatWasEnded(ended: [EndedDocument], isPending: Bool, text: String) throws {
        let address = try #require(MacAddress(rawValue: "DC:06:41:00:00:01"))
        let device = StopDocument(address: address, name: "nursery", ended: ended, stopPending: isPending)
        #expect(Describe.stopped(device) == text)
    }
}
