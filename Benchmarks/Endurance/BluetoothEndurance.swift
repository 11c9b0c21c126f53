// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import Glibc
import SleepModel
import SystemClock

@testable import BlueZTransport
@testable import DBus

/// What a central over bluetoothd holds after very many connections, and among very many strangers; run by
/// `.ci/endure-bluetooth`.
///
/// bluetoothd is the scripted one of the tests, in this process, so its memory is counted too.
@main
enum BluetoothEndurance {
    /// How much more memory may be in use at the end than after the first tenth.
    private static let tolerance = 256 * 1024
    private static let strangers = 10_000
    /// How many minutes a stranger keeps an address, and bluetoothd one that it does not hear.
    private static let lifetime = (address: 15, silence: 3)

    static func main() async throws {
        let (bus, arguments) = (CommandLine.arguments[1], CommandLine.arguments.dropFirst(2).compactMap { Int($0) })
        let isSound = [
            try await connections(arguments[0], at: .at(bus)), try await crowd(minutes: arguments[1], at: .at(bus)),
        ]
        exit(isSound.allSatisfy(\.self) ? 0 : 1)
    }

    /// Connects, reads, writes, subscribes and disconnects that often.
    private static func connections(_ cycles: Int, at bus: BusConnection.Address) async throws -> Bool {
        print("connections: cycles · in use · resident · descriptors · match rules")
        let clock = HostClock()
        let daemon = try await ScriptedBluetoothd(at: bus)
        await daemon.add(.device(.rest), ScriptedBluetoothd.device(.rest))
        let central = BlueZCentral(bus, adapter: nil, companies: [ScriptedBluetoothd.company], clock: clock)
        let watcher = try await BusConnection.open(bus, clock: clock) { _ in }
        let begin = clock.now().monotonic
        var figures: [Figures] = []
        for cycle in 1...cycles {
            let link = try await central.connect(to: .rest)
            _ = try await link.notifications(of: ScriptedBluetoothd.notified)
            try await link.write([1], to: ScriptedBluetoothd.written, acknowledged: true)
            _ = try await link.read(ScriptedBluetoothd.read)
            await link.disconnect()
            await daemon.forgetCalls()
            guard cycle % max(cycles / 10, 1) == 0 else { continue }
            figures.append(try await Figures(watcher))
            say("  \(cycle) · \(figures[figures.count - 1])")
        }
        let took = (clock.now().monotonic - begin) / .seconds(1)
        print("  \(Int(Double(cycles) / took)) cycles per second")
        await central.close()
        await daemon.vanish()
        await watcher.close()
        return verdict(figures)
    }

    /// Listens among strangers who change their addresses; the clock passes a minute as soon as all of it is heard.
    private static func crowd(minutes: Int, at bus: BusConnection.Address) async throws -> Bool {
        print("crowd: minutes · in use · resident · descriptors · match rules, devices that bluetoothd knows")
        let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000), boot: .seconds(1000))
        let daemon = try await ScriptedBluetoothd(at: bus)
        let central = BlueZCentral(bus, adapter: nil, companies: [ScriptedBluetoothd.company], clock: clock)
        let watcher = try await BusConnection.open(bus, clock: HostClock()) { _ in }
        let real = HostClock()
        let begin = real.now().monotonic
        var heard = try await central.advertisements(.occasional).makeAsyncIterator()
        var figures: [Figures] = []
        for minute in 1...minutes {
            await pass(minute, among: daemon)
            // The last report of the minute; the stream keeps the newest.
            await daemon.hear(.rest, [UInt8(minute & 0xFF)])
            while let advertisement = await heard.next() {
                guard advertisement.address == .rest,
                    advertisement.manufacturerData[ScriptedBluetoothd.company] == [UInt8(minute & 0xFF)]
                else { continue }
                break
            }
            // The pause of an occasional listener, and its window.
            for part in [54, 6] {
                clock.advance(by: .seconds(part))
                await daemon.reachBus()
            }
            await daemon.forgetCalls()
            // Each lifetime of an address once, as the number of devices that are known wavers with it.
            guard minute % lifetime.address == 0 else { continue }
            figures.append(try await Figures(watcher))
            say("  \(minute) · \(figures[figures.count - 1]), \(await daemon.objects.count - 1)")
        }
        print("  \(Int((real.now().monotonic - begin) / .seconds(1))) s for \(minutes) minutes")
        await central.close()
        await daemon.vanish()
        await watcher.close()
        return verdict(figures)
    }

    /// Lets bluetoothd hear every stranger once, and forget the addresses that are not used any more.
    private static func pass(_ minute: Int, among daemon: ScriptedBluetoothd) async {
        for start in stride(from: 0, to: strangers, by: 100) {
            await daemon.run { daemon in
                for number in start..<start + 100 {
                    let shift = minute + number
                    daemon.hear(
                        address(number, shift / lifetime.address), [UInt8(minute & 0xFF)],
                        // Every tenth says that it is a Rest.
                        of: number % 10 == 0 ? ScriptedBluetoothd.company : 0x004C,
                        rssi: Int16(-40 - (minute * 7 + number) % 60))
                    let silent = minute - lifetime.silence
                    guard silent > 0, (silent + number) % lifetime.address == lifetime.address - 1 else { continue }
                    daemon.remove(.device(address(number, (silent + number) / lifetime.address)))
                }
            }
            // Whatever was sent is passed on before more comes.
            await daemon.reachBus()
        }
    }

    private static func address(_ number: Int, _ generation: Int) -> MacAddress {
        let (number, generation) = (UInt32(number), UInt16(generation & 0xFFFF))
        return MacAddress(bytes: [
            0x40 | UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF), 0x5A,
            UInt8(generation >> 8), UInt8(generation & 0xFF),
        ]) ?? .rest
    }

    /// Shows a line at once, as the next one takes a while.
    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    private static func verdict(_ figures: [Figures]) -> Bool {
        guard let first = figures.first, let last = figures.last else { return false }
        let (growth, isSame) = (last.inUse - first.inUse, first.counts == last.counts)
        print(
            "  \(growth) bytes more at the end, \(isSame ? "and as many" : "and OTHER NUMBERS of") descriptors and rules"
        )
        return growth < tolerance && isSame
    }
}
