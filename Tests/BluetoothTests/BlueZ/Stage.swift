// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SleepModel
import Testing
import Waiting

@testable import BlueZTransport
@testable import DBus

/// A bus with a scripted bluetoothd, and a central that uses it, on a clock that stands still.
struct Stage: Sendable {
    let bus: PrivateBus
    let daemon: ScriptedBluetoothd
    let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000), boot: .seconds(1000))
    let central: BlueZCentral

    /// `knows` names the devices bluetoothd knows to begin with.
    init(
        adapter: String? = nil, resetsAdapter: Bool = false, marks: [String: AdapterMark] = [:],
        knows devices: MacAddress...
    ) async throws {
        bus = try await PrivateBus()
        daemon = try await ScriptedBluetoothd(bus)
        for device in devices { await daemon.add(.device(device), ScriptedBluetoothd.device(device)) }
        central = BlueZCentral(
            bus.address, adapter: adapter, companies: [ScriptedBluetoothd.company],
            patterns: [.firstService(0x180A), .company(ScriptedBluetoothd.company)], clock: clock,
            resetsAdapter: resetsAdapter, marks: { marks[$0] })
    }

    /// A view of bluetoothd without a role, which the test can look into.
    func client() -> BlueZClient {
        BlueZClient(bus.address, clock: clock)
    }

    /// Connects to a device bluetoothd knows.
    func connect() async throws -> any PeripheralConnection {
        try await central.connect(to: .rest)
    }

    /// Lets a pause pass when nothing else waits for less, as the deadlines of a search do that begins.
    func passExactly(_ pause: Duration) async {
        await eventually { clock.delayUntilDeadline == pause }
        clock.advance(by: pause)
    }

    /// Lets a pause pass that somebody makes, or is about to make.
    func pass(_ pause: Duration) async {
        await clock.waitForSleeper(within: pause)
        clock.advance(by: pause)
    }
}

extension ScriptedBluetoothd {
    /// Joins a private bus, which somebody else has to keep.
    convenience init(_ bus: PrivateBus) async throws {
        try await self.init(at: bus.address)
    }
}

/// The error `body` throws; nil if it throws none.
func failure(_ body: () async throws -> Void) async -> GATTError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? GATTError
    }
}
