// SPDX-License-Identifier: Apache-2.0

import BlueZTransport
public import Clocks
public import ControlAPI
import GATT
import Logging
import ServiceLifecycle
import SimulatedDevice
public import SleepModel
import SystemClock
import UnixSignals

/// A simulated Rest as a process of its own.
public struct SimulationProcess: Sendable {
    /// Where a simulated device is found.
    public enum Place: Sendable {
        /// Behind a unix socket, with an address of its choice.
        case socket(path: String, MacAddress)
        /// On the air, by a Bluetooth adapter of this host with its name or address.
        case adapter(String)
    }

    /// Where it is found.
    public var place: Place
    /// The name it advertises.
    public var name: String
    /// Where everything that reaches it is written; nil for nowhere.
    public var journalPath: String?
    /// How fast its time runs; nil for real time.
    public var acceleration: AcceleratedClock.Settings?

    /// The address of a simulated device when none is given; like every Rest's it is a static random one.
    public static let defaultAddress = "DC:06:41:00:00:01"

    /// Describes a process.
    public init(
        place: Place, name: String, journalPath: String?, acceleration: AcceleratedClock.Settings?
    ) {
        self.place = place
        self.name = name
        self.journalPath = journalPath
        self.acceleration = acceleration
    }

    /// Serves the device until SIGTERM or SIGINT, and then removes its sockets, or itself from the air.
    ///
    /// Throws when the socket, the adapter or the journal cannot be used.
    public func run() async throws(ControlError) {
        do {
            let system = HostClock()
            let clock: any NightClock = acceleration.map { AcceleratedClock(base: system, settings: $0) } ?? system
            let journal = try journalPath.map { try SimulationJournal(path: $0) } ?? SimulationJournal()
            let peripheral = SimulatedPeripheral(name: name, clock: clock, journal: journal)
            let transport = try transport(clock: system)
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: [Work(body: peripheral.run), Work { try await transport.serve(peripheral) }],
                    gracefulShutdownSignals: [.sigterm, .sigint],
                    logger: Logger(label: "lull.simulate") { _ in SwiftLogNoOpLogHandler() }))
            try await group.run()
        } catch let error as SimulationError {
            throw ControlError(
                error.code == .socketInUse ? .busy : .inputOutput, error.message,
                advice: error.advice ?? "Give another path.")
        } catch {
            throw ControlError(error)
        }
    }

    private func transport(clock: HostClock) throws -> any PeripheralTransport {
        switch place {
        case .adapter(let name): return BlueZPeripheral(adapter: name, clock: clock)
        case .socket(let path, let address):
            if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
                try StateDirectory.makeDirectory(String(path[..<slash]))
            }
            return SimulatedDeviceServer(address: address, socketPath: path, clock: clock)
        }
    }

    /// Something that goes on until it is asked to stop.
    private struct Work: Service {
        let body: @Sendable () async throws -> Void

        func run() async throws {
            do {
                try await cancelWhenGracefulShutdown { try await body() }
            } catch is CancellationError {}
        }
    }
}
