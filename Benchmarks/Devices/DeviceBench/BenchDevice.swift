// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import DeviceModules
import GATT
import HatchRest
import Logging
public import SimulatedDevice
public import SleepModel

/// One simulated Rest in this process, and the three device modules that speak to it.
public struct BenchDevice: Sendable {
    /// Its number, from 0.
    public let number: Int
    /// The device.
    public let peripheral: SimulatedPeripheral
    /// When what was asked for reached the device.
    public let watch: WriteWatch
    /// What is known of it.
    public let emitter: DeviceStateEmitter
    /// The link to it.
    public let connection: DeviceConnection
    /// Makes desired states true on it.
    public let sender: IoTActionSender

    private let clock: any NightClock

    /// Makes devices that share one transport, as the daemon's do; each has to be run.
    public static func make(_ count: Int, clock: any NightClock) throws -> [BenchDevice] {
        let parts = try (0..<count).map { number in
            // A journal in memory would grow and be taken for memory of the device.
            let journal = try SimulationJournal(path: "/dev/null")
            let device = SimulatedPeripheral(name: "Rest \(number)", clock: clock, journal: journal)
            let bytes = [0xDC, 0x06, 0x41] + [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
            guard let address = MacAddress(bytes: bytes) else { throw BadAddress() }
            return (address: address, device: device, watched: WatchedPeripheral(device, clock: clock))
        }
        let devices = Dictionary(uniqueKeysWithValues: parts.map { ($0.address, $0.watched as any PeripheralDevice) })
        let factory = DeviceConnectionStateFactory(
            transport: SimulatedTransport(devices: devices, clock: clock), clock: clock, policy: ConnectionPolicy(),
            logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
        return parts.enumerated().map { number, part in
            let codec = HatchRestCodec()
            let emitter = factory.makeEmitter(clock: clock)
            let connection = factory.makeConnection(address: part.address, codec: codec, emitter: emitter)
            return BenchDevice(
                number: number, peripheral: part.device, watch: part.watched.watch, emitter: emitter,
                connection: connection,
                sender: factory.makeActionSender(
                    connection: connection, address: part.address, codec: codec, emitter: emitter),
                clock: clock)
        }
    }

    private struct BadAddress: Error {}

    /// Lets the device and its link live until cancelled.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { try? await peripheral.run() }
            group.addTask { await connection.run() }
        }
    }

    /// The light that action `turn` asks for, unlike that of the 65,535 before it.
    public static func light(_ turn: Int) -> Light {
        let color = RGBColor(
            red: UInt8(truncatingIfNeeded: turn >> 8), green: UInt8(truncatingIfNeeded: turn), blue: 0x20)
        return Light(.color(color), brightness: Level(rawValue: 102))
    }

    /// Asks for the light of `turn`, which was due at `due` of the monotonic clock, and returns what became of it.
    public func act(_ turn: Int, due: Duration? = nil, isTransient: Bool) async -> ActionOutcome {
        let action = DeviceAction.light(Self.light(turn))
        let command = HatchRestCodec().command(for: action)
        let desired = DesiredState(sequence: turn, actions: [action], isTransient: isTransient, keepsLink: true)
        let asked = clock.now().monotonic
        watch.expect(command, asked: asked, due: due ?? asked)
        let outcome = await sender.perform(desired).results.first?.outcome
        watch.withdraw(command)
        return outcome ?? .superseded
    }
}
