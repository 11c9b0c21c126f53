// SPDX-License-Identifier: Apache-2.0

import Captures
import CivilTime
import Clocks
import DeviceModules
import GATT
import HatchRest
import Logging
import SimulatedDevice
import SleepModel
import Testing

/// The device modules and a simulated Rest with a recording transport between them, on a clock that stands still: every
/// request takes the same time, and what the device reports is taken when the scenario says so, so that the same
/// scenario always makes the same bytes.
struct CapturedHousehold {
    static let policy = ConnectionPolicy(hold: .seconds(3600))

    let clock = ManualClock(wall: Instant(secondsSince1970: 0x6A13_5F70), boot: .seconds(1000))
    let peripheral: SimulatedPeripheral
    let transport: RecordingTransport
    let emitter: DeviceStateEmitter
    let connection: DeviceConnection
    let sender: IoTActionSender
    private let pace: PacedTransport

    init() {
        let address = MadeCapture.device
        peripheral = SimulatedPeripheral(name: "Nursery", clock: clock, journal: SimulationJournal())
        pace = PacedTransport(SimulatedTransport(devices: [address: peripheral], clock: clock), clock: clock)
        transport = RecordingTransport(pace, at: RecordingDesk(clock: clock))
        let factory = DeviceConnectionStateFactory(
            transport: transport, clock: clock, policy: Self.policy,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, jitter: { 0 })
        emitter = factory.makeEmitter(clock: clock)
        connection = factory.makeConnection(address: address, codec: HatchRestCodec(), emitter: emitter)
        sender = factory.makeActionSender(
            connection: connection, address: address, codec: HatchRestCodec(), emitter: emitter)
    }

    /// Lets the modules live while `scenario` goes on, and returns the capture of it.
    func record(_ scenario: @Sendable (CapturedHousehold) async throws -> Void) async throws -> [UInt8] {
        try startRecording()
        try await live(scenario)
        return try stopRecording()
    }

    /// Lets the modules live while `scenario` goes on.
    func live(_ scenario: @Sendable (CapturedHousehold) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await connection.run() }
            defer { group.cancelAll() }
            try await scenario(self)
        }
    }

    /// Records the device from now on.
    func startRecording() throws {
        try transport.desk.startRecording(of: MadeCapture.device, limit: 1 << 20)
    }

    /// The capture of the device, which has to be all there is.
    func stopRecording() throws -> [UInt8] {
        let recording = try #require(transport.desk.stopRecording(of: MadeCapture.device))
        #expect(!recording.isTruncated)
        return recording.bytes
    }

    /// Hears the device `count` times, once a second.
    func hear(_ count: Int) async throws {
        let advertisements = try await transport.advertisements(.attentive)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var heard = 0
                for await advertisement in advertisements {
                    await connection.observe(advertisement)
                    heard += 1
                    guard heard < count else { return }
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    await clock.waitForSleeper(within: .seconds(1))
                    if !Task.isCancelled { clock.advance(by: .seconds(1)) }
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Takes what the device reported by itself, which has to be `count` reports.
    func takeReports(_ count: Int) async {
        for _ in 0..<count { await pace.takeReport() }
    }

    /// Sends one command as it is.
    func send(_ text: String) async throws -> [[UInt8]] {
        try await sender.send(Array(text.utf8))
    }
}
