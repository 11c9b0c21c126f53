// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import CivilTime
import Clocks
import Coordination
import DeviceModules
import Routines
import Scheduling
import SleepModel
import Storage

/// The providers of one device on one store, one clock and one coordinator, with a sender that takes every desired
/// state.
@MainActor
final class ProviderBench {
    let clock: ManualClock
    let store: any NightStore
    let coordinator: NightCoordinator
    let routines: RoutineStateProvider
    let alarms: AlarmStateProvider
    let bedtimes: BedtimeStateProvider
    private let sent: SentStates
    private var sender: Task<Void, Never>

    /// Starts from what `store` holds.
    init(_ store: any NightStore, on clock: ManualClock) async throws {
        self.clock = clock
        self.store = store
        let book = try await DeviceBook.read(Night.device, from: store, at: clock.now().wall)
        let zones = try Night.zones()
        let signal = WakeSignal()
        let coordinator = NightCoordinator(clock: clock)
        coordinator.open(Night.device, raising: signal)
        let sent = SentStates()
        sender = sent.take(from: coordinator)
        let intake = IntentIntake(device: Night.device, coordinator: coordinator)
        routines = RoutineStateProvider(
            book: book, zones: zones, store: store, clock: clock, signal: signal, intake: intake,
            emitter: DeviceStateEmitter(clock: clock, radioClock: clock))
        alarms = AlarmStateProvider(
            book: book, zones: zones, store: store, clock: clock, signal: signal, intake: intake)
        bedtimes = BedtimeStateProvider(
            book: book, zones: zones, store: store, clock: clock, signal: signal, intake: intake)
        self.coordinator = coordinator
        self.sent = sent
    }

    /// Starts from `schedules` on a store in memory.
    convenience init(_ schedules: [Schedule], at wall: String) async throws {
        let store = InMemoryNightStore()
        for schedule in schedules { try await store.commit(.save(schedule, log: [])) }
        try await self.init(store, on: Night.clock(wall))
    }

    isolated deinit {
        sender.cancel()
    }

    /// Everything the sender was given.
    var desiredStates: [DesiredState] { sent.desiredStates }

    /// Moves the clock and lets everything look at it; returns what was sent meanwhile.
    @discardableResult
    func pass(_ duration: Duration = .zero) async throws -> [[DeviceAction]] {
        let before = desiredStates.count
        clock.advance(by: duration)
        try await alarms.advance()
        try await routines.advance()
        try await bedtimes.advance()
        coordinator.advance(Night.device, to: clock.now())
        await settle()
        return desiredStates.dropFirst(before).map(\.actions)
    }

    /// Lets everything look at the clock, whatever the store says.
    func look() async throws {
        try? await alarms.advance()
        try? await routines.advance()
        try? await bedtimes.advance()
        await settle()
    }

    /// Does what a command does by hand; returns what was sent meanwhile.
    @discardableResult
    func control(_ actions: [DeviceAction]) async throws -> [[DeviceAction]] {
        let before = desiredStates.count
        try await alarms.takeManualChange(actions)
        await settle()
        if actions == [.power(false)] {
            try await routines.stop()
            try await bedtimes.endRuns()
            await settle()
        }
        await coordinator.apply(actions, on: Night.device)
        await settle()
        return desiredStates.dropFirst(before).map(\.actions)
    }

    /// Returns once the sender has taken every desired state: another one takes its place, which ends its stream.
    func settle() async {
        coordinator.advance(Night.device, to: clock.now())
        let last = sender
        sender = sent.take(from: coordinator)
        await last.value
    }
}

@MainActor
private final class SentStates {
    var desiredStates: [DesiredState] = []

    /// Takes every desired state of a coordinator as confirmed, until its stream ends.
    func take(from coordinator: NightCoordinator) -> Task<Void, Never> {
        let states = coordinator.desiredStates(for: Night.device)
        return Task {
            for await desired in states {
                desiredStates.append(desired)
                coordinator.delivered(desired, on: Night.device, DeliveryReport([], state: Night.state))
            }
        }
    }
}
