// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import ControlAPI
import Logging
import ServiceLifecycle
import SimulatedDevice
public import SleepModel
import SystemClock
import UnixSignals

/// A simulated Rest as a process of its own.
public struct SimulationProcess: Sendable {
    /// The socket it is reached by.
    public var socketPath: String
    /// The address it advertises.
    public var address: MacAddress
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
        socketPath: String, address: MacAddress, name: String, journalPath: String?,
        acceleration: AcceleratedClock.Settings?
    ) {
        self.socketPath = socketPath
        self.address = address
        self.name = name
        self.journalPath = journalPath
        self.acceleration = acceleration
    }

    /// Serves the device until SIGTERM or SIGINT, and then removes its sockets.
    ///
    /// Throws when the socket or the journal cannot be used.
    public func run() async throws(ControlError) {
        do {
            if let slash = socketPath.lastIndex(of: "/"), slash != socketPath.startIndex {
                try StateDirectory.makeDirectory(String(socketPath[..<slash]))
            }
            let system = HostClock()
            let clock: any NightClock = acceleration.map { AcceleratedClock(base: system, settings: $0) } ?? system
            let journal = try journalPath.map { try SimulationJournal(path: $0) } ?? SimulationJournal()
            let peripheral = SimulatedPeripheral(address: address, name: name, clock: clock, journal: journal)
            let server = SimulatedDeviceServer(peripheral: peripheral, socketPath: socketPath, clock: system)
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: [Work(body: peripheral.run), Work(body: server.run)],
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
