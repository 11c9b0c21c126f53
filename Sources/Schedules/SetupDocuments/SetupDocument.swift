// SPDX-License-Identifier: Apache-2.0

public import SleepModel
public import Storage

/// Everything that a person set up, as one YAML document: devices with their schedules, what is different on single
/// dates, and pauses.
///
/// What happened is not part of it: a ledger or a log that came from elsewhere would claim what this host never did.
///
/// A document is a tree of keys and values in block style. Schedules stand with their device and overrides with their
/// schedule, so what belongs to no paired device is left out. Times read `07:00`, days `[mon, tue]` or `daily`,
/// durations `30m`, levels `40%`, or `103/255` where no whole percent is exact. A schedule without an `id` gets a fresh
/// one, and one without `valid-from` and `settled-through` holds from now on. Reading and writing are exact: what was
/// written reads as the same setup, and that is written as the same text. Only plans with durations below zero or of
/// more than 30 days are not read, and a byte order mark that begins a text is lost.
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

    /// Makes a document.
    public init(
        devices: [PairedDevice] = [], schedules: [Schedule] = [], overrides: [OccurrenceOverride] = [],
        settings: NightSettings = NightSettings()
    ) {
        self.devices = devices
        self.schedules = schedules
        self.overrides = overrides
        self.settings = settings
    }

    /// Reads what a store holds now.
    public init(of store: any NightStore) async throws(StorageError) {
        self.init(
            devices: try await store.devices(), schedules: try await store.schedules(),
            overrides: try await store.overrides(), settings: try await store.settings())
    }
}
