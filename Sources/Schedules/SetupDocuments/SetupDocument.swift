// SPDX-License-Identifier: Apache-2.0

public import SleepModel
public import Storage

/// Everything that a person set up, as one YAML document: devices with their schedules, overrides and pauses.
///
/// Calendars of holidays and groups stand before the devices. The ledger and the log are not part of it: from elsewhere, they would claim what this host never did.
///
/// A document is a tree of keys and values in block style. Schedules are listed with their device or with their group, and
/// overrides with their schedule, so anything without a paired device is left out. Times read `07:00`, days `[mon, tue]` or `daily`,
/// durations `30m`, levels `40%`, or `103/255` where no whole percent is exact. A schedule without an `id` gets a fresh
/// one, and one without `valid-from` and `settled-through` holds from now on. Reading and writing are exact: a written
/// setup is read as the same setup, and written again as the same text. There are two exceptions: plans with durations
/// below zero or above 30 days are refused, and a byte order mark at the beginning of a text is lost.
public struct SetupDocument: Hashable, Sendable {
    /// The version of the format that is written; no other is read.
    public static let version = 1

    /// The paired devices, in the order they were paired.
    public var devices: [PairedDevice]
    /// The schedules, in the order they were added.
    public var schedules: [Schedule]
    /// What is different on single dates.
    public var overrides: [OccurrenceOverride]
    /// The settings.
    public var settings: NightSettings
    /// The calendars of holidays, by name.
    public var holidays: HolidayBook
    /// The groups of devices, by name.
    public var groups: GroupBook

    /// Makes a document.
    public init(
        devices: [PairedDevice] = [], schedules: [Schedule] = [], overrides: [OccurrenceOverride] = [],
        settings: NightSettings = NightSettings(), holidays: HolidayBook = HolidayBook(),
        groups: GroupBook = GroupBook()
    ) {
        self.devices = devices
        self.schedules = schedules
        self.overrides = overrides
        self.settings = settings
        self.holidays = holidays
        self.groups = groups
    }

    /// Reads what a store holds now.
    public init(of store: any NightStore) async throws(StorageError) {
        self.init(
            devices: try await store.devices(), schedules: try await store.schedules(),
            overrides: try await store.overrides(), settings: try await store.settings(),
            holidays: HolidayBook(try await store.holidays()), groups: GroupBook(try await store.groups()))
    }
}
