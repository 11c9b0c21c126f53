// SPDX-License-Identifier: Apache-2.0

import APIConformance
import CivilTime
import Clocks
import ControlAPI
import Foundation
import Logging
import Scheduling
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// A whole household with one simulated device, `nursery`, or `bedroom` too, whose time passes only while everybody is idle.
///
/// Each `live` is one process of the daemon; the device and what is stored outlive it.
@MainActor
final class SimulatedNight {
    let clock: SimulatedClock
    let journal = SimulationJournal()
    let peripheral: SimulatedPeripheral
    let store: any NightStore
    private let zones: ZoneBook
    /// The second device, if there is one; it has a journal of its own.
    private(set) var bedroom: SimulatedPeripheral?
    private let address = MacAddress(rawValue: "DC:06:41:00:00:01")
    private let bedroomAddress = MacAddress(rawValue: "DC:06:41:00:00:02")
    private var composed: ComposedHousehold?
    private let away = AwayDevices()
    /// Where the daemon notes that it runs; nil for nowhere.
    var life: (any SignOfLife)?

    /// A night that begins at a time in UTC, on a host in UTC unless `zones` says otherwise.
    init(
        _ start: String, zones: ZoneBook = ZoneBook(database: ZoneDatabase(directory: "/nonexistent"), host: .utc),
        store: any NightStore = InMemoryNightStore()
    ) async throws {
        let start = try Self.instant(start)
        clock = SimulatedClock(ManualClock(wall: start, boot: .seconds(100_000), bootID: "first"))
        peripheral = SimulatedPeripheral(name: "Nursery", clock: clock, journal: journal)
        self.zones = zones
        self.store = store
        let device = PairedDevice(
            address: try #require(address), name: "nursery", product: .hatchRest, pairedAt: start)
        try await store.commit(.pair(device, log: []))
    }

    /// A night on a host in a zone of those kept with the tests.
    convenience init(_ start: String, zone: String) async throws {
        let database = ZoneDatabase(directory: ExplainFixture.zoneinfo)
        try await self.init(start, zones: ZoneBook(database: database, host: try database.rules(for: zone)))
    }

    /// Pairs a second device, before the daemon starts.
    func addBedroom() async throws {
        let device = PairedDevice(
            address: try #require(bedroomAddress), name: "bedroom", product: .hatchRest, pairedAt: clock.now().wall)
        try await store.commit(.pair(device, log: []))
        bedroom = SimulatedPeripheral(name: "Bedroom", clock: clock, journal: SimulationJournal())
    }

    static func instant(_ text: String) throws -> Instant {
        let iso = text.replacingOccurrences(of: " ", with: "T")
        return try #require(Instant(iso8601: iso + (iso.count == 16 ? ":00Z" : "Z")))
    }

    /// The household of the process that lives now.
    var household: RunningHousehold { get throws { try #require(composed).household } }

    /// Starts the daemon and ends it when `body` has returned.
    func live(_ body: @escaping @MainActor @Sendable () async throws -> Void) async throws {
        try await clock.run { [self] in
            var devices = [try #require(address): peripheral]
            if let bedroom { devices[try #require(bedroomAddress)] = bedroom }
            let composed = try await ComposedHousehold.open(
                .testing([
                    .store(store),
                    .transport(
                        SparseTransport(
                            base: SimulatedTransport(devices: devices, clock: clock), clock: clock, away: away)),
                    .clock(clock), .zones(zones), .signOfLife(life),
                ]))
            self.composed = composed
            defer { self.composed = nil }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for peripheral in devices.values { group.addTask { try? await peripheral.run() } }
                group.addTask { try await composed.run() }
                await clock.idle()
                try await body()
                group.cancelAll()
            }
        }
    }

    // MARK: - Time

    /// Lets time pass until a time in UTC, and for what falls due then.
    func wait(until text: String) async throws {
        let end = try Self.instant(text)
        while clock.now().wall < end { _ = try await clock.sleep(until: WakeRequest(wall: end)) }
        await clock.idle()
    }

    /// Sets the clock to a time in UTC.
    func set(_ text: String) async throws {
        clock.manual.step(to: try Self.instant(text))
        await clock.idle()
    }

    /// Lets the host sleep until a time in UTC.
    func suspend(until text: String) async throws {
        clock.manual.suspend(for: try Self.instant(text) - clock.now().wall)
        await clock.idle()
    }

    /// Lets time pass without a daemon until a time in UTC.
    func pass(until text: String) throws {
        clock.manual.advance(by: try Self.instant(text) - clock.now().wall)
    }

    /// Takes nursery out of reach, so that it is neither heard nor reached, or brings it back.
    func setAway(_ isAway: Bool) async throws {
        away.set(try #require(address), isAway)
        await peripheral.setRefusesConnections(isAway)
        if isAway { await peripheral.dropConnection() }
    }

    // MARK: - What people do and see

    func perform<Request, Reply>(_ endpoint: Endpoint<Request, Reply>, _ request: Request) async throws -> Reply {
        try await CheckedService(#require(composed).services).perform(endpoint, request)
    }

    /// Adds an alarm with the sound of birds, `up` at 07:00 every day unless told otherwise.
    func addAlarm(
        _ name: String = "up", at time: String = "07:00", days: String? = "daily", sunrise: String? = nil,
        color: String? = nil, lightAfter: String? = nil, zone: String? = nil,
        _ change: (inout AlarmRequest) -> Void = { _ in }
    ) async throws {
        var request = AlarmRequest(
            name: name, device: "nursery", at: time, days: days, sunrise: sunrise, color: color, sound: "bird",
            zone: zone)
        request.lightAfter = lightAfter
        change(&request)
        _ = try await perform(Endpoints.addAlarm, request)
    }

    /// Makes the favourites, which a touch plays, as loud and bright as can be; a new device has none on its ring.
    func saveLoudFavourite() async throws {
        for number in 1...6 {
            var favourite = FavouriteRequest(device: "nursery", number: number, color: "red", enabled: true)
            (favourite.brightness, favourite.volume, favourite.sound) = (100, 95, "rain")
            _ = try await perform(Endpoints.editFavourite, favourite)
        }
    }

    func addRoutine(_ name: String = "dusk", at time: String?, _ steps: String...) async throws {
        _ = try await perform(
            Endpoints.addRoutine,
            RoutineRequest(name: name, device: "nursery", at: time, days: nil, steps: steps, zone: nil))
    }

    func dismiss(_ name: String = "up") async throws {
        _ = try await perform(Endpoints.dismissAlarm, ScheduleSelection(name: name, device: nil))
    }

    func snooze(_ name: String = "up", for length: String? = nil) async throws {
        _ = try await perform(Endpoints.snoozeAlarm, SnoozeRequest(name: name, device: nil, length: length))
    }

    func skip(_ name: String = "up") async throws {
        _ = try await perform(Endpoints.skipAlarm, SkipRequest(name: name, device: nil))
    }

    /// Imports the setup after a change of its text.
    func edit(_ old: String, to new: String) async throws {
        let setup = try await perform(Endpoints.exportSetup, Empty()).document
        #expect(setup.contains(old), "\(setup)")
        _ = try await perform(
            Endpoints.importSetup, ImportRequest(document: setup.replacingOccurrences(of: old, with: new)))
    }

    /// The phases of the alarms that run, by name.
    var phases: [String: AlarmPhase] {
        get async throws {
            try await perform(Endpoints.alarms, DeviceChoice()).reduce(into: [:]) { $0[$1.name] = $1.phase }
        }
    }

    /// The step of the routine that runs.
    var step: Int? {
        get async throws { try await perform(Endpoints.routines, DeviceChoice()).compactMap(\.running).first?.step }
    }

    /// What happened to occurrences of a schedule, in order: the day of the month, the outcome, and the reason.
    func outcomes(_ name: String = "up") async throws -> [String] {
        try await store.entries(since: nil, device: nil, limit: 10_000).compactMap { entry in
            guard entry.name == name, let key = entry.occurrence else { return nil }
            return (["\(key.date.day)", entry.outcome.rawValue] + (entry.reason.map { [$0.rawValue] } ?? []))
                .joined(separator: " ")
        }
    }

    /// What the device shows and plays.
    var state: DeviceState { get async { await peripheral.state } }

    /// The commands that reached the device since a time in UTC.
    func commands(since text: String = "1970-01-01 00:00") throws -> [String] {
        let start = try Self.instant(text)
        return journal.entries().filter { $0.at >= start }.compactMap { entry in
            if case .command(let bytes, _) = entry.event { String(decoding: bytes, as: UTF8.self) } else { nil }
        }
    }
}
