// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition
@testable import Household

/// What people read about rows that cannot be read, and what they can do.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct DamageTests {
    private let store = StoreDouble()

    private static let nursery = MacAddress(rawValue: "DC:06:41:00:00:01")
    private static let attic = MacAddress(rawValue: "DC:06:41:00:00:02")

    private func row(
        _ table: QuarantinedRow.Table, _ number: Int64 = 3, kind: ScheduleKind? = .alarm, name: String? = "bad",
        device: MacAddress? = nursery
    ) -> QuarantinedRow {
        QuarantinedRow(
            table: table, number: number, kind: kind, name: name, device: device,
            error: StorageError(.corrupt, "The row 3 cannot be read: its plan is missing."))
    }

    private func house(
        _ rows: [QuarantinedRow], forever: Bool = false, isPaired: Bool = true
    ) async throws -> House {
        await store.damage(rows, forever: forever)
        return try await House(isPaired: isPaired, store: store)
    }

    private func log(_ house: House) async throws -> [LogDocument] {
        try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
    }

    @Test
    func message_saysWhatItMeans_forEachTable() async throws {
        let house = try await house([
            row(.devices, name: "attic", device: Self.attic), row(.devices, 4, device: nil), row(.schedules),
            row(.schedules, 4, kind: .routine, name: nil, device: Self.attic), row(.schedules, 5, kind: nil, name: nil),
            row(.overrides), row(.pauses), row(.runs), row(.ledger), row(.log), row(.overrides, -1),
        ])
        let damaged = try await house.control.perform(Endpoints.damaged)
        #expect(
            damaged.map(\.message) == [
                "The device “attic” cannot be read: the rest of it is used.",
                "The device “bad” cannot be read: nothing runs on it.",
                "The alarm “bad” of nursery cannot be read: it does not ring.",
                "The routine of DC:06:41:00:00:02 cannot be read: it does not run.",
                "The schedule of nursery cannot be read: it does not run.",
                "A changed date of the alarm “bad” of nursery cannot be read: the usual time holds.",
                "A pause of nursery cannot be read: it has no effect.",
                "A run of the alarm “bad” of nursery cannot be read: it has begun again, or has ended.",
                "A past date of the alarm “bad” of nursery cannot be read: everything else is shown.",
                "A line of the log of nursery cannot be read: everything else is shown.",
                "The state file was damaged: some of the changed dates may be missing or out of date.",
            ])
        #expect(damaged.map(\.table.rawValue).prefix(3) == ["devices", "devices", "schedules"])
    }

    @Test
    func removal_isInTheLog_inTheWordsOfTheList() async throws {
        let house = try await house([row(.runs), row(.overrides, -1)])
        for id in ["runs:3", "overrides:-1"] {
            let removed = try await house.control.perform(Endpoints.removeDamaged, DamagedSelection(id: id))
            #expect(removed.id == id)
        }
        #expect(try await house.control.perform(Endpoints.damaged) == [])
        let names = try await log(house).filter { $0.outcome == .removed }.map(\.name)
        #expect(names == ["A run of the alarm “bad” of nursery", "a notice about changed dates"])
    }

    @Test
    func removal_isRefused_whenThereIsNothingToRemoveAnyMore() async throws {
        let house = try await house([row(.runs)], forever: true)
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.removeDamaged, DamagedSelection(id: "runs:3"))
        }
        #expect(error?.code == .unknownSchedule)
    }

    @Test
    func everyVerb_saysThatTheScheduleIsDamaged() async throws {
        let house = try await house([row(.schedules), row(.schedules, 4, kind: .routine)])
        let (name, skip) = (
            ScheduleSelection(name: "bad", device: nil), SkipRequest(name: "bad", device: nil, date: nil)
        )
        let control = house.control
        let verbs: [() async throws -> Void] = [
            { _ = try await control.perform(Endpoints.removeAlarm, name) },
            { _ = try await control.perform(Endpoints.skipAlarm, skip) },
            { _ = try await control.perform(Endpoints.unskipAlarm, skip) },
            {
                _ = try await control.perform(
                    Endpoints.snoozeAlarm, SnoozeRequest(name: "bad", device: nil, length: nil))
            },
            { _ = try await control.perform(Endpoints.dismissAlarm, name) },
            {
                _ = try await control.perform(
                    Endpoints.runRoutine, RoutineRunRequest(name: name.name, device: name.device))
            },
            { _ = try await control.perform(Endpoints.stopRoutine, name) },
        ]
        for (number, verb) in verbs.enumerated() {
            let error = await #expect(throws: ControlError.self, "\(number)") { try await verb() }
            #expect(error?.code == .damagedState, "\(number)")
        }
    }

    @Test
    func export_staysADocument_whateverADamagedNameHolds() async throws {
        let house = try await house([row(.schedules, name: "a\nversion: 9\r#")])
        let document = try await house.control.perform(Endpoints.exportSetup).document
        await store.damage([])
        let rest = try await house.control.perform(Endpoints.exportSetup).document
        #expect(document.hasPrefix("# NOT IN HERE: The alarm “a") && document.hasSuffix("\n" + rest))
        #expect(document.split(separator: "\n").count == rest.split(separator: "\n").count + 1)
        #expect(!document.contains("\r"))
    }

    @Test
    func damage_isInTheLogOnce_howeverOftenTheDaemonStarts() async throws {
        let house = try await house([row(.schedules)])
        #expect(try await log(house).filter { $0.outcome == .quarantined }.count == 1)
        let second = try await self.house([row(.schedules), row(.pauses)], isPaired: false)
        #expect(
            try await log(second).filter { $0.outcome == .quarantined }.compactMap(\.name).map { $0.prefix(9) }
                == ["schedules", "pauses:3:"])
    }

    @Test
    func status_ofADevice_hasWhatConcernsIt() async throws {
        let house = try await house([
            row(.schedules), row(.schedules, 4, device: Self.attic), row(.pauses, device: nil),
        ])
        func ids(_ device: String?) async throws -> [String] {
            try await house.control.perform(Endpoints.status, DeviceChoice(device: device)).flatMap(\.damaged).map(\.id)
        }
        #expect(try await ids("nursery") == ["schedules:3", "pauses:3"])
        #expect(try await ids(nil) == ["schedules:3", "schedules:4", "pauses:3"])
    }
}
