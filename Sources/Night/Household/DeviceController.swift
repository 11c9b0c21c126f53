// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import CivilTime
import Clocks
import ControlAPI
import Coordination
import DeviceDocuments
import DeviceModules
import GATT
import Logging
import ModularDependencyContainer
import Routines
import Scheduling
import SleepModel
import Storage

/// One device as the composition sees it: its modules, its providers, and the work that goes on for it.
@MainActor
final class DeviceRooms {
    let address: MacAddress
    let codec: any ProductCodec
    let emitter: DeviceStateEmitter
    let connection: DeviceConnection
    let sender: IoTActionSender
    let routines: RoutineStateProvider
    let alarms: AlarmStateProvider
    let bedtimes: BedtimeStateProvider

    private let coordinator: NightCoordinator
    /// The modules of the providers, which live as long as these.
    private let features: [any DependencyRequirements]
    private let frames: AsyncStream<DeviceFrame>
    private let store: any NightStore
    private let clock: any NightClock
    private let logger: Logger
    private var unreachableSince: Instant?
    /// When something reached the device last, or these rooms were made, on the boot clock.
    private var lastReached: Duration
    private var isClosed = false
    private let blinks: AsyncStream<Void>
    private let blinking: AsyncStream<Void>.Continuation
    private var blinkWaiter: CheckedContinuation<DeliveryOutcome, any Error>?

    /// Whether the device blinks, or is still to be put right after it did.
    private(set) var isIdentifying = false

