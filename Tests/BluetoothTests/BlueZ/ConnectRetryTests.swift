// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct ConnectRetryTests {
    /// No less than the pauses before the attempts, with what chance may add.
    private static let pauses: [Duration] = [.milliseconds(300), .milliseconds(1200), .milliseconds(4800)]
    private static let failed = "org.bluez.Error.Failed"

    @Test(
        arguments: [
            (failed, "le-connection-abort-by-local"), (failed, "br-connection-canceled"),
            (failed, "le-connection-timeout"), (failed, "le-connection-refused"),
            (failed, "le-connection-abort-by-remote"), (failed, "le-connection-busy"),
            (failed, "le-connection-link-layer-protocol-error"), (failed, "le-connection-adapter-not-powered"),
            (failed, "Not connected"), (failed, ""), ("org.bluez.Error.InProgress", ""),
            ("org.bluez.Error.NotConnected", ""), ("org.freedesktop.DBus.Error.UnknownObject", ""),
            ("org.bluez.Error.NotReady", ""),
        ] as [(String, String)])
    func connect_isTriedAgain_whenItMaySucceed(name: String, text: String) async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Connect", .error(name, text))
        async let connection = stage.connect()
        await stage.pass(Self.pauses[0])
        #expect(try await connection.read(ScriptedBluetoothd.read) == [7])
        #expect(await stage.daemon.members == ["Connect", "Disconnect", "Connect", "ReadValue"])
    }

    @Test(
        arguments: [
            ("org.bluez.Error.NotSupported", "", .attributeError),
            ("org.bluez.Error.InvalidArguments", "", .attributeError),
            ("org.freedesktop.DBus.Error.AccessDenied", "", .notAllowed),
            ("org.freedesktop.DBus.Error.NoReply", "", .timedOut),
            (failed, "le-connection-key-missing", .needsBond),
            ("org.bluez.Error.AuthenticationFailed", "", .needsBond),
        ] as [(String, String, GATTError.Code)])
    func connect_fails_whenTryingAgainIsOfNoUse(name: String, text: String, code: GATTError.Code) async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Connect", .error(name, text))
        #expect(await failure { _ = try await stage.connect() }?.code == code)
        try await stage.daemon.call("Disconnect")
        #expect(await stage.daemon.members == ["Connect", "Disconnect"])
    }

    @Test
    func connect_saysHowToEndAnOldBond_withACommandThatCanBeTyped() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Connect", .error("org.bluez.Error.AuthenticationFailed"))
        #expect(
            await failure { _ = try await stage.connect() }?.advice
                == "Run `bluetoothctl remove \(MacAddress.rest)`, and try again.")
    }

    @Test
    func request_saysHowToBond_withACommandThatCanBeTyped() async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        await stage.daemon.answer("ReadValue", .error("org.bluez.Error.NotPermitted", "Not paired"))
        #expect(
            await failure { _ = try await connection.read(ScriptedBluetoothd.read) }
                == GATTError(
                    .needsBond, "The device answers only computers it is bonded with.",
                    advice: "Bond them: `bluetoothctl pair \(MacAddress.rest)`."))
    }

    @Test
    func connect_isTriedForItsBudget_withGrowingPauses() async throws {
        let stage = try await Stage(knows: .rest)
        let answer = ScriptedBluetoothd.Answer.error(Self.failed, "le-connection-abort-by-local")
        await stage.daemon.answer("Connect", answer, answer, answer, answer)
        async let error = failure { _ = try await stage.connect() }
        for (index, pause) in Self.pauses.enumerated() {
            await stage.clock.waitForSleeper(within: pause)
            try await stage.daemon.call("Disconnect", count: index + 1)
            // A quarter of that is too early for the next, whatever chance says.
            stage.clock.advance(by: pause / 4)
            #expect(await stage.daemon.members.count == 2 * (index + 1))
            // After the last pause, no time is left for another.
            stage.clock.advance(by: index == 2 ? .seconds(39) : pause)
        }
        #expect(
            await error
                == GATTError(
                    .connectionFailed,
                    "Lull cannot connect to \(MacAddress.rest): The device does not answer.",
                    advice: BlueZFailure.comeCloser))
        try await stage.daemon.call("Disconnect", count: 4)
        #expect(await stage.daemon.members == Array(repeating: ["Connect", "Disconnect"], count: 4).flatMap { $0 })
        #expect(try await stage.connect().read(ScriptedBluetoothd.read) == [7])
    }

    @Test
    func connect_endsTheIdlestConnection_whenTheAdapterHasNoRoom() async throws {
        let stage = try await Stage(knows: .rest, .other)
        _ = try await stage.central.connect(to: .other)
        stage.clock.advance(by: .seconds(10))
        await stage.daemon.answer("Connect", .error(Self.failed, "le-connection-concurrent-connection-limit"))
        async let connection = stage.connect()
        await stage.pass(.milliseconds(4800))
        #expect(try await connection.read(ScriptedBluetoothd.read) == [7])
        let calls = await stage.daemon.calls.filter { ["Connect", "Disconnect"].contains($0.member) }
        #expect(
            calls.map { "\($0.member) \($0.path.text.suffix(2))" }
                == ["Connect 02", "Connect 01", "Disconnect 02", "Disconnect 01", "Connect 01"])
    }

    @Test
    func connect_saysWhoHoldsTheConnections_whenNoneIsIdle() async throws {
        let stage = try await Stage(knows: .rest, .other, .address(3))
        await stage.daemon.connect(.device(.address(3)))
        _ = try await stage.central.connect(to: .other)
        stage.clock.advance(by: .seconds(9))
        let full = ScriptedBluetoothd.Answer.error(Self.failed, "le-connection-concurrent-connection-limit")
        await stage.daemon.answer("Connect", full, full)
        async let error = failure { _ = try await stage.connect() }
        await stage.clock.waitForSleeper(within: .milliseconds(4800))
        try await stage.daemon.call("Disconnect")
        #expect(await stage.daemon.members == ["Connect", "Connect", "Disconnect"])
        stage.clock.advance(by: .seconds(41))
        #expect(
            await error
                == GATTError(
                    .noRoom,
                    "Lull cannot connect to \(MacAddress.rest): The Bluetooth adapter hci0 has no room for another "
                        + "connection; it is connected to \(MacAddress.other), \(MacAddress.address(3)).",
                    advice: "Disconnect one of them: `bluetoothctl disconnect \(MacAddress.other)`."))
    }

    @Test
    func connect_succeeds_whenTheServicesTake35Seconds() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.setResolvesServices(false)
        async let connection = stage.connect()
        try await stage.daemon.call("Connect")
        await stage.clock.waitForSleeper(within: .milliseconds(200))
        stage.clock.advance(by: .seconds(35))
        await stage.clock.waitForSleeper(within: .milliseconds(200))
        await stage.daemon.resolveServices(of: .device(.rest))
        #expect(try await connection.read(ScriptedBluetoothd.read) == [7])
        #expect(await stage.daemon.members == ["Connect", "ReadValue"])
    }

    @Test(arguments: ["random", "public"])
    func connect_refusesAnAddress_thatDoesNotLast(type: String) async throws {
        let address = try #require(MacAddress(rawValue: "5A:06:41:DC:1A:B4"))
        let stage = try await Stage()
        await stage.daemon.add(
            .device(address), ScriptedBluetoothd.device(address, ["AddressType": .string(type)]))
        let error = await failure { _ = try await stage.central.connect(to: address) }
        #expect(error?.code == (type == "random" ? .addressChanges : nil))
        #expect(await stage.daemon.members == (type == "random" ? [] : ["Connect"]))
    }

    @Test
    func connect_isTriedAgain_whenSuccessWasNone() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Connect", .reply([]))
        async let connection = stage.connect()
        await stage.pass(Self.pauses[0])
        _ = try await connection
        #expect(await stage.daemon.members == ["Connect", "Disconnect", "Connect"])
    }

    @Test
    func connect_isTriedAgain_whenTheLinkIsLostBeforeTheServicesAreKnown() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.setResolvesServices(false)
        async let connection = stage.connect()
        try await stage.daemon.call("Connect")
        await stage.clock.waitForSleeper(within: .milliseconds(200))
        await stage.daemon.setResolvesServices(true)
        await stage.daemon.disconnect(.device(.rest))
        try await stage.daemon.call("Disconnect")
        await stage.pass(Self.pauses[0])
        _ = try await connection
        #expect(await stage.daemon.members == ["Connect", "Disconnect", "Connect"])
    }

    @Test
    func connect_looksAgain_whenBluetoothdHasForgottenTheDevice() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Connect", .held)
        async let connection = stage.connect()
        try await stage.daemon.call("Connect")
        await stage.daemon.run { daemon in
            daemon.remove(.device(.rest))
            daemon.release("Connect")
        }
        await stage.pass(Self.pauses[0])
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.hear(.rest)
        _ = try await connection
        #expect(
            await stage.daemon.members
                == ["Connect", "Disconnect", "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery", "Connect"])
    }

    @Test
    func connect_waits_untilWhatFailedIsDown() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.setResolvesServices(false)
        await stage.daemon.answer("Disconnect", .held)
        await stage.daemon.answer("GetAll", .error(Self.failed))
        async let connection = stage.connect()
        try await stage.daemon.call("Disconnect")
        await stage.pass(Self.pauses[0])
        await stage.clock.waitForSleeper(within: .seconds(3))
        #expect(await stage.daemon.members == ["Connect", "Disconnect"])
        await stage.daemon.setResolvesServices(true)
        await stage.daemon.release("Disconnect")
        _ = try await connection
    }

    @Test
    func connect_fails_whenBluetoothdLeavesMeanwhile_andSucceedsLater() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Connect", .held)
        async let error = failure { _ = try await stage.connect() }
        try await stage.daemon.call("Connect")
        await stage.daemon.vanish()
        #expect(await error?.code == .unavailable)
        #expect(await error?.message == "The Bluetooth service (bluetoothd) went away.")
        try await stage.daemon.appear()
        _ = try await stage.connect()
    }

    @Test(arguments: DiscoveryTests.Loss.allCases)
    func connect_looksAgain_whenTheSearchIsInterrupted(loss: DiscoveryTests.Loss) async throws {
        let stage = try await Stage()
        async let connection = stage.connect()
        try await stage.daemon.call("StartDiscovery")
        try await loss.happen(to: stage.daemon)
        await stage.pass(Self.pauses[0])
        try await stage.daemon.call("StartDiscovery", count: 2)
        await stage.daemon.hear(.rest)
        _ = try await connection
    }
}
