// SPDX-License-Identifier: Apache-2.0

import Clocks
import Scheduling
public import SleepModel
import Storage

/// The calendars of holidays of the household: kept in the store, and followed by every device.
@MainActor
public final class HouseholdHolidays {
    private let store: any NightStore
    private let devices: any DeviceControllers
    private let clock: any NightClock
    /// The calendars as they were read or kept last; nil until somebody asks.
    private var known: HolidayBook?

    init(store: any NightStore, devices: any DeviceControllers, clock: any NightClock) {
        self.store = store
        self.devices = devices
        self.clock = clock
    }

    /// The calendars there are now; throws what the store threw.
    public func book() async throws -> HolidayBook {
        if let known { return known }
        let read = HolidayBook(try await store.holidays())
        known = known ?? read
        return known ?? read
    }

    /// Makes a calendar durable with a line of the log, in place of the one with its name; throws what the store threw.
    ///
    /// Schedules that name it have other dates from now on; what runs goes on.
    public func keep(_ calendar: HolidayCalendar, log entry: LogEntry) async throws {
        var book = try await book()
        book.set(calendar)
        try await change(to: book, by: .holidays(calendar, log: [entry]))
    }

    /// Removes a calendar with a line of the log; throws what the store threw.
    public func remove(_ name: String, log entry: LogEntry) async throws {
        var book = try await book()
        book.remove(name)
        try await change(to: book, by: .removeHolidays(name, log: [entry]))
    }

    /// Notes calendars that are on disk already, and that every device follows already.
    public func adopt(_ book: HolidayBook) {
        known = book
    }

    /// Lets every device go by the calendars that are on disk.
    func follow() async throws {
        let book = HolidayBook(try await store.holidays())
        known = book
        for device in devices.all { await device.observe(book) }
    }

    private func change(to book: HolidayBook, by change: StoreChange) async throws {
        let sample = clock.now()
        let resettled = devices.all.flatMap { $0.resettled(by: book, at: sample) }
        // One transaction, or a restart in between would find dates behind it that nobody was to meet.
        _ = try await store.commit([change] + resettled.map { .save($0, log: []) })
        known = book
        for device in devices.all { await device.observe(book) }
    }
}
