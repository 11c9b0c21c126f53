// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import ControlAPI
import ControlServices
public import DeviceDocuments
import SimulatedDevice
import SleepModel
import SystemClock

/// A household with one simulated device and nothing on disk, whose time passes only while it is idle.
@MainActor
public final class SimulatedHousehold {
    /// The device's address.
    public static let address = SimulationProcess.defaultAddress

    /// What reached the device, or happened in it.
    public enum DeviceEvent: Hashable, Sendable {
        /// A command, and what it was answered.
        case command(String, reply: String?)
        /// The state after a change.
        case state(DeviceStateDocument)
    }

    /// Everything a person can ask for.
    public let control: any ControlService
    /// The time of the household.
    public let clock: SimulatedClock

    private let composed: ComposedHousehold
    private let peripheral: SimulatedPeripheral
    private let journal: SimulationJournal

    /// Sets up a household whose clock reads `start`, in UTC.
    ///
    /// Time passes as fast as the machine allows, and at most `speed` times as fast as real time if that is given.
    public init(start: Instant, speed: Int? = nil) async throws(ControlError) {
        clock = SimulatedClock(
            ManualClock(wall: start), pace: speed.map { .limited(speed: $0, clock: HostClock()) } ?? .unlimited)
        journal = SimulationJournal()
        guard let address = MacAddress(rawValue: Self.address) else {
            throw ControlError(.internalError, "The simulated address is malformed.", advice: "Please report this.")
        }
        peripheral = SimulatedPeripheral(name: "Nursery", clock: clock, journal: journal)
        let context = HouseholdContext.preview([
            .clock(clock), .transport(SimulatedTransport(devices: [address: peripheral], clock: clock)),
        ])
        do {
            composed = try await ComposedHousehold.open(context)
        } catch {
            throw ControlError(error)
        }
        control = composed.services
    }

    /// Lets the household live until `visit` returns, and returns what it returned.
    public func run<Value: Sendable>(
        while visit: @escaping @MainActor @Sendable () async throws -> Value
    ) async throws -> Value {
        try await clock.run { [peripheral, composed] in
            try await withThrowingTaskGroup(of: Value?.self) { group in
                group.addTask {
                    try await peripheral.run()
                    return nil
                }
                group.addTask {
                    try await composed.run()
                    return nil
                }
                group.addTask { try await visit() }
                defer { group.cancelAll() }
                while let ended = try await group.next() {
                    if let value = ended { return value }
                }
                throw CancellationError()
            }
        }
    }

    /// Touches the device's ring for a moment.
    public func touchRing() async { await peripheral.touchRing() }

    /// Takes the device from the mains for a while.
    public func unplug(for duration: Duration) async { await peripheral.unplug(for: duration) }

    /// Everything that reached the device so far.
    public func events() -> [(at: Instant, event: DeviceEvent)] {
        journal.entries().compactMap { entry in
            switch entry.event {
            case .command(let bytes, let reply):
                let answer = reply.map { String(decoding: $0, as: UTF8.self) }
                return (entry.at, .command(String(decoding: bytes, as: UTF8.self), reply: answer))
            case .state(let document): return (entry.at, .state(document))
            case .connect, .disconnect, .fault: return nil
            }
        }
    }
}
