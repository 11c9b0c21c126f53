// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

/// An adapter that may have no room for another link: bluetoothd 5.66 says of that only that the attempt was aborted.
@Suite(.timeLimit(.minutes(1)))
struct FullAdapterTests {
    private static let abort = ScriptedBluetoothd.Answer.error("org.bluez.Error.Failed", "le-connection-abort-by-local")
    /// No less than the pauses before the second and the third attempt, with what chance may add.
    private static let pauses: [Duration] = [.milliseconds(300), .milliseconds(1200)]

    /// A stage with that many links of this process, all idle.
    private static func stage(links count: UInt8) async throws -> Stage {
        let stage = try await Stage(knows: .rest)
        for number in 2..<2 + count {
            await stage.daemon.add(
                .device(.address(number)), ScriptedBluetoothd.device(.address(number)))
            _ = try await stage.central.connect(to: .address(number))
            stage.clock.advance(by: .seconds(1))
        }
        stage.clock.advance(by: ConnectionRoom.idleTime)
        await stage.daemon.forgetCalls()
        return stage
    }

    /// What was connected and disconnected, by the last byte of the address.
    private static func calls(_ stage: Stage) async -> [String] {
        await stage.daemon.calls.filter { ["Connect", "Disconnect"].contains($0.member) }
            .map { "\($0.member) \($0.path.text.suffix(2))" }
    }

    @Test func abort_endsTheIdlestConnection_whereSeveralAreOpen() async throws {
        let stage = try await Self.stage(links: 3)
        await stage.daemon.answer("Connect", Self.abort)
        async let connection = stage.connect()
        await stage.pass(Self.pauses[0])
        #expect(try await connection.read(ScriptedBluetoothd.read) == [7])
        #expect(await Self.calls(stage) == ["Connect 01", "Disconnect 02", "Disconnect 01", "Connect 01"])
    }

    @Test func abort_endsOneConnection_howeverOftenItComes() async throws {
        let stage = try await Self.stage(links: 4)
        await stage.daemon.answer("Connect", Self.abort, Self.abort)
        async let connection = stage.connect()
        for pause in Self.pauses { await stage.pass(pause) }
        _ = try await connection
        #expect(
            await Self.calls(stage)
                == ["Connect 01", "Disconnect 02", "Disconnect 01", "Connect 01", "Disconnect 01", "Connect 01"])
    }

    @Test func abort_endsNoConnection_whereFewAreOpen() async throws {
        let stage = try await Self.stage(links: 2)
        await stage.daemon.answer("Connect", Self.abort)
        async let connection = stage.connect()
        await stage.pass(Self.pauses[0])
        _ = try await connection
        #expect(await Self.calls(stage) == ["Connect 01", "Disconnect 01", "Connect 01"])
    }

    @Test func abort_saysWhoHoldsTheConnections_whichOthersHave() async throws {
        let stage = try await Stage(knows: .rest, .address(3), .address(4), .address(5))
        for number: UInt8 in 3...5 { await stage.daemon.connect(.device(.address(number))) }
        await stage.daemon.answer("Connect", Self.abort, Self.abort)
        async let error = failure { _ = try await stage.connect() }
        await stage.clock.waitForSleeper(within: Self.pauses[0])
        try await stage.daemon.call("Disconnect")
        stage.clock.advance(by: .seconds(44))
        #expect(
            await error
                == GATTError(
                    .connectionFailed,
                    "Lull cannot connect to \(MacAddress.rest): The device does not answer, or the Bluetooth adapter hci0 "
                        + "has no room for another connection; it is connected to \(MacAddress.address(3)), "
                        + "\(MacAddress.address(4)), \(MacAddress.address(5)).",
                    advice: "\(BlueZFailure.comeCloser) Or disconnect one of them: "
                        + "`bluetoothctl disconnect \(MacAddress.address(3))`."))
    }
}
