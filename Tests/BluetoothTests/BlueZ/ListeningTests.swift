// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct ListeningTests {
    /// Runs `body` as soon as bluetoothd looks for devices, and returns what a listener hears first.
    private static func hears(
        _ stage: Stage, _ body: @escaping @Sendable () async throws -> Void
    ) async throws
        -> Advertisement?
    {
        let stream = try await stage.central.advertisements(.attentive)
        async let first = stream.first { _ in true }
        try await stage.daemon.call("StartDiscovery")
        try await body()
        return await first
    }

    @Test
    func advertisements_areThoseOfTheCompany() async throws {
        let stage = try await Stage(knows: .other)
        let heard = try await Self.hears(stage) {
            await stage.daemon.hear(.address(3), of: 0x004C)
            await stage.daemon.set(.device(.other), BlueZName.device, ["Name": .string("x")])
            await stage.daemon.hear(.rest, [5])
        }
        #expect(
            heard
                == Advertisement(
                    address: .rest, localName: "Hatch Rest", manufacturerData: [ScriptedBluetoothd.company: [5]],
                    rssi: -60))
    }

    @Test
    func advertisement_isHeard_whenOnlyTheStrengthIsReported() async throws {
        let stage = try await Stage(knows: .rest)
        let heard = try await Self.hears(stage) {
            await stage.daemon.set(.device(.rest), BlueZName.device, ["RSSI": .int16(-70)])
        }
        #expect(heard?.rssi == -70)
    }

    @Test
    func advertisements_keepTheNewest64() async throws {
        let stage = try await Stage(knows: .other)
        var stream = try await stage.central.advertisements(.attentive).makeAsyncIterator()
        let first = Task {
            try await stage.daemon.call("StartDiscovery")
            await stage.daemon.hear(.rest, [0])
        }
        #expect(await stream.next() != nil)
        try await first.value
        for number in 1...100 { await stage.daemon.hear(.rest, [UInt8(number)]) }
        // When this is answered, all of them have come in.
        _ = try await stage.central.connect(to: .other)
        var heard: [UInt8] = []
        while heard.last != 100, let bytes = await stream.next()?.manufacturerData[ScriptedBluetoothd.company] {
            heard += bytes
        }
        #expect(heard == Array(37...100))
    }

    @Test
    func occasionalListening_pauses_byTheClock() async throws {
        let stage = try await Stage()
        let stream = try await stage.central.advertisements(.occasional)
        let (heard, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task { for await _ in stream { continuation.yield() } }
        var iterator = heard.makeAsyncIterator()
        for round in 1...3 {
            try await stage.daemon.call("StartDiscovery", count: round)
            // What is heard comes after bluetoothd's answer.
            await stage.daemon.hear(.rest)
            await iterator.next()
            await stage.pass(.seconds(6))
            try await stage.daemon.call("StopDiscovery", count: round)
            await stage.pass(.seconds(54))
        }
        task.cancel()
    }

    @Test
    func occasionalListening_beginsAnew_whenBluetoothdReturnsDuringAPause() async throws {
        let stage = try await Stage()
        let stream = try await stage.central.advertisements(.occasional)
        let task = Task { for await _ in stream {} }
        try await stage.daemon.call("StartDiscovery")
        await stage.pass(.seconds(6))
        try await stage.daemon.call("StopDiscovery")
        await stage.clock.waitForSleeper(within: .seconds(54))
        await stage.daemon.vanish()
        try await stage.daemon.appear()
        try await stage.daemon.call("StartDiscovery", count: 2)
        task.cancel()
    }

    @Test
    func occasionalListening_waits_forAnAdapter() async throws {
        let stage = try await Stage()
        await stage.daemon.remove(.hci0)
        let stream = try await stage.central.advertisements(.occasional)
        let task = Task { for await _ in stream {} }
        await stage.daemon.add(.hci0, ScriptedBluetoothd.adapter("00:AA:01:00:00:00"))
        try await stage.daemon.call("StartDiscovery")
        task.cancel()
    }

    /// What keeps an adapter away, how it comes back, and what is said meanwhile.
    struct Absence: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var begin: @Sendable (ScriptedBluetoothd) async throws -> Void
        var end: @Sendable (ScriptedBluetoothd) async throws -> Void
        var message: String
    }

    private static let absences = [
        Absence(
            testDescription: "adapter gone", begin: { await $0.remove(.hci0) },
            end: { await $0.add(.hci0, ScriptedBluetoothd.adapter("00:AA:01:00:00:00")) },
            message: "There is no Bluetooth adapter."),
        Absence(
            testDescription: "adapter off",
            begin: { await $0.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)]) },
            end: { await $0.set(.hci0, BlueZName.adapter, ["Powered": .boolean(true)]) },
            message: "The Bluetooth adapter hci0 is switched off."),
        Absence(
            testDescription: "no bluetoothd", begin: { await $0.vanish() }, end: { try await $0.appear() },
            message: "The Bluetooth service (bluetoothd) is not running."),
    ]

    @Test(arguments: absences)
    func listening_saysWhatItWaitsFor_andThatItListensAgain(absence: Absence) async throws {
        let stage = try await Stage()
        try await absence.begin(stage.daemon)
        let events = try await stage.central.listen()
        let (said, continuation) = AsyncStream.makeStream(of: ListeningEvent.self)
        let task = Task { for await event in events { continuation.yield(event) } }
        var iterator = said.makeAsyncIterator()
        await stage.pass(BlueZClient.adapterPatience)
        let error = try #require(await iterator.next()?.reason)
        #expect(error.message == absence.message)
        #expect(error.advice != nil)
        try await absence.end(stage.daemon)
        #expect(await iterator.next() == .listens)
        task.cancel()
    }

    @Test(arguments: absences)
    func listening_saysThatItWaits_whenTheAdapterIsLostMeanwhile(absence: Absence) async throws {
        let stage = try await Stage()
        let events = try await stage.central.listen()
        let (said, continuation) = AsyncStream.makeStream(of: ListeningEvent.self)
        let task = Task { for await event in events { continuation.yield(event) } }
        var iterator = said.makeAsyncIterator()
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.hear(.rest)
        _ = try #require(await iterator.next())
        try await absence.begin(stage.daemon)
        await stage.passExactly(BlueZClient.adapterPatience)
        let error = try #require(await iterator.next()?.reason)
        #expect(error.message == absence.message)
        try await absence.end(stage.daemon)
        #expect(await iterator.next() == .listens)
        task.cancel()
    }

    @Test
    func listening_saysWhatIsMissingNow_whenThatChanges() async throws {
        let stage = try await Stage()
        await stage.daemon.vanish()
        let events = try await stage.central.listen()
        let (said, continuation) = AsyncStream.makeStream(of: String.self)
        let task = Task {
            for await event in events { if case .waits(let error) = event { continuation.yield(error.message) } }
        }
        var iterator = said.makeAsyncIterator()
        await stage.pass(BlueZClient.adapterPatience)
        #expect(await iterator.next() == "The Bluetooth service (bluetoothd) is not running.")
        await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
        try await stage.daemon.appear()
        await stage.pass(BlueZClient.adapterPatience)
        #expect(await iterator.next() == "The Bluetooth adapter hci0 is switched off.")
        task.cancel()
    }

    @Test(arguments: [ScanEffort.attentive, .occasional])
    func stream_ends_whenTheBusIsLost(effort: ScanEffort) async throws {
        let stage = try await Stage()
        let stream = try await stage.central.advertisements(effort)
        async let end: Void = { for await _ in stream {} }()
        try await stage.daemon.call("StartDiscovery")
        await stage.bus.kill()
        await end
    }

    @Test(arguments: [ScanEffort.attentive, .occasional])
    func stream_ends_whenTheTransportIsClosed(effort: ScanEffort) async throws {
        let stage = try await Stage()
        let stream = try await stage.central.advertisements(effort)
        async let end: Void = { for await _ in stream {} }()
        try await stage.daemon.call("StartDiscovery")
        await stage.central.close()
        await end
        let error = await failure { _ = try await stage.central.advertisements(effort) }
        #expect(error == .closed)
    }
}

extension ListeningEvent {
    /// Why it waits; nil for anything else.
    fileprivate var reason: GATTError? { if case .waits(let error) = self { error } else { nil } }
}
