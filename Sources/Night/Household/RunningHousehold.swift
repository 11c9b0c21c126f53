// SPDX-License-Identifier: Apache-2.0

import Captures
import CivilTime
import Clocks
import Coordination
import DeviceModules
import GATT
import Logging
import ModularDependencyContainer
import Scheduling
public import ServiceLifecycle
import SleepModel
import Storage

/// The whole night as one service: opened from the store, run until it is cancelled or asked to stop.
@MainActor
public final class NightService: Service {
    let configuration: NightConfiguration
    let containers: DeviceContainers
    let coordinator: NightCoordinator
    let signal: WakeSignal
    /// Raised when everything scheduled has followed the clock.
    let schedulesRun = WakeSignal()
    let events: EventSource
    /// The transport of everybody, which records on request.
    let recorder: RecordingTransport
    /// Whether schedules may follow the clock.
    var trust: ClockTrust
    /// The clock as the loop saw it last.
    var lastLook: ClockSample
    /// When to look for other zones, on the boot clock; nil where the clock tells.
    var nextZoneLook: Duration?

    private init(_ given: NightConfiguration, newest: Instant?) throws {
        trust = given.doubtsClock ? ClockTrust(newest: newest) : ClockTrust(earliest: .min)
        lastLook = given.nightClock.now()
        // What changed since the clock was made is still to be followed: the zones in use may be older than the sample.
        lastLook.zones = ZoneEdition()
        nextZoneLook = given.zonePoll.map { [boot = lastLook.boot] in boot + $0 }
        events = EventSource(clock: given.nightClock, radioClock: given.radioClock)
        var configuration = given
        configuration.store = WatchedStore(store: given.store, events: events)
        recorder = RecordingTransport(given.transport, clock: given.radioClock)
        configuration.transport = recorder
        self.configuration = configuration
        let root = try AppRoot.container(configuration)
        containers = try DeviceContainers(root: root)
        coordinator = try root.resolveMainActor(NightCoordinator.self)
        signal = try root.resolve(WakeSignal.self)
    }

    /// Reads the store and opens the rooms of every paired device.
    ///
    /// A device of a product that this build does not know is left alone, and said so in the log.
    /// With `resumes` what a process before had just ended is looked after; without, nothing goes on by itself.
    public static func open(_ configuration: NightConfiguration, resumes: Bool = true) async throws -> NightService {
        let newest = try await configuration.store.entries(since: nil, device: nil, limit: 1).last?.at
        let service = try NightService(configuration, newest: newest)
        for device in try await service.configuration.store.devices() {
            guard configuration.products.codec(for: device.product) != nil else {
                configuration.logger.error(
                    "cannot control this product",
                    metadata: ["device": "\(device.address)", "product": "\(device.product)"])
                continue
            }
            _ = try await service.containers.open(device)
            if resumes, try await service.mustRest(device) { service.coordinator.rest(device.address) }
        }
        return service
    }

    /// Whether the last thing that happened to a device, not long ago, was the end of something.
    ///
    /// The process before may have been stopped between the end and the command that switches the device off.
    private func mustRest(_ device: PairedDevice) async throws -> Bool {
        let now = configuration.nightClock.now().wall
        guard trust.isPlausible(now) else { return false }
        let since = now - CoordinationMachine.restLimit
        let recent = try await configuration.store.entries(since: since, device: device.address, limit: 100)
        let ends: Set = Set([OccurrenceOutcome.done, .dismissed, .unattended, .cancelled].map(\.rawValue))
        let last = recent.last { entry in
            let isCommand = entry.kind == LogEntry.control && entry.name != NightControl.identification
            return ends.contains(entry.outcome) || isCommand || entry.outcome == "started"
        }
        return last.map { ends.contains($0.outcome) } ?? false
    }

    /// Runs schedules, delivers what they want and listens to devices until the service is stopped.
    ///
    /// Throws only what makes going on impossible, such as a system without timers.
    public func run() async throws {
        defer { events.finish() }
        try await cancelWhenGracefulShutdown {
            try await self.work()
        }
    }

    /// Delivers to devices while `body` does one thing, and lets go of them at once when it is done; no schedule runs.
    func deliver<Value: Sendable>(while body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                await self.runDevices()
                return nil
            }
            group.addTask { [transport = configuration.transport] in
                let result: Result<Value, any Error>
                do { result = .success(try await body()) } catch { result = .failure(error) }
                await transport.close()
                return try result.get()
            }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let value = ended { return value }
            }
            throw CancellationError()
        }
    }

    /// Lets go of the devices, the radio and the store; the service cannot be run after that.
    public func close() async {
        await containers.shutdown()
        await configuration.transport.close()
        await configuration.store.close()
    }

    private func work() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.releaseLeftovers() }
            group.addTask { await self.runDevices() }
            group.addTask { await self.watchAdvertisements() }
            group.addTask { try await self.passTime() }
            group.addTask { await self.auditLedger() }
            defer { group.cancelAll() }
            do {
                while try await group.next() != nil {}
            } catch is CancellationError {}
        }
    }

    /// A process that was killed may have left devices connected, which keeps everybody else from them.
    private func releaseLeftovers() async {
        for rooms in containers.all { await configuration.transport.release(rooms.address) }
    }

    private func runDevices() async {
        // Rooms may have been closed again before their turn.
        for await rooms in containers.toRun where containers.rooms(rooms.address) === rooms {
            await containers.work.run(rooms.address, value: ObjectIdentifier(rooms)) { [events] _ in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await rooms.run() }
                    group.addTask { await events.follow(rooms) }
                    await group.next()
                    group.cancelAll()
                }
            }
        }
        await containers.work.shutdown()
    }

    private func watchAdvertisements() async {
        let clock = configuration.radioClock
        var failure: String?
        while !Task.isCancelled {
            do {
                let advertisements = try await configuration.transport.advertisements(.occasional)
                failure = nil
                for await advertisement in advertisements {
                    guard let rooms = containers.rooms(advertisement.address) else { continue }
                    await rooms.connection.observe(advertisement)
                    coordinator.heard(rooms.address)
                }
                try await clock.sleep(for: .seconds(1))
            } catch is CancellationError {
                return
            } catch {
                // Once, and not with every attempt of a night.
                if failure != "\(error)" {
                    configuration.logger.warning("cannot listen for devices", metadata: ["error": "\(error)"])
                }
                failure = "\(error)"
                guard (try? await clock.sleep(for: .seconds(5))) != nil else { return }
            }
        }
    }
}
