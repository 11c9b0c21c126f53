// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Foundation
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition

/// What the disk takes after the person who asked for it was told that nobody knows.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LateDiskTests {
    enum Arrangement: String, CaseIterable, Sendable {
        case addAlarm, editAlarm, disableAlarm, removeAlarm, skipAlarm, unskipAlarm, pause, resume, unpair, importSetup
        case importHolidays, removeHolidays, setGroup, removeGroup

        @MainActor
        func perform(in house: House) async throws {
            switch self {
            case .addAlarm: try await LateDiskTests.addAlarm("late", in: house)
            case .editAlarm:
                var request = AlarmEditRequest(name: "up")
                (request.rule.at, request.volume) = ("12:40", 30)
                _ = try await house.control.perform(Endpoints.editAlarm, request)
            case .disableAlarm:
                _ = try await house.control.perform(
                    Endpoints.switchAlarm, ScheduleSwitchRequest(name: "up", device: nil, enabled: false))
            case .removeAlarm:
                _ = try await house.control.perform(Endpoints.removeAlarm, ScheduleSelection(name: "up", device: nil))
            case .skipAlarm:
                _ = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "up", device: nil))
            case .unskipAlarm:
                _ = try await house.control.perform(Endpoints.unskipAlarm, SkipRequest(name: "skipped", device: nil))
            case .pause: _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: "18:00"))
            case .resume: _ = try await house.control.perform(Endpoints.resume, DeviceChoice(device: "nursery"))
            case .unpair: _ = try await house.control.perform(Endpoints.unpair, DeviceSelection(device: "nursery"))
            case .importHolidays:
                _ = try await house.control.perform(
                    Endpoints.importHolidays,
                    HolidaysImportRequest(
                        name: "school", calendar: HolidayServiceTests.calendar(("20270116", "Spring"))))
            case .removeHolidays:
                _ = try await house.control.perform(Endpoints.removeHolidays, HolidaysSelection(name: "unused"))
            case .setGroup:
                _ = try await house.control.perform(
                    Endpoints.setGroup, GroupRequest(name: "kids", devices: ["nursery"]))
            case .removeGroup:
                _ = try await house.control.perform(Endpoints.removeGroup, GroupSelection(name: "one"))
            case .importSetup:
                let setup = try await house.control.perform(Endpoints.exportSetup).document
                _ = try await house.control.perform(
                    Endpoints.importSetup,
                    ImportRequest(document: setup.replacingOccurrences(of: "12:01", with: "12:34")))
            }
        }
    }

    private static func addAlarm(_ name: String, in house: House) async throws {
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: name, device: "nursery", at: "12:01", days: "daily"))
    }

    /// What is arranged in a house.
    private struct Arranged: Equatable {
        let devices: [String?]
        let alarms: [AlarmDocument]
        let next: [NextDocument]
        let pauses: [PauseDocument]
        let holidays: [HolidaysDocument]
        let groups: [GroupDocument]

        @MainActor
        init(in house: House) async throws {
            devices = try await house.control.perform(Endpoints.devices).map(\.name)
            alarms = try await house.control.perform(Endpoints.alarms)
            next = try await house.control.perform(Endpoints.next, NextQuery(days: 3))
            pauses = try await house.control.perform(Endpoints.pauses)
            holidays = try await house.control.perform(Endpoints.holidays)
            groups = try await house.control.perform(Endpoints.groups)
        }
    }

    @Test(arguments: Arrangement.allCases)
    func household_followsTheDisk_whenItAnswersLate(_ arrangement: Arrangement) async throws {
        let disk = StoreDouble()
        let house = try await House(store: disk, storePatience: .seconds(2))
        try await Self.addAlarm("up", in: house)
        try await Self.addAlarm("skipped", in: house)
        _ = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "skipped", device: nil))
        _ = try await house.control.perform(Endpoints.setGroup, GroupRequest(name: "one", devices: ["nursery"]))
        _ = try await house.control.perform(
            Endpoints.Each.addAlarm, AlarmRequest(name: "grouped", device: "one", at: "12:30", days: "daily"))
        for name in ["school", "unused"] {
            let calendar = HolidayServiceTests.calendar(("20270301", "Later"))
            _ = try await house.control.perform(
                Endpoints.importHolidays, HolidaysImportRequest(name: name, calendar: calendar))
        }
        var edit = AlarmEditRequest(name: "up")
        edit.rule.notOn = "school"
        _ = try await house.control.perform(Endpoints.editAlarm, edit)
        if [.resume, .unpair].contains(arrangement) {
            _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil, device: "nursery"))
        }
        let before = try await Arranged(in: house)

        await disk.hold()
        let asked = Task { try await arrangement.perform(in: house) }
        await disk.waitForHeld()
        await house.clock.waitForSleeper(within: .seconds(2))
        house.clock.advance(by: .seconds(2))
        let error = await #expect(throws: ControlError.self) { try await asked.value }
        #expect(error?.code == .timedOut)
        #expect(try await Arranged(in: house) == before)

        await disk.release()
        try await house.until { try await Arranged(in: house) != before }
        let restarted = try await House(isPaired: false, store: disk, clock: house.clock)
        try await house.until { try await Arranged(in: house) == Arranged(in: restarted) }
    }

    /// A one-time alarm that rings is used up, and must not be taken for one that somebody disabled.
    @Test func ring_goesOn_whenTheDiskTakesAnEditLate() async throws {
        let disk = StoreDouble()
        let house = try await House(store: disk, storePatience: .seconds(2))
        func alarm() async throws -> AlarmDocument? { try await house.control.perform(Endpoints.alarms).first }
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:01"))
            house.clock.advance(by: .seconds(60))
            try await house.until { try await alarm()?.phase == .ringing }
            await disk.hold()
            let asked = Task {
                var request = AlarmEditRequest(name: "up", now: true)
                request.volume = 30
                _ = try await house.control.perform(Endpoints.editAlarm, request)
            }
            await disk.waitForHeld()
            // What the household itself saves may come first, and has a patience of its own.
            let passing = Task {
                for _ in 0..<60 where !Task.isCancelled {
                    await house.clock.waitForSleeper(within: .seconds(2))
                    house.clock.advance(by: .seconds(2))
                }
            }
            let error = await #expect(throws: ControlError.self) { try await asked.value }
            passing.cancel()
            await passing.value
            #expect(error?.code == .timedOut)
            await disk.release()
            try await house.until { try await alarm()?.volume == 30 }
            #expect(try await alarm()?.phase == .ringing)
        }
    }

    @Test func status_saysWhatKeepsTheDiskFromSaving_untilItSaves() async throws {
        let disk = StoreDouble()
        let house = try await House(store: disk)
        func unsaved() async throws -> [String?] {
            try await house.control.perform(Endpoints.status, DeviceChoice(device: nil)).map(\.unsaved)
        }
        #expect(try await unsaved() == [nil])
        await disk.fail(true)
        await #expect(throws: ControlError.self) { try await Self.addAlarm("up", in: house) }
        #expect(
            try await unsaved() == [
                "Nothing can be saved. The disk is full. Alarms still ring; a restart forgets what is done now."
            ])
        await disk.fail(false)
        try await Self.addAlarm("up", in: house)
        #expect(try await unsaved() == [nil])
    }

    /// The lines of the log about the alarm.
    private func outcomes(in house: House) async throws -> [LogOutcome] {
        try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil)).map(\.outcome)
    }

    @Test func alarm_rings_whileTheDiskDoesNotAnswer() async throws {
        let disk = StoreDouble()
        let house = try await House(store: disk, storePatience: .seconds(2))
        try await house.run { () async throws -> Void in
            try await Self.addAlarm("up", in: house)
            await disk.hold()
            house.clock.advance(by: .seconds(60))
            try await house.passTime(inStepsOf: .seconds(2)) {
                try await house.until { house.commands.contains("SI01") }
            }
            await disk.release()
            try await house.passTime(inStepsOf: .seconds(5)) {
                try await house.until { try await outcomes(in: house) == [.saved, .started] }
            }
            #expect(house.commands.filter { $0 == "SI01" }.count == 1)
        }
    }
}
