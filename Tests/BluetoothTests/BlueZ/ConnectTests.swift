// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct ConnectTests {
    private static let searched = ["SetDiscoveryFilter", "StartDiscovery", "StopDiscovery"]

    @Test
    func connect_needsNoSearch_forADeviceThatIsKnown() async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        #expect(try await connection.read(ScriptedBluetoothd.read) == [7])
        #expect(await stage.daemon.members == ["Connect", "ReadValue"])
        #expect(try await stage.daemon.call("Connect").path == .device(.rest))
    }

    @Test
    func connect_looksForADevice_thatIsUnknown() async throws {
        let stage = try await Stage(knows: .other)
        async let connection = stage.connect()
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.hear(.address(3))
        await stage.daemon.hear(.rest)
        _ = try await connection
        #expect(await stage.daemon.members == Self.searched + ["Connect"])
    }

    @Test
    func connect_findsADevice_thatDoesNotAdvertiseTheCompany() async throws {
        let stage = try await Stage()
        async let connection = stage.connect()
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.hear(.rest, of: 0x004C)
        _ = try await connection
    }

    @Test
    func connect_leavesTheSearchOfAListener() async throws {
        let stage = try await Stage()
        let stream = try await stage.central.advertisements(.attentive)
        let task = Task { for await _ in stream {} }
        try await stage.daemon.call("StartDiscovery")
        async let connection = stage.connect()
        await stage.daemon.hear(.rest)
        _ = try await connection
        #expect(await stage.daemon.members == ["SetDiscoveryFilter", "StartDiscovery", "Connect"])
        task.cancel()
    }

    @Test
    func connect_succeeds_whenTheConnectionIsNeverSignalled() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Connect", .held)
        async let connection = stage.connect()
        try await stage.daemon.call("Connect")
        await stage.daemon.run { daemon in
            daemon.connect(.device(.rest), isSignalled: false)
            daemon.release("Connect", .reply([]))
            daemon.resolveServices(of: .device(.rest))
        }
        #expect(try await connection.read(ScriptedBluetoothd.read) == [7])
    }

    @Test(arguments: [true, false])
    func connect_succeeds_whenTheServicesAreResolvedBeforeTheyAreListed(isSignalled: Bool) async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.setResolvesServices(false)
        async let connection = stage.connect()
        try await stage.daemon.call("Connect")
        await stage.daemon.set(.device(.rest), BlueZName.device, ["ServicesResolved": .boolean(true)])
        try await stage.daemon.call("GetManagedObjects", count: 2)
        await stage.daemon.addServices(of: .device(.rest), isSignalled: isSignalled)
        if !isSignalled { await stage.pass(.milliseconds(200)) }
        let opened = try await connection
        for characteristic in [ScriptedBluetoothd.read, ScriptedBluetoothd.written, ScriptedBluetoothd.notified] {
            try await opened.write([1], to: characteristic, acknowledged: true)
        }
    }

    @Test
    func connect_succeeds_whenNothingIsSignalledAtAll() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Connect", .held)
        async let connection = stage.connect()
        try await stage.daemon.call("Connect")
        await stage.daemon.run { daemon in
            daemon.connect(.device(.rest), isSignalled: false)
            daemon.release("Connect", .reply([]))
        }
        await stage.clock.waitForSleeper(within: .milliseconds(200))
        await stage.daemon.addServices(of: .device(.rest), isSignalled: false)
        await stage.daemon.set(
            .device(.rest), BlueZName.device, ["ServicesResolved": .boolean(true)], isSignalled: false)
        await stage.pass(.milliseconds(200))
        _ = try await connection
    }

    @Test
    func connect_givesUp_whenTheServicesAreNeverResolved() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.setResolvesServices(false)
        async let error = failure { _ = try await stage.connect() }
        try await stage.daemon.call("Connect")
        await stage.clock.waitForSleeper(within: .milliseconds(200))
        stage.clock.advance(by: .seconds(45))
        #expect(await error?.code == .connectionFailed)
        #expect(
            await error?.message
                == "Lull cannot connect to \(MacAddress.rest): \(MacAddress.rest) does not say which services it has.")
        try await stage.daemon.call("Disconnect")
        #expect(await stage.daemon.members == ["Connect", "Disconnect"])
    }

    @Test
    func connect_takesOver_whatIsConnectedAlready() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Connect", .held)
        async let connection = stage.connect()
        try await stage.daemon.call("Connect")
        await stage.daemon.run { daemon in
            daemon.connect(.device(.rest))
            daemon.resolveServices(of: .device(.rest))
            daemon.release("Connect", .error("org.bluez.Error.AlreadyConnected"))
        }
        #expect(try await connection.read(ScriptedBluetoothd.read) == [7])
    }

    @Test
    func connect_waits_whileAConnectionOfSomebodyElseGoesDown() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.connect(.device(.rest))
        async let connection = stage.connect()
        await stage.clock.waitForSleeper(within: .seconds(3))
        #expect(await stage.daemon.members == [])
        await stage.daemon.disconnect(.device(.rest))
        _ = try await connection
        #expect(await stage.daemon.members == ["Connect"])
    }

    @Test
    func connect_takesOver_aConnectionOfSomebodyElseThatStays() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.connect(.device(.rest))
        await stage.daemon.resolveServices(of: .device(.rest))
        await stage.daemon.answer("Connect", .error("org.bluez.Error.AlreadyConnected"))
        async let connection = stage.connect()
        await stage.pass(.seconds(3))
        #expect(try await connection.read(ScriptedBluetoothd.read) == [7])
    }

    @Test
    func connect_isRefused_whileAnotherOneIsOpenOrBeingMade() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Connect", .held)
        async let opening = stage.connect()
        try await stage.daemon.call("Connect")
        let during = await failure { _ = try await stage.connect() }
        await stage.daemon.release("Connect")
        let connection = try await opening
        let after = await failure { _ = try await stage.connect() }
        #expect([during?.code, after?.code] == [.connectionFailed, .connectionFailed])
        #expect(after?.message == "\(MacAddress.rest) is already connected here.")
        #expect(try await connection.read(ScriptedBluetoothd.read) == [7])
        #expect(await stage.daemon.members == ["Connect", "ReadValue"])
    }

    @Test
    func connect_waits_untilTheLastConnectionIsDown() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("ReadValue", .held)
        await stage.daemon.answer("Disconnect", .held)
        let first = try await stage.connect()
        let reading = Task { await failure { _ = try await first.read(ScriptedBluetoothd.read) } }
        try await stage.daemon.call("ReadValue")
        reading.cancel()
        #expect(await reading.value?.code == .cancelled)
        try await stage.daemon.call("Disconnect")
        async let second = stage.connect()
        await stage.clock.waitForSleeper(within: .seconds(6))
        #expect(await stage.daemon.members == ["Connect", "ReadValue", "Disconnect"])
        await stage.daemon.release("Disconnect")
        #expect(try await second.read(ScriptedBluetoothd.read) == [7])
        #expect(await stage.daemon.members == ["Connect", "ReadValue", "Disconnect", "Connect", "ReadValue"])
    }

    @Test
    func connect_givesUp_whenTheDeviceIsNeverHeard() async throws {
        let stage = try await Stage()
        async let error = failure { _ = try await stage.connect() }
        try await stage.daemon.call("StartDiscovery")
        await stage.clock.waitForSleeper(within: .seconds(45))
        stage.clock.advance(by: .seconds(45))
        #expect(
            await error
                == GATTError(
                    .connectionFailed, "Lull cannot connect to \(MacAddress.rest): \(MacAddress.rest) is not heard.",
                    advice: BlueZFailure.comeCloser))
        try await stage.daemon.call("StopDiscovery")
        #expect(await stage.daemon.members == Self.searched)
    }

    @Test(
        arguments: [
            (nil, true, true), ("org.bluez.Error.DoesNotExist", true, true), ("org.bluez.Error.Failed", true, false),
            ("bonded", false, false), ("unknown", false, false),
        ] as [(String?, Bool, Bool)])
    func forgetCharacteristics_removesTheDevice_unlessItIsBonded(
        state: String?, isAsked: Bool, isForgotten: Bool
    ) async throws {
        let stage = try await Stage()
        if state != "unknown" {
            await stage.daemon.add(
                .device(.rest), ScriptedBluetoothd.device(.rest, ["Bonded": .boolean(state == "bonded")]))
        }
        if let state, isAsked { await stage.daemon.answer("RemoveDevice", .error(state, "")) }
        #expect(await stage.central.forgetCharacteristics(of: .rest) == isForgotten)
        #expect(await stage.daemon.members == (isAsked ? ["RemoveDevice"] : []))
        if isAsked {
            let call = try await stage.daemon.call("RemoveDevice")
            #expect(call.path == .hci0)
            #expect(call.arguments == [.objectPath(.device(.rest))])
        }
    }

    @Test
    func connect_discoversAnew_afterTheCharacteristicsAreForgotten() async throws {
        let stage = try await Stage(knows: .rest)
        try await stage.connect().disconnect()
        #expect(await stage.central.forgetCharacteristics(of: .rest))
        async let connection = stage.connect()
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.hear(.rest)
        #expect(try await connection.read(ScriptedBluetoothd.read) == [7])
        #expect(
            await stage.daemon.members
                == ["Connect", "Disconnect", "RemoveDevice"] + Self.searched + ["Connect", "ReadValue"])
    }

    @Test
    func connect_succeedsAgain_afterEachDisconnect() async throws {
        let stage = try await Stage(knows: .rest)
        for _ in 0..<20 {
            let connection = try await stage.connect()
            await connection.disconnect()
        }
        #expect(await stage.daemon.members == Array(repeating: ["Connect", "Disconnect"], count: 20).flatMap { $0 })
    }
}
