// SPDX-License-Identifier: Apache-2.0

import Captures
import Clocks
public import ControlAPI
import ControlServices
import Coordination
public import Household
import ModularDependencyContainer
public import ServiceLifecycle
import SleepModel
import Storage

/// The household and its API, put together from a configuration; a service of the process.
@MainActor
public final class ComposedHousehold: Service {
    /// Everything a person or program can ask for.
    public let services: ControlServiceGroup

    /// What cannot be saved now, and why; nil while everything is saved.
    public nonisolated let unsaved: @Sendable () -> String?

    let household: RunningHousehold

    private init(
        household: RunningHousehold, services: ControlServiceGroup, unsaved: @escaping @Sendable () -> String?
    ) {
        self.household = household
        self.services = services
        self.unsaved = unsaved
    }

    /// Puts everything together and opens every paired device.
    ///
    /// With `isDirect` it is for one command only: no schedule runs, and nothing happens by itself. Throws what the store
    /// threw, and a `DependencyError` when the parts do not fit.
    public static func open(_ given: HouseholdConfiguration, isDirect: Bool = false) async throws -> ComposedHousehold {
        // Ten, because the newest may be unreadable.
        let newest = try await given.store.entries(since: nil, device: nil, limit: 10).last?.at
        let events = EventSource(clock: given.nightClock, radioClock: given.radioClock)
        // The transport of everybody, which records on request.
        let recorder = RecordingTransport(given.transport, clock: given.radioClock)
        var configuration = given
        let store = HouseholdStore(
            given.store, for: events, clock: given.radioClock, nightClock: given.nightClock,
            patience: given.storePatience, logger: given.logger)
        configuration.store = store
        configuration.transport = recorder
        let root = try AppRoot.container(configuration)
        let household = RunningHousehold(
            configuration, devices: try DeviceContainers(root: root),
            coordinator: try root.resolveMainActor(NightCoordinator.self), events: events, newest: newest)
        store.followLate { [weak household] changes in await household?.follow(late: changes) }
        store.raiseWhenArranged(household.arranged)
        await store.checkRoom()
        if !isDirect { await household.reportDamage() }
        try await household.openDevices(resumes: !isDirect)
        let unsaved: @Sendable () -> String? = { store.warning }
        return ComposedHousehold(
            household: household,
            services: ControlServiceGroup(of: household, recorder: recorder, unsaved: unsaved, isDirect: isDirect),
            unsaved: unsaved)
    }

    /// Runs schedules, delivers what they want and listens to devices, until the process is to stop.
    ///
    /// Throws only what makes going on impossible, such as a system without timers.
    public nonisolated func run() async throws {
        try await cancelWhenGracefulShutdown {
            try await self.household.run()
        }
    }

    /// Closes the devices, the radio and the store; it cannot run after that.
    public func close() async {
        await household.close()
    }
}
