// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

/// Everything that can go wrong, at every call that is made of bluetoothd: it ends in time with an error or without, and
/// what is done afterwards works.
@Suite(.timeLimit(.minutes(5)))
struct EveryFailureTests {
    /// Something that goes wrong at a call.
    enum Trouble: Hashable, Sendable, CustomTestStringConvertible {
        /// bluetoothd answers with an error.
        case error(name: String, text: String)
        /// It does not answer.
        case silence
        /// It ends, and starts again as another process.
        case restart
        /// Whoever waits gives up.
        case cancellation

        var testDescription: String {
            switch self {
            case .error(let name, let text): "\(name) \(text)"
            case .silence: "silence"
            case .restart: "restart"
            case .cancellation: "cancellation"
            }
        }

        /// Every row of the table of failures, and what is no answer.
        static let all: [Trouble] =
            BlueZFailure.table.flatMap { row -> [Trouble] in
                let text =
                    switch row.text {
                    case .any: ""
                    case .equal(let text), .containing(let text): text
                    }
                return (row.names.isEmpty ? ["org.bluez.Error.Unheard"] : row.names)
                    // These are made by the client itself.
                    .filter { !$0.hasPrefix("app.lull.") }
                    .map { .error(name: $0, text: text) }
            } + [.silence, .restart, .cancellation]
    }

    /// The calls of a search, a connection and its use.
    static let calls = [
        "GetManagedObjects", "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery", "Connect", "GetAll", "ReadValue",
        "WriteValue", "StartNotify", "Disconnect",
    ]

    /// No command waits for longer: two rounds of connecting, and a request.
    private static let limit = Duration.seconds(120)

    @Test(arguments: calls)
    func everythingEnds_andWorksAgain_whateverFails(call: String) async throws {
        for trouble in Trouble.all {
            let stage = try await Stage()
            await stage.daemon.setOnAir([.rest])
            let driver = Task { await Self.passTime(stage) }
            defer { driver.cancel() }
            let begun = stage.clock.now().boot
            await Self.use(stage, hitting: trouble, at: call)
            #expect(stage.clock.now().boot - begun < Self.limit, "\(trouble)")
            await stage.daemon.forgetScripts()
            var value: [UInt8]?
            let error = await failure { value = try await Self.useWhole(stage) }
            #expect(value == [7], "\(trouble): \(error.map(\.description) ?? "")")
            let device = await stage.daemon.objects[.device(.rest)]?[BlueZName.device]
            #expect(device?["Connected"]?.boolean == false, "\(trouble)")
            await stage.central.close()
        }
    }

    /// The rows of the table at a request of a connection: what it throws, and whether the connection can be used after it.
    @Test(arguments: ["ReadValue", "WriteValue", "StartNotify"])
    func request_throwsWhatTheTableSays(call: String) async throws {
        let stage = try await Stage(knows: .rest)
        for case .error(let name, let text) in Trouble.all {
            let connection = try await stage.connect()
            await stage.daemon.answer(call, .error(name, text))
            let error = await failure { try await Self.request(call, of: connection) }
            let bus = BusError(name: name, message: text)
            let expected: GATTError? =
                switch name {
                // bluetoothd still has the subscription of an earlier connection.
                case "org.bluez.Error.InProgress" where call == "StartNotify": nil
                case "org.freedesktop.DBus.Error.UnknownObject": .disconnection
                default: GATTError(bus, of: .rest)
                }
            #expect(error == expected, "\(name) \(text)")
            await connection.disconnect()
        }
    }

    /// The rows of the table at the start of a search that fails for good: what a connection and a scan throw.
    @Test
    func search_throwsWhatTheTableSays() async throws {
        for case .error(let name, let text) in Trouble.all {
            let stage = try await Stage()
            let driver = Task { await Self.passTime(stage) }
            defer { driver.cancel() }
            let answer = ScriptedBluetoothd.Answer.error(name, text)
            for _ in 0...DiscoveryMachine.pauses.count { await stage.daemon.answer("StartDiscovery", answer) }
            let error = await failure { _ = try await stage.central.advertisements(.attentive) }
            #expect(error == GATTError(ofSearch: BusError(name: name, message: text)), "\(name) \(text)")
            await stage.central.close()
        }
    }

    private static func request(_ call: String, of connection: any PeripheralConnection) async throws {
        switch call {
        case "ReadValue": _ = try await connection.read(ScriptedBluetoothd.read)
        case "WriteValue": try await connection.write([1], to: ScriptedBluetoothd.written, acknowledged: true)
        default: _ = try await connection.notifications(of: ScriptedBluetoothd.notified)
        }
    }

    /// Lets time pass while the bus has nothing to do.
    private static func passTime(_ stage: Stage) async {
        while !Task.isCancelled {
            await stage.clock.waitForSleeper(within: .seconds(60))
            for _ in 0..<3 { await stage.daemon.reachBus() }
            stage.clock.advance(by: .milliseconds(500))
        }
    }

    /// Searches, connects and uses the connection, while one call of a kind meets trouble.
    private static func use(_ stage: Stage, hitting trouble: Trouble, at call: String) async {
        switch trouble {
        case .error(let name, let text): await stage.daemon.answer(call, .error(name, text))
        case .silence, .restart, .cancellation: await stage.daemon.answer(call, .held)
        }
        let use = Task { try await useWhole(stage) }
        if trouble == .restart || trouble == .cancellation, (try? await stage.daemon.call(call)) != nil {
            if trouble == .cancellation {
                use.cancel()
            } else {
                await stage.daemon.vanish()
                try? await stage.daemon.appear()
            }
        }
        _ = await use.result
    }

    private static func useWhole(_ stage: Stage) async throws -> [UInt8] {
        let connection = try await stage.central.connect(to: .rest)
        do {
            let stream = try await connection.notifications(of: ScriptedBluetoothd.notified)
            try await connection.write([1], to: ScriptedBluetoothd.written, acknowledged: true)
            let value = try await connection.read(ScriptedBluetoothd.read)
            await connection.disconnect()
            for await _ in stream {}
            return value
        } catch {
            await connection.disconnect()
            throw error
        }
    }
}
