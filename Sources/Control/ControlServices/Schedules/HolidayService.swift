// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel

/// Calendars of holidays, which schedules name.
@MainActor
struct HolidayService: HolidayControl {
    let finder: DeviceFinder
    let household: HouseholdHolidays
    let zones: ZoneBook
    let clock: any NightClock
    let queue: SerialQueue

    /// The most calendars there can be.
    static let most = 100
    /// How many of the entries that were left out are told one by one.
    private static let told = 100

    func holidays() async throws(ControlError) -> [HolidaysDocument] {
        try await answering {
            let book = try await household.book()
            let schedules = try await schedules()
            var missing: [String] = []
            for name in schedules.flatMap({ $0.schedule.recurrence?.holidays.names ?? [] }) where book[name] == nil {
                if !missing.contains(where: { HolidayBook.isSame($0, name) }) { missing.append(name) }
            }
            return (book.calendars.map(\.name) + missing.sorted()).map { document($0, book, schedules) }
        }
    }

    func importHolidays(_ request: HolidaysImportRequest) async throws(ControlError) -> HolidaysImportDocument {
        try await arranging(in: queue) {
            var request = request
            request.name = request.name.composed
            try Self.require(name: request.name)
            let (calendar, leftOut) = try await Self.read(request)
            let before = try await household.book()
            let isReplaced = before[request.name] != nil
            guard isReplaced || before.calendars.count < Self.most else {
                throw ControlError(
                    .alreadyExists, "There are \(Self.most) calendars of holidays already.",
                    advice: "Remove one that you do not need: `lull holidays remove NAME`.")
            }
            if !isReplaced { try KnownNames(before.calendars).require(request.name) }
            let detail =
                "\(calendar.holidays.count) of \(calendar.holidays.count + leftOut.count) events"
            try await household.keep(calendar, log: entry(.imported, calendar.name, detail))
            return HolidaysImportDocument(
                calendar: document(calendar.name, try await household.book(), try await schedules()),
                replaced: isReplaced,
                leftOut: Array(leftOut.prefix(Self.told)), leftOutCount: leftOut.count)
        }
    }

    func removeHolidays(_ request: HolidaysSelection) async throws(ControlError) -> HolidaysDocument {
        try await arranging(in: queue) {
            let book = try await household.book()
            guard let calendar = book[request.name] else { throw ControlError(noHolidays: request.name, in: book) }
            let document = document(calendar.name, book, try await schedules())
            guard document.usedBy.isEmpty else {
                let users = document.usedBy.prefix(5).map { "the \($0.kind) “\($0.name)” of \($0.device)" }
                let more = document.usedBy.count > users.count ? " and \(document.usedBy.count - users.count) more" : ""
                throw ControlError(
                    .holidaysInUse,
                    "“\(calendar.name)” is still named by \(users.joined(separator: ", "))\(more).",
                    advice: "Edit them with `--not-on off` or `--only-on off` first.")
            }
            try await household.remove(calendar.name, log: entry(.removed, calendar.name, nil))
            return document
        }
    }

    // MARK: -

    /// Reads a calendar, which may take a while.
    @concurrent
    private nonisolated static func read(
        _ request: HolidaysImportRequest
    ) async throws -> (calendar: HolidayCalendar, leftOut: [ICalendarFile.LeftOut]) {
        do {
            let file = try ICalendarFile(request.calendar)
            return (try HolidayCalendar(name: request.name, of: file), file.leftOut)
        } catch {
            throw ControlError(error)
        }
    }

    /// Throws for a name that options could not name.
    nonisolated static func require(name: String) throws(ControlError) {
        guard RequestRange.name.contains(name.unicodeScalars.count), name.unicodeScalars.allSatisfy(\.isPrintable),
            !name.contains(","), !name.hasPrefix(" "), !name.hasSuffix(" "), name.lowercased() != "off"
        else {
            throw ControlError(
                .invalidArgument, "“\(name.printable)” cannot be the name of holidays.",
                advice:
                    "Give one word such as school: at most \(RequestRange.name.upperBound) characters, no comma, "
                    + "and not off.")
        }
    }

    private func document(
        _ name: String, _ book: HolidayBook, _ schedules: [(target: DeviceFinder.Target, schedule: Schedule)]
    ) -> HolidaysDocument {
        let users = schedules.filter { $0.schedule.recurrence?.names(calendar: name) ?? false }.map {
            HolidaysDocument.User(
                kind: $0.schedule.kind, schedule: $0.schedule.id, name: $0.schedule.name, device: $0.target.device.name,
                next: $0.target.controller.next(of: $0.schedule)?.planned)
        }
        let today = zones.rules(of: nil).civil(at: clock.now().wall).date
        return HolidaysDocument(name: name, calendar: book[name], today: today, usedBy: users)
    }

    private func schedules() async throws -> [(target: DeviceFinder.Target, schedule: Schedule)] {
        var schedules: [(target: DeviceFinder.Target, schedule: Schedule)] = []
        for kind in ScheduleKind.allCases { schedules += try await finder.schedules(of: kind, on: nil) }
        return schedules
    }

    private func entry(_ outcome: LogOutcome, _ name: String, _ detail: String?) -> LogEntry {
        LogEntry(
            at: clock.now().wall, kind: .control, name: "holidays \(name)", detail: detail, outcome: outcome,
            actor: .person)
    }
}
