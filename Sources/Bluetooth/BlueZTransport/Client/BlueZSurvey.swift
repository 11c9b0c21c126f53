// SPDX-License-Identifier: Apache-2.0

public import Clocks
import DBus
public import SleepModel

/// What the system's message bus and bluetoothd answer to one question.
public enum BlueZSurvey: Hashable, Sendable {
    /// There is no bus, for this reason.
    case noBus(String)
    /// Nobody on the bus is bluetoothd.
    case noService
    /// The bus does not let this user talk to bluetoothd.
    case denied
    /// bluetoothd is there and does not answer within this time.
    case silent(Duration)
    /// bluetoothd answers with an error.
    case failed(String)
    /// bluetoothd answers with the adapters it knows, in the order of their names.
    case adapters([Adapter])

    /// An adapter as bluetoothd knows it.
    public struct Adapter: Hashable, Sendable {
        /// Its name, such as `hci0`.
        public var name: String
        /// Its address.
        public var address: MacAddress
        /// Whether it is on.
        public var isPowered: Bool
        /// Whether it searches, for whomever.
        public var isDiscovering: Bool

        /// Makes a value.
        public init(name: String, address: MacAddress, isPowered: Bool, isDiscovering: Bool) {
            self.name = name
            self.address = address
            self.isPowered = isPowered
            self.isDiscovering = isDiscovering
        }
    }

    /// How long bluetoothd has to answer.
    static let limit = Duration.seconds(5)

    /// Asks on the system bus, over a connection of its own, and changes nothing there; takes 15 s at most.
    public static func take(clock: any NightClock) async -> BlueZSurvey { await take(at: .system, clock: clock) }

    static func take(at address: BusConnection.Address, clock: any NightClock) async -> BlueZSurvey {
        let connection: BusConnection
        do throws(BusError) {
            connection = try await BusConnection.open(address, clock: clock) { _ in }
        } catch {
            return .noBus(error.message)
        }
        let survey = await ask(connection)
        await connection.close()
        return survey
    }

    private static func ask(_ connection: BusConnection) async -> BlueZSurvey {
        do throws(BusError) {
            let reply = try await connection.call(
                BusCall(
                    destination: BlueZName.service, path: .root, interface: BlueZName.objectManager,
                    member: "GetManagedObjects"),
                within: limit)
            var tree = ObjectTree()
            _ = tree.load(reply.arguments)
            return .adapters(
                tree.adapters.map {
                    Adapter(
                        name: $0.name, address: $0.address, isPowered: $0.isPowered, isDiscovering: $0.isDiscovering)
                })
        } catch {
            return BlueZSurvey(error)
        }
    }

    private init(_ error: BusError) {
        switch error.name {
        case BusError.unknownService, "org.freedesktop.DBus.Error.NameHasNoOwner": self = .noService
        // The bus could not start it either.
        case let name where name.hasPrefix("org.freedesktop.DBus.Error.Spawn"): self = .noService
        case "org.freedesktop.DBus.Error.AccessDenied": self = .denied
        case BusError.timedOut, BusError.noReply: self = .silent(Self.limit)
        case BusError.disconnected, BusError.unavailable: self = .noBus(error.message)
        default: self = .failed(error.message)
        }
    }
}
