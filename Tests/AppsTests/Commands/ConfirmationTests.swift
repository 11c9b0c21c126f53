// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Synchronization
import Testing

@testable import LullCommands

/// Asking before something is lost for good.
@Suite
struct ConfirmationTests {
    private func confirm(_ answer: String?, isPossible: Bool = true) throws -> String {
        let shown = Mutex("")
        let confirmation = Confirmation(
            isPossible: isPossible, show: { text in shown.withLock { $0 += text } }, answer: { answer })
        try confirmation.require("Unpair nursery?", showing: ["  alarm  up"], otherwise: "Nobody can be asked.")
        return shown.withLock { $0 }
    }

    @Test(arguments: ["y", "yes", " YES "])
    func confirmation_goesOn_whenThePersonSaysYes(answer: String) throws {
        #expect(try confirm(answer) == "  alarm  up\nUnpair nursery? [y/N] ")
    }

    @Test(arguments: ["", "n", "nursery", nil])
    func confirmation_stops_whenThePersonSaysAnythingElse(answer: String?) {
        let error = #expect(throws: ControlError.self) { try confirm(answer) }
        #expect(error?.message == "You did not say yes, so Lull changed nothing.")
        #expect(error?.code.exitCode == 64)
    }

    @Test
    func confirmation_stops_whenThereIsNobodyToAsk() {
        let error = #expect(throws: ControlError.self) { try confirm("y", isPossible: false) }
        #expect(
            error
                == ControlError(
                    .invalidArgument, "Nobody can be asked.", advice: "Add --yes if that is what you want."))
    }

    /// Asks about an import that adds an alarm, and removes another one or nothing.
    private func shown(removing isRemoving: Bool, _ answer: String?) throws -> String {
        let shown = Mutex("")
        let confirmation = Confirmation(
            isPossible: true, show: { text in shown.withLock { $0 += text } }, answer: { answer })
        let removal = ImportDocument.Change(change: .removed, kind: .alarm, name: "school", device: "nursery")
        let addition = ImportDocument.Change(change: .added, kind: .alarm, name: "up", device: "nursery")
        let document = ImportDocument(dryRun: true, changes: (isRemoving ? [removal] : []) + [addition])
        try document.confirmRemovals(confirmation)
        return shown.withLock { $0 }
    }

    @Test func import_asks_andShowsWhatItRemoves() throws {
        #expect(
            try shown(removing: true, "y") == """
                The import removes what the file does not have:
                CHANGE   WHAT   NAME    DEVICE   DETAIL
                removed  alarm  school  nursery  -
                Import the file? [y/N]\u{20}
                """)
        #expect(throws: ControlError.self) { try shown(removing: true, "n") }
    }

    @Test func import_asksNothing_whenItRemovesNothing() throws {
        #expect(try shown(removing: false, nil) == "")
    }

    private func document(_ change: (inout UnpairDocument) -> Void = { _ in }) throws -> UnpairDocument {
        let address = try #require(MacAddress(rawValue: "DC:06:41:00:00:01"))
        var document = UnpairDocument(
            DeviceDocument(
                address: address, name: "nursery", product: "hatch-rest", supported: true, reason: nil, rssi: nil,
                paired: true))
        change(&document)
        return document
    }

    @Test
    func unpair_showsAllThatGoesWithADevice() throws {
        let document = try document {
            $0.schedules = [
                .init(id: ScheduleID(rawValue: "1"), kind: .alarm, name: "school"),
                .init(id: ScheduleID(rawValue: "2"), kind: .alarm, name: "up"),
                .init(id: ScheduleID(rawValue: "3"), kind: .bedtime, name: "bedtime"),
            ]
            $0.holds = [.light]
            $0.pause = PauseDocument(
                device: "nursery", since: Instant(secondsSince1970: 1_800_000_000),
                until: Instant(secondsSince1970: 1_800_000_000))
        }
        #expect(
            document.lines(LocalTimes(host: .utc)) == [
                "With nursery (DC:06:41:00:00:01) goes:", "  alarm        school", "  alarm        up",
                "  bedtime      bedtime", "  set by hand  light", "  pause        until Fri 2027-01-15 08:00",
            ])
        #expect(
            document.refusal
                == "The alarm “school”, the alarm “up” and the bedtime “bedtime” would go with it: somebody must confirm "
                + "that “nursery” is unpaired, and there is no terminal to ask at.")
    }

    @Test
    func unpair_namesFiveSchedulesAtMost_whereNobodyCanBeAsked() throws {
        let document = try document {
            $0.schedules = (1...7).map {
                .init(id: ScheduleID(rawValue: "\($0)"), kind: .routine, name: "r\($0)")
            }
        }
        #expect(document.refusal.hasPrefix("The routine “r1”, the routine “r2”, "))
        #expect(document.refusal.contains("the routine “r5” and 2 more would go with it"))
    }

    @Test
    func unpair_saysThatNothingGoes_whenADeviceHasNothing() throws {
        #expect(try document().lines(LocalTimes(host: .utc)) == ["Nothing is set up on nursery (DC:06:41:00:00:01)."])
    }
}
