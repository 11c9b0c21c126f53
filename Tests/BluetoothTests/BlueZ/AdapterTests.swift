// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct AdapterTests {
    /// A bluetoothd with `hci0`, that may be off, and `hci1`, that is on.
    private static func stage(isFirstOn: Bool = true) async throws -> Stage {
        let stage = try await Stage()
        await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(isFirstOn)])
        await stage.daemon.add(.hci1, ScriptedBluetoothd.adapter("00:AA:01:01:00:01"))
        return stage
    }

    @Test(arguments: [
        (nil, true, "hci0"), (nil, false, "hci1"), ("hci1", true, "hci1"), ("00:AA:01:01:00:01", true, "hci1"),
        ("00-aa-01-01-00-01", true, "hci1"),
    ])
    func adapter_isTheOneThatIsMeant(name: String?, isFirstOn: Bool, expected: String) async throws {
        let stage = try await Self.stage(isFirstOn: isFirstOn)
        #expect(try await stage.client().adapter(name).name == expected)
    }

    @Test(arguments: [
        ("hci0", "The Bluetooth adapter hci0 is switched off."),
        ("00:AA:01:00:00:00", "The Bluetooth adapter hci0 is switched off."),
        ("hci7", "There is no Bluetooth adapter “hci7”."),
        ("00:AA:01:00:00:07", "There is no Bluetooth adapter “00:AA:01:00:00:07”."),
    ])
    func adapter_isUnavailable_andTheErrorSaysWhy(name: String, sentence: String) async throws {
        let stage = try await Self.stage(isFirstOn: false)
        let client = stage.client()
        async let error = failure { _ = try await client.adapter(name) }
        await stage.pass(BlueZClient.adapterPatience)
        #expect(await error?.code == .unavailable)
        #expect(await error?.message == sentence)
        #expect(await error?.advice != nil)
    }

    @Test
    func adapter_isUnavailable_whenThereIsNone() async throws {
        let stage = try await Stage()
        await stage.daemon.remove(.hci0)
        let client = stage.client()
        async let error = failure { _ = try await client.adapter(nil) }
        await stage.pass(BlueZClient.adapterPatience)
        #expect(await error?.message == "There is no Bluetooth adapter.")
    }

    @Test
    func adapter_isUnavailable_withoutBluetoothd() async throws {
        let stage = try await Stage()
        await stage.daemon.vanish()
        async let error = failure { _ = try await stage.central.advertisements(.attentive) }
        await stage.pass(BlueZClient.adapterPatience)
        #expect(await error?.code == .unavailable)
        #expect(await error?.message == "The Bluetooth service (bluetoothd) is not running.")
    }

    @Test
    func adapter_mayComeALittleLater() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
        async let connection = stage.central.connect(to: .rest)
        await stage.clock.waitForSleeper(within: BlueZClient.adapterPatience)
        await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(true)])
        _ = try await connection
        #expect(await stage.daemon.members == ["Connect"])
    }

    @Test(arguments: [(true, "hci0"), (false, "hci1")])
    func adapter_staysTheOneUsedBefore_ifThatComesBackSoon(comesBack: Bool, expected: String) async throws {
        let stage = try await Self.stage()
        let client = stage.client()
        #expect(try await client.adapter(nil).path == .hci0)
        await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
        try await client.wait { $0.tree.adapters.contains { $0.path == .hci0 && !$0.isPowered } ? true : nil }
        async let next = client.adapter(nil)
        await stage.clock.waitForSleeper(within: BlueZClient.adapterPatience)
        if comesBack {
            await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(true)])
        } else {
            stage.clock.advance(by: BlueZClient.adapterPatience)
        }
        #expect(try await next.name == expected)
    }

    @Test
    func adapter_isTheOneUsedBefore_soonAsItIsBack_howeverLate() async throws {
        let stage = try await Self.stage()
        let client = stage.client()
        #expect(try await client.adapter(nil).path == .hci0)
        await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
        try await client.wait { $0.tree.adapters.contains { $0.path == .hci0 && !$0.isPowered } ? true : nil }
        async let standIn = client.adapter(nil)
        await stage.clock.waitForSleeper(within: BlueZClient.adapterPatience)
        stage.clock.advance(by: BlueZClient.adapterPatience)
        #expect(try await standIn.path == .hci1)
        // At once: nobody waits again for the one that was given up.
        #expect(try await client.adapter(nil).path == .hci1)
        await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(true)])
        try await client.wait { $0.tree.adapters.allSatisfy(\.isPowered) ? true : nil }
        #expect(try await client.adapter(nil).path == .hci0)
    }

    @Test
    func adapter_thatWasGivenUp_isWaitedForAgain_whenBluetoothdIsAnotherOne() async throws {
        let stage = try await Self.stage()
        let client = stage.client()
        #expect(try await client.adapter(nil).path == .hci0)
        await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
        try await client.wait { $0.tree.adapters.contains { $0.path == .hci0 && !$0.isPowered } ? true : nil }
        async let standIn = client.adapter(nil)
        await stage.clock.waitForSleeper(within: BlueZClient.adapterPatience)
        stage.clock.advance(by: BlueZClient.adapterPatience)
        #expect(try await standIn.path == .hci1)
        await stage.daemon.vanish()
        try await client.wait { $0.isPresent ? nil : true }
        try await stage.daemon.appear()
        try await client.wait { $0.tree.adapters.contains { $0.path == .hci1 } ? true : nil }
        async let next = client.adapter(nil)
        await stage.clock.waitForSleeper(within: BlueZClient.adapterPatience)
        await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(true)])
        #expect(try await next.path == .hci0)
    }

    @Test
    func adapter_isWaitedFor_asLongAsItTakes_withoutPatience() async throws {
        let stage = try await Stage()
        await stage.daemon.vanish()
        let client = stage.client()
        async let adapter = client.adapter("hci0", patience: nil)
        try await client.open()
        stage.clock.advance(by: .seconds(86_400))
        try await stage.daemon.appear()
        #expect(try await adapter.path == .hci0)
    }
}
