// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Composition
import ControlAPI
import DeviceModules
import Foundation
import GATT
import Household
import Logging
import Scheduling
import SimulatedDevice
import SleepModel
import Storage
import SystemClock

/// A household with many simulated devices in one process, which lives in real time and stores in a file.
@MainActor
final class FigureHouse {
    let count: Int
    private let clock: HostClock
    private let folder: String
    private let journals: [SimulationJournal]
    private let peripherals: [SimulatedPeripheral]
    private let composed: ComposedHousehold
    private var dues: [Instant] = []
    private var life: Task<Void, any Error>?

    init(devices count: Int, clock: HostClock) async throws {
        self.count = count
        self.clock = clock
        folder = FileManager.default.temporaryDirectory.path + "/lull-figures-\(getpid())"
        let journals = (0..<count).map { _ in SimulationJournal() }
        self.journals = journals
        peripherals = (0..<count).map { SimulatedPeripheral(name: "Rest \($0)", clock: clock, journal: journals[$0]) }
        let logger = Logger(label: "figures") { _ in SwiftLogNoOpLogHandler() }
        let store = try await StateDirectory(folder).openStore(logger: logger)
        var reachable: [MacAddress: any PeripheralDevice] = [:]
        for (number, peripheral) in peripherals.enumerated() {
            let hex = String(number, radix: 16, uppercase: true)
            let digits = String(repeating: "0", count: 4 - hex.count) + hex
            guard let address = MacAddress(rawValue: "DC:06:41:00:\(digits.prefix(2)):\(digits.suffix(2))") else {
                continue
            }
            reachable[address] = peripheral
            let device = PairedDevice(
                address: address, name: "rest \(number)", product: .hatchRest, pairedAt: clock.now().wall)
            _ = try await store.commit([.pair(device, log: [])])
        }
        composed = try await ComposedHousehold.open(
            HouseholdContext.host(
                store: store, transport: SimulatedTransport(devices: reachable, clock: clock), acceleration: nil,
                isDaemon: true, logger: logger))
    }

    var now: Instant { clock.now().wall }

    var nextSecond: Instant { Instant(secondsSince1970: now.secondsSince1970 + 1) }

    /// Adds an alarm for each device, the first at `first`, spread over so many seconds.
    func addAlarms(from first: Instant, over seconds: Int, sunrise: Duration) async throws {
        for number in 0..<count {
            let due = first + .seconds(number % seconds)
            dues.append(due)
            _ = try await composed.services.perform(
                Endpoints.addAlarm,
                AlarmRequest(
                    name: "up", device: "rest \(number)", at: "\(ZoneRules.utc.civil(at: due).time)", days: "daily",
                    sunrise: sunrise == .zero ? nil : "\(sunrise.components.seconds)s", zone: "UTC"))
        }
    }

    /// Lives until then; the household goes on meanwhile.
    func run(until end: Instant) async throws {
        if life == nil {
            life = Task { [composed, peripherals] in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for peripheral in peripherals { group.addTask { try await peripheral.run() } }
                    group.addTask { try await composed.run() }
                    try await group.waitForAll()
                }
            }
        }
        while now < end { try await clock.sleep(for: end - now) }
    }

    /// What `measure` makes of the due time of each device's alarm and the time of each command at it, by device.
    func lateness(_ measure: (_ due: Instant, _ command: Instant) -> Duration?) -> [[Duration]] {
        zip(dues, journals).map { due, journal in
            journal.entries().compactMap { entry in
                guard case .command = entry.event else { return nil }
                return measure(due, entry.at)
            }
        }
    }

    func close() async {
        life?.cancel()
        _ = await life?.result
        await composed.close()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
