// SPDX-License-Identifier: Apache-2.0

import BlueZTransport
import CivilTime
public import Clocks
public import ControlAPI
import ControlServices
import GATT
import L2CAPTransport
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
        /// On the air, by a Bluetooth adapter of this host with its name or address, as bluetoothd lets it be.
        case adapter(String)
        /// On the air, by an adapter that bluetoothd does not use, exact to the byte.
        case rawAdapter(String)
    }

    /// Where it is found.
    public var place: Place
    /// The name it advertises.
    public var name: String
    /// Where everything that reaches it is written; nil for nowhere.
    public var journalPath: String?
    /// How fast its time runs; nil for real time.
    public var acceleration: AcceleratedClock.Settings?
    /// What kind of unit it is, and what goes wrong with it.
    public var unit: Unit
    /// Where it keeps its favourites and programs; nil for a unit that is new with each start.
    public var presetsPath: String?
    /// Whether it follows what is typed on standard input, one `BedsideAct` a line.
    public var isInteractive = false

    /// The address of a simulated device when none is given; like every Rest's it is a static random one.
    public static let defaultAddress = "DC:06:41:00:00:01"

    /// Describes a process.
    public init(
        place: Place, name: String, journalPath: String?, acceleration: AcceleratedClock.Settings?, unit: Unit,
        presetsPath: String? = nil, isInteractive: Bool = false
    ) {
        self.place = place
        self.name = name
        self.journalPath = journalPath
        self.acceleration = acceleration
        self.unit = unit
        self.presetsPath = presetsPath
        self.isInteractive = isInteractive
    }

    /// Something to tell whoever started the process.
    public enum Message: Hashable, Sendable {
        /// Lull finds the device from now on.
        case ready
        /// A line that was typed is not understood; one sentence.
        case unknownLine(String)
    }

    /// Serves the device until SIGTERM or SIGINT, and then removes its sockets, or itself from the air.
    ///
    /// The device has just got its power: it is off and does not know the time. Throws when the socket, the adapter, the
    /// journal or the presets cannot be used.
    public func run(telling tell: @escaping @Sendable (Message) -> Void) async throws(ControlError) {
        do {
            let system = HostClock()
            let clock: any NightClock = acceleration.map { AcceleratedClock(base: system, settings: $0) } ?? system
            let journal = try journalPath.map { try SimulationJournal(path: $0) } ?? SimulationJournal()
            let presets = try presetsPath.map { try PresetsFile(path: $0) }
            let peripheral = SimulatedPeripheral(
                name: name, state: SimulatedRest.stateAtPowerOn, profile: unit.profile, lag: unit.lag,
                driftPPM: unit.driftPPM, faults: unit.faults, presets: presets, clock: clock, journal: journal)
            let transport = try transport(clock: system)
            var services = [
                Work(body: peripheral.run), Work { try await transport.serve(peripheral) { tell(.ready) } },
            ].map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
            if isInteractive {
                let typed = Work {
                    try await TypedLines(clock: system).follow { await Self.perform($0, on: peripheral, telling: tell) }
                }
                // The device stays when nobody types any more.
                services.append(.init(service: typed, successTerminationBehavior: .ignore))
            }
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: services,
                    gracefulShutdownSignals: [.sigterm, .sigint],
                    logger: Logger(label: "lull.simulate") { _ in SwiftLogNoOpLogHandler() }))
            try await group.run()
        } catch let error as SimulationError {
            let code: ControlErrorCode =
                switch error.code {
                case .socketInUse: .busy
                case .presetsDamaged: .badData
                default: .inputOutput
                }
            throw ControlError(code, error.message, advice: error.advice ?? "Give another path.")
        } catch {
            throw ControlError(error)
        }
    }

    /// Does what a line says.
    private static func perform(
        _ line: String, on peripheral: SimulatedPeripheral, telling tell: @Sendable (Message) -> Void
    ) async {
        switch BedsideAct(parsing: line) {
        case .touch: await peripheral.touchRing()
        case .hold: await peripheral.holdRing()
        case .unplug(let duration): await peripheral.unplug(for: duration)
        case nil: tell(.unknownLine("“\(line)” is not understood. Type touch, hold, or unplug 10s."))
        }
    }

    private func transport(clock: HostClock) throws -> any PeripheralTransport {
        switch place {
        case .adapter(let name): return BlueZPeripheral(adapter: name, clock: clock)
        case .rawAdapter(let name): return L2CAPPeripheral(adapter: name, clock: clock)
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

extension SimulationProcess {
    /// What kind of Rest is simulated, and what goes wrong with it.
    public struct Unit: Sendable {
        /// The names of the profiles there are.
        public static let profileNames = RestProfile.Switch.allCases.map(\.rawValue)
        /// The names of the faults there are.
        public static let faultNames = RestFault.allCases.map(\.rawValue)

        /// About what captures show: a report is often still the old one a quarter of a second after a command.
        private static let usualLag = Duration.milliseconds(300)
        private static let longestLag = Duration.seconds(10)
        private static let driftLimit = 100_000

        let profile: RestProfile
        let faults: RestFaultPlan
        let driftPPM: Int
        let lag: Duration

        /// Reads profiles, each one name or several between commas; faults, each `NAME` or `NAME:PERCENT`; how many parts
        /// per million the unit's clock is fast, up to 100,000 either way; and how late its reports are, like `300ms` or
        /// `1s`, up to `10s`, nil for 300 ms.
        ///
        /// Throws `invalid_argument` with what there is to choose from.
        public init(
            profiles: [String] = [], faults: [String] = [], seed: UInt64 = 0, driftPPM: Int = 0, lag: String? = nil
        ) throws(ControlError) {
            do throws(SimulationError) {
                profile = try RestProfile(parsing: profiles)
                self.faults = try RestFaultPlan(seed: seed, parsing: faults)
            } catch {
                throw ControlError(
                    .invalidArgument, error.message, advice: error.advice ?? "See `lull simulate --help`.")
            }
            guard (-Self.driftLimit...Self.driftLimit).contains(driftPPM) else {
                throw ControlError(
                    .invalidArgument, "A drift of \(driftPPM) parts per million is out of range.",
                    advice: "Give one from -100000 to 100000.")
            }
            self.driftPPM = driftPPM
            self.lag = try lag.map { text throws(ControlError) in try Self.lag(text) } ?? Self.usualLag
        }

        private static func lag(_ text: String) throws(ControlError) -> Duration {
            let milliseconds =
                text.hasSuffix("ms") ? UInt16(text.dropLast(2)).map { Duration.milliseconds(Int($0)) } : nil
            guard let lag = milliseconds ?? DurationText.parse(text), lag <= longestLag else {
                throw ControlError(
                    .invalidArgument, "“\(text)” is not a lag.", advice: "Write it like 300ms or 1s, up to 10s.")
            }
            return lag
        }
    }
}
