// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SleepModel
import Testing
import Waiting

@testable import BlueZTransport
@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct PeripheralUseTests {
    private static let refusal = "org.bluez.Error.NotAuthorized"

    /// Runs `body` when a central is connected.
    private static func use(
        _ stage: PeripheralStage, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await stage.serve {
            try await stage.offered()
            try await stage.connect()
            try await body()
        }
    }

    private static func errorName(_ call: () async throws -> BusReply) async -> String? {
        do {
            _ = try await call()
            return nil
        } catch {
            return (error as? BusError)?.name
        }
    }

    @Test(
        arguments: [
            (OfferedDevice.changing, nil, [4, 5, 6, 7]), (OfferedDevice.changing, 0, [4, 5, 6, 7]),
            (OfferedDevice.changing, 3, [7]), (OfferedDevice.changing, 4, []), (OfferedDevice.changing, 5, nil),
            (OfferedDevice.changing, .max, nil), (OfferedDevice.constant, 1, [2, 3]),
        ] as [(BluetoothUUID, UInt16?, [UInt8]?)])
    func read_givesTheValue_fromTheOffset(
        characteristic: BluetoothUUID, offset: UInt16?, expected: [UInt8]?
    ) async throws {
        let stage = try await PeripheralStage()
        try await Self.use(stage) {
            let options = offset.map { ["offset": BusValue.uint16($0)] } ?? [:]
            do throws(BusError) {
                let reply = try await stage.ask("ReadValue", characteristic, nil, by: .rest, options)
                #expect(reply.arguments == expected.map { [.bytes($0)] })
            } catch {
                #expect(expected == nil && error.name == "org.bluez.Error.InvalidOffset")
            }
        }
    }

    @Test
    func write_isAnswered_beforeWhatTheDeviceNotifies() async throws {
        let stage = try await PeripheralStage()
        try await Self.use(stage) {
            _ = try await stage.ask("StartNotify", OfferedDevice.notified)
            for number: UInt8 in 1...20 {
                let reply = try await stage.ask("WriteValue", OfferedDevice.written, [number])
                try await stage.daemon.wait { $0.signals.count == number }
                let signal = try #require(await stage.daemon.signals.last)
                #expect(reply.sequence < signal.sequence)
                #expect(signal.path == PeripheralStage.path(OfferedDevice.notified))
                #expect(
                    signal.arguments
                        == [
                            .string(BlueZName.gattCharacteristic), .properties(["Value": .bytes([number])]),
                            .array([], of: "s"),
                        ])
            }
        }
        #expect(
            await stage.device.events == [.connected] + (1...20).map { .wrote([UInt8($0)]) } + [.disconnected])
    }

    @Test
    func notifications_areSent_whileTheyAreOn() async throws {
        let stage = try await PeripheralStage()
        try await Self.use(stage) {
            for (number, member) in ["", "StartNotify", "StopNotify", "StartNotify"].enumerated() {
                if !member.isEmpty { _ = try await stage.ask(member, OfferedDevice.notified) }
                _ = try await stage.ask("WriteValue", OfferedDevice.written, [UInt8(number)])
                try await stage.device.wait { $0.contains(.wrote([UInt8(number)])) }
                await stage.notificationsSettle()
            }
            try await stage.daemon.wait { $0.signals.count == 2 }
            let values = await stage.daemon.signals.map { $0.arguments[1] }
            #expect(values == [1, 3].map { .properties(["Value": .bytes([$0])]) })
        }
    }

    @Test(
        arguments: [[], [.bytes([1])], [.string("x"), .properties([:])], [.bytes([1]), .string("x")]] as [[BusValue]])
    func write_isRefused_whenItIsNone(arguments: [BusValue]) async throws {
        let stage = try await PeripheralStage()
        try await Self.use(stage) {
            let name = await Self.errorName {
                try await stage.daemon.ask(
                    await stage.client, PeripheralStage.path(OfferedDevice.written), BlueZName.gattCharacteristic,
                    "WriteValue", arguments)
            }
            #expect(name == Self.refusal)
        }
        #expect(await stage.device.events == [.connected, .disconnected])
    }

    @Test
    func central_isRefused_whileAnotherOneIsConnected() async throws {
        let stage = try await PeripheralStage()
        try await Self.use(stage) {
            await stage.daemon.add(.device(.other), ScriptedBluetoothd.device(.other))
            await stage.daemon.connect(.device(.other))
            let refusals = [
                await Self.errorName { try await stage.ask("ReadValue", OfferedDevice.constant, by: .other) },
                await Self.errorName { try await stage.ask("WriteValue", OfferedDevice.written, [1], by: .other) },
            ]
            #expect(refusals == [Self.refusal, Self.refusal])
            #expect(try await stage.ask("ReadValue", OfferedDevice.constant).arguments == [.bytes([1, 2, 3])])
            await stage.daemon.disconnect(.device(.rest))
            try await stage.device.wait { $0.last == .disconnected }
            let reply = try await stage.ask("ReadValue", OfferedDevice.constant, by: .other)
            #expect(reply.arguments == [.bytes([1, 2, 3])])
        }
        #expect(await stage.device.events == [.connected, .disconnected, .connected, .disconnected])
    }

    @Test
    func central_isKnown_whenItIsAddedWithItsConnection() async throws {
        let stage = try await PeripheralStage()
        try await stage.serve {
            try await stage.offered()
            await stage.daemon.add(
                .device(.rest), ScriptedBluetoothd.device(.rest, ["Connected": .boolean(true)]))
            try await stage.device.wait { $0 == [.connected] }
            await stage.daemon.remove(.device(.rest))
            try await stage.device.wait { $0 == [.connected, .disconnected] }
        }
    }

    @Test
    func central_ofAnotherAdapter_isNone() async throws {
        let stage = try await PeripheralStage()
        await stage.daemon.add(.hci1, ScriptedBluetoothd.adapter("00:AA:01:01:00:01"))
        try await stage.serve {
            try await stage.offered()
            let foreign = ObjectPath.device(.other, of: .hci1)
            await stage.daemon.add(foreign, ScriptedBluetoothd.device(.other))
            await stage.daemon.connect(foreign)
            try await stage.connect()
            #expect(await stage.device.events == [.connected])
        }
    }

    @Test
    func central_isDisconnected_whenTurnedAway() async throws {
        let stage = try await PeripheralStage()
        await stage.device.set { $0.accepts = false }
        try await stage.serve {
            try await stage.offered()
            await stage.daemon.add(.device(.rest), ScriptedBluetoothd.device(.rest))
            await stage.daemon.connect(.device(.rest))
            #expect(try await stage.daemon.call("Disconnect").path == .device(.rest))
        }
        #expect(await stage.device.events == [])
    }

    @Test
    func central_isDisconnected_whenTheDeviceAsks_butOnlyTheOneThatIsMeant() async throws {
        let stage = try await PeripheralStage()
        try await Self.use(stage) {
            let first = try #require(await stage.device.central)
            first.disconnect()
            first.disconnect()
            #expect(try await stage.daemon.call("Disconnect").path == .device(.rest))
            try await stage.device.wait { $0.last == .disconnected }
            await stage.daemon.connect(.device(.rest))
            try await stage.device.wait { $0.count == 3 }
            first.disconnect()
            first.notify([9], of: OfferedDevice.notified)
            _ = try await stage.ask("WriteValue", OfferedDevice.written, [1])
            try await stage.device.wait { $0.last == .wrote([1]) }
            #expect(await stage.daemon.calls.count { $0.member == "Disconnect" } == 1)
        }
    }

    @Test
    func advertisement_isWithdrawn_whileACentralIsConnected() async throws {
        let stage = try await PeripheralStage()
        try await stage.serve {
            try await stage.offered()
            await stage.device.set { $0.content = nil }
            try await stage.connect()
            try await stage.daemon.call("UnregisterAdvertisement")
            await stage.device.set { $0.content = OfferedDevice.content([1]) }
            await stage.daemon.disconnect(.device(.rest))
            try await stage.offered(2)
        }
    }

    @Test
    func device_isAskedOneThingAtATime() async throws {
        let stage = try await PeripheralStage()
        let hold = OneShot<Void>()
        await stage.device.set { $0.hold = hold }
        try await Self.use(stage) {
            _ = try await stage.ask("WriteValue", OfferedDevice.written, [1])
            for _ in 0..<3 { stage.clock.advance(by: .seconds(1)) }
            // Answered by the peripheral, so it has noticed that time has passed.
            _ = try await stage.ask("StartNotify", OfferedDevice.notified)
            hold.set()
            try await stage.device.wait { $0.contains(.wrote([1])) }
        }
        #expect(await stage.device.events == [.connected, .wrote([1]), .disconnected])
    }

    /// A central may write faster than the device takes it.
    @Test
    func end_isNoticed_howeverMuchWaitsForTheDevice() async throws {
        let stage = try await PeripheralStage()
        let hold = OneShot<Void>()
        await stage.device.set { $0.hold = hold }
        try await Self.use(stage) {
            _ = try await stage.ask("WriteValue", OfferedDevice.written, [0])
            let client = await stage.client
            for _ in 0..<1000 {
                await stage.daemon.tell(
                    client, PeripheralStage.path(OfferedDevice.written), BlueZName.gattCharacteristic, "WriteValue",
                    [.bytes([1]), .properties(["device": .objectPath(.device(.rest))])])
            }
            await stage.daemon.disconnect(.device(.rest))
            // Answered at once, after all that was sent before it.
            _ = try await stage.ask("StartNotify", OfferedDevice.notified)
            hold.set()
            try await stage.device.wait { $0.last == .disconnected }
        }
        let events = await stage.device.events
        #expect(events.count { $0 == .wrote([1]) } == 256)
        #expect(events.count == 259)
    }

    @Test
    func notifications_areLimited_andADisconnectIsNotLost() async throws {
        let stage = try await PeripheralStage()
        try await Self.use(stage) {
            _ = try await stage.ask("StartNotify", OfferedDevice.notified)
            let central = try #require(await stage.device.central)
            for _ in 0..<10_000 { central.notify([1], of: OfferedDevice.notified) }
            central.disconnect()
            for _ in 0..<1000 { central.notify([2], of: OfferedDevice.notified) }
            try await stage.daemon.call("Disconnect")
            try await stage.device.wait { $0.last == .disconnected }
            await eventually { central.isReady }
        }
    }

    @Test
    func connection_ends_whenServingIsCancelled() async throws {
        let stage = try await PeripheralStage()
        let error = try await stage.serve {
            try await stage.offered()
            try await stage.connect()
        }
        #expect(error == nil)
        #expect(await stage.device.events == [.connected, .disconnected])
        #expect(try await stage.daemon.call("Disconnect").path == .device(.rest))
    }

    @Test
    func connection_ends_whenBluetoothdLeaves() async throws {
        let stage = try await PeripheralStage()
        try await Self.use(stage) {
            await stage.daemon.vanish()
            try await stage.device.wait { $0 == [.connected, .disconnected] }
            try await stage.daemon.appear()
            try await stage.offered(2)
            await stage.daemon.connect(.device(.rest))
            try await stage.device.wait { $0 == [.connected, .disconnected, .connected] }
        }
    }
}