    init(
        address: MacAddress, codec: any ProductCodec, emitter: DeviceStateEmitter, connection: DeviceConnection,
        sender: IoTActionSender, coordinator: NightCoordinator, features: [any DependencyRequirements],
        routines: RoutineStateProvider,
        alarms: AlarmStateProvider, bedtimes: BedtimeStateProvider, store: any NightStore,
        clock: any NightClock, logger: Logger
    ) {
        self.address = address
        self.codec = codec
        self.emitter = emitter
        self.connection = connection
        self.sender = sender
        self.coordinator = coordinator
        self.features = features
        self.routines = routines
        self.alarms = alarms
        self.bedtimes = bedtimes
        self.store = store
        self.clock = clock
        self.logger = logger
        lastReached = clock.now().boot
        frames = coordinator.frames(for: address)
        (blinks, blinking) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Delivers frames and looks after the link until the device is removed or the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.connection.run() }
            group.addTask { await self.deliver() }
            group.addTask { await self.blinkWhenAsked() }
            group.addTask { await self.watchForLosses() }
            group.addTask { await self.watchForChanges() }
            await group.next()
            // Before the others have ended, as one of them may wait for a frame; a device that was closed may be paired
            // anew by now, with frames of its own.
            if !isClosed { coordinator.endFrames(for: address) }
            group.cancelAll()
        }
        blinking.finish()
        endBlink(.failure(CancellationError()))
    }

    /// Nothing is sent to the device from now on.
    func close() {
        isClosed = true
        coordinator.remove(address)
    }

    /// Lets the device blink, and says what it reports after it was put right.
    ///
    /// That is done here and not in the caller's task, so that a caller who goes away leaves no device half-way; one who
    /// is cancelled waits for it all the same. Throws `busy` while it blinks already, and a `GATTError`.
    func identify(_ name: String) async throws -> DeliveryOutcome {
        guard !isIdentifying else {
            throw ControlError(
                .busy, "“\(name)” blinks already, or is still to be put right after it did.",
                advice: "Try again in a moment.")
        }
        isIdentifying = true
        return try await withCheckedThrowingContinuation { continuation in
            blinkWaiter = continuation
            if case .terminated = blinking.yield() { endBlink(.failure(CancellationError())) }
        }
    }

    private func blinkWhenAsked() async {
        for await _ in blinks {
            do {
                endBlink(.success(try await sender.identify()))
            } catch {
                endBlink(.failure(error))
                await sender.restore()
            }
            isIdentifying = false
        }
    }

    private func endBlink(_ result: Result<DeliveryOutcome, any Error>) {
        blinkWaiter?.resume(with: result)
        blinkWaiter = nil
    }

    /// Whether something scheduled shows, rings, plays or snoozes now.
    var isRunning: Bool {
        alarms.isRunning || routines.isRunning || bedtimes.isRunning
    }

    /// Lets time pass for everything scheduled on the device.
    func advance() async {
        guard !isClosed else { return }
        await note { try await self.alarms.advance() }
        await note { try await self.routines.advance() }
        await note { try await self.bedtimes.advance() }
    }

    /// When to look again.
    func nextWake(at sample: ClockSample) -> WakeRequest {
        alarms.nextWake(at: sample)
            .earliest(routines.nextWake(at: sample))
            .earliest(bedtimes.nextWake(at: sample))
    }

    /// A state of the device as documents show it.
    func document(_ state: DeviceState) -> DeviceStateDocument {
        DeviceStateDocument(state, product: codec.product, soundName: codec.name(of: state.sound))
    }

    private func deliver() async {
        for await frame in frames where !isClosed {
            let report = await sender.perform(frame)
            coordinator.delivered(frame, on: address, report)
            await note(report.outcome)
        }
    }

    /// A link that breaks while something runs may mean that the device has lost its power, and with it what it was told.
    private func watchForLosses() async {
        for await _ in connection.losses where coordinator.forget(address) {
            await noteUnreachable(because: .disconnected)
        }
    }

    /// Looks for what somebody changed at the device, and for a device that came back off after it had lost its power.
    private func watchForChanges() async {
        var before: ObservedState?
        for await observed in emitter.updates() {
            let known = before ?? observed
            before = observed
            if observed.restarts > known.restarts {
                guard coordinator.forget(address) else { continue }
                logger.warning("lost its power", metadata: ["device": "\(address)"])
                await note(entry("restarted"))
            } else if observed.timerEnds > known.timerEnds, coordinator.rings(address) {
                // Nobody dismissed it: a timer that was set before must not end an alarm.
                _ = coordinator.forget(address)
            } else if observed.foreignChanges > known.foreignChanges, !isIdentifying {
                await follow(observed, since: known)
            }
        }
    }

    /// What somebody does at the device while something runs counts as if it had been asked for by command.
    ///
    /// States in between may have been missed, so what counts is the difference to the one known before.
    private func follow(_ observed: ObservedState, since known: ObservedState) async {
        let changed = DeviceChannel.allCases.filter { observed.provenance[$0] != known.provenance[$0] }
        let touched = changed.filter { observed.provenance[$0]?.author == .device }
        let actions = touched.map(observed.state.action(of:))
        guard !actions.isEmpty else { return }
        guard isRunning else { return coordinator.release(Set(touched), on: address) }
        await note(
            LogEntry(
                at: observed.at, device: address, kind: LogEntry.control,
                name: actions.contains(.power(false)) ? "power off" : touched.map(\.rawValue).joined(separator: ", "),
                outcome: "touched", actor: "device"))
        let wish = actions.contains(.power(false)) ? [.power(false)] : actions
        await note { try await self.takeManualChange(wish) }
        _ = await coordinator.override(wish, on: address)
    }

    /// Lets what runs follow a manual change: a ringing alarm takes it over, and off ends for tonight what runs; tomorrow's is not touched.
    func takeManualChange(_ actions: [DeviceAction]) async throws {
        try await alarms.takeManualChange(actions)
        guard actions == [.power(false)] else { return }
        try await routines.stop()
        try await bedtimes.stop()
    }

    /// Notes when the device gets out of reach and when it is back, once each.
    private func note(_ outcome: DeliveryOutcome) async {
        let sample = clock.now()
        let now = sample.wall
        switch outcome {
        case .confirmed, .unconfirmed: lastReached = sample.boot
        case .failed, .superseded: break
        }
        switch (outcome, unreachableSince) {
        case (.failed(let error), nil) where error.code != .cancelled:
            await noteUnreachable(because: error.code)
        case (.confirmed, let since?), (.unconfirmed, let since?):
            unreachableSince = nil
            await reach(lostSince: nil)
            let late = Int((now - since).components.seconds)
            logger.notice("reached again", metadata: ["device": "\(address)", "seconds": "\(late)"])
            await note(
                LogEntry(
                    at: now, planned: since, device: address, kind: "daemon", outcome: "reached", lateSeconds: late,
                    actor: "daemon"))
        case (.failed, _), (.superseded, _), (.confirmed, nil), (.unconfirmed, nil):
            break
        }
    }

    private func noteUnreachable(because code: GATTError.Code) async {
        guard unreachableSince == nil else { return }
        unreachableSince = clock.now().wall
        logger.warning("out of reach", metadata: ["device": "\(address)", "code": "\(code.rawValue)"])
        await reach(lostSince: lastReached)
        await note(entry("unreachable"))
    }

    /// What runs is told, so that its end can say that nobody saw it.
    private func reach(lostSince lastReached: Duration?) async {
        await note { try await self.alarms.reach(lostSince: lastReached) }
        await note { try await self.routines.reach(lostSince: lastReached) }
        await note { try await self.bedtimes.reach(lostSince: lastReached) }
    }

    private func entry(_ outcome: String) -> LogEntry {
        LogEntry(at: clock.now().wall, device: address, kind: "daemon", outcome: outcome, actor: "daemon")
    }

    private func note(_ entry: LogEntry) async {
        await note { try await self.store.commit(.note([entry])) }
    }

    /// The night goes on when the store does not: what cannot be written now is tried again later.
    private func note(_ work: () async throws -> Void) async {
        do {
            try await work()
        } catch {
            logger.error("the store failed", metadata: ["device": "\(address)", "error": "\(error)"])
        }
    }
}
