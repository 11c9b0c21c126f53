// SPDX-License-Identifier: Apache-2.0

import APIConformance
import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import GATT
import Logging
import Scheduling
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// A night with one simulated device in the same process, on a clock that a test moves.
///
/// While it runs, time passes only when everybody in the house waits for something.
@MainActor
struct House {
    static let noon = Instant(secondsSince1970: 1_800_014_400)

    let clock: ManualClock
    private let simulation: SimulatedClock
    let journal: SimulationJournal
    let peripheral: SimulatedPeripheral
    let store: any NightStore
    let composed: ComposedHousehold
    /// What clients ask; each reply is held against the document of the API.
    let control: any ControlService
    let address: MacAddress

    /// Opens a house in which the device is paired as `nursery`, unless `isPaired` is false; the device is that of the
    /// house `before`, if there is one.
    init(
        state: DeviceState = SimulatedRest.initialState, isPaired: Bool = true, isDirect: Bool = false,
        store: any NightStore = InMemoryNightStore(), storePatience: Duration? = nil,
        clock: ManualClock = ManualClock(wall: noon), radioClock: ManualClock? = nil,
        zones: ZoneBook = ZoneBook(database: ZoneDatabase(directory: "/nonexistent"), host: .utc),
        zonePoll: Duration? = nil, doubtsClock: Bool = true, noticeCommand: (any NoticeCommand)? = nil,
        after before: House? = nil,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) async throws {
        self.clock = clock
        simulation = SimulatedClock(clock, pace: .still)
        address = try #require(MacAddress(rawValue: "DC:06:41:00:00:01"))
        self.store = store
        journal = before?.journal ?? SimulationJournal()
        peripheral =
            before?.peripheral ?? SimulatedPeripheral(name: "Nursery", state: state, clock: clock, journal: journal)
        if isPaired {
            let device = PairedDevice(address: address, name: "nursery", product: .hatchRest, pairedAt: Self.noon)
            try await store.commit(.pair(device, log: []))
        }
        composed = try await ComposedHousehold.open(
            .testing([
                .store(store), .storePatience(storePatience),
                .transport(SimulatedTransport(devices: [address: peripheral], clock: clock)), .clock(clock),
                .radioClock(radioClock ?? clock), .zones(zones), .zonePoll(zonePoll), .doubtsClock(doubtsClock),
                // Time passes in leaps here, and must make nothing late and release no link.
                .policy(
                    ConnectionPolicy(
                        connectDeadline: .seconds(86_400), exchangeDeadline: .seconds(86_400), hold: .seconds(86_400))),
                .noticeCommand(noticeCommand), .logger(logger),
            ]),
            isDirect: isDirect)
        control = CheckedService(composed.services)
    }

    /// The house with a daemon that was started anew.
    func restarted() async throws -> House {
        try await House(isPaired: false, store: store, clock: clock, after: self)
    }

    var night: RunningHousehold { composed.household }

    var controller: DeviceController? { night.devices.controller(at: address) }

    /// Lets the night run while `visit` does.
    func run<Value: Sendable>(
        while visit: @escaping @MainActor @Sendable () async throws -> Value
    ) async throws -> Value {
        try await simulation.run { [composed] in
            try await withThrowingTaskGroup(of: Value?.self) { group in
                group.addTask {
                    try await composed.run()
                    return nil
                }
                group.addTask { try await visit() }
                defer { group.cancelAll() }
                while let ended = try await group.next() {
                    if let value = ended { return value }
                }
                throw CancellationError()
            }
        }
    }

    /// Lets time pass, a short sleep after the other, until `work` is done.
    func passTime<Value: Sendable>(
        inStepsOf step: Duration = .milliseconds(350),
        during work: @escaping @MainActor @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                await passTime(inStepsOf: step)
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next(), let value else { throw CancellationError() }
            return value
        }
    }

    /// Sets the house up while the clock stands still, and lets time pass for it and its device while `body` does.
    func live(
        setUp: @escaping @MainActor @Sendable () async throws -> Void = {},
        _ body: @escaping @MainActor @Sendable () async throws -> Void
    ) async throws {
        try await run {
            try await setUp()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [peripheral] in try? await peripheral.run() }
                try await passTime(inStepsOf: .seconds(1), during: body)
                group.cancelAll()
            }
        }
    }

    /// Waits until so much time has passed.
    func wait(_ duration: Duration) async throws {
        let end = clock.now().boot + duration
        try await until { clock.now().boot >= end }
    }

    /// Lets time pass in short steps until so many commands have reached the device; no step lets more than one of a
    /// blink through.
    func passTime(untilCommands count: Int) async throws {
        try await passTime { try await until { commands.count >= count } }
    }

    /// Lets time pass to the next moment that somebody sleeps for, if it is within `step`, until cancelled.
    func passTime(inStepsOf step: Duration = .milliseconds(350)) async {
        while !Task.isCancelled {
            await simulation.idle()
            // Whoever waited for the same has found out what he waited for, and may have ended this.
            await simulation.idle()
            guard !Task.isCancelled else { return }
            if let delay = clock.delayUntilDeadline, delay <= step { clock.advance(by: step) }
        }
    }

    /// Waits until the household has looked at the clock as it is now.
    func untilLooked() async throws {
        night.signal.raise()
        night.lookAgain()
        try await until { night.timekeeper.lastLook.wall == clock.now().wall }
    }

    /// Waits, without time passing, until `condition` holds.
    func until(_ condition: @MainActor () async throws -> Bool) async throws {
        while try await !condition() {
            try Task.checkCancellation()
            await simulation.idle()
            await Task.yield()
        }
    }

    /// The commands that reached the device, but for the questions for its programs, which come in passing.
    var commands: [String] { allCommands.filter { !$0.hasPrefix("EGB") } }

    /// The commands that reached the device.
    var allCommands: [String] {
        journal.entries().compactMap { entry in
            if case .command(let bytes, _) = entry.event { String(decoding: bytes, as: UTF8.self) } else { nil }
        }
    }
}

extension House {
    /// A house with other paired devices beside `nursery`, which cannot be reached; their addresses end in 2 and more.
    static func with(_ names: String..., in store: any NightStore = InMemoryNightStore()) async throws -> House {
        for (number, name) in zip(2..., names) {
            let address = try #require(MacAddress(rawValue: "DC:06:41:00:00:0\(number)"))
            try await store.commit(
                .pair(PairedDevice(address: address, name: name, product: .hatchRest, pairedAt: House.noon), log: []))
        }
        return try await House(store: store)
    }
}
