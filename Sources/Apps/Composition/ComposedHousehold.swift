// SPDX-License-Identifier: Apache-2.0

import Captures
import Clocks
public import ControlAPI
import ControlServices
import Coordination
import Household
import Logging
import ModularDependencyContainer
public import ServiceLifecycle
import SleepModel
import Storage

/// The household and its API, put together from what the world gives; a service of the process.
@MainActor
public final class ComposedHousehold: Service {
    /// Everything a person or program can ask for.
    public let services: ControlServiceGroup

    /// What cannot be saved now, and why; nil while everything is saved.
    public nonisolated let unsaved: @Sendable () -> String?

    let household: RunningHousehold

    private let root: DependencyContainer<AppRoot>
    private let module: HouseholdDependencies

    private init(below root: DependencyContainer<AppRoot>, as kind: SessionKind) async throws {
        self.root = root
        module = try await root.buildChild(HouseholdDependencies.self)
        household = try module.container.resolveMainActor(RunningHousehold.self)
        services = try await module.buildChild(ControlDependencies.self, inputs: .init(sessionKind: kind)).container
            .resolveMainActor(ControlServiceGroup.self)
        let store = module.householdStore
        unsaved = { store.warning }
        store.followLate { [weak household] changes in await household?.follow(late: changes) }
        store.raiseWhenArranged(household.arranged)
        await store.checkRoom()
        if kind == .daemon { await household.reportDamage() }
        try await household.openDevices(resumes: kind == .daemon)
    }

    /// Puts everything together and opens every paired device.
    ///
    /// With `isDirect` it is for one command only: no schedule runs, and nothing happens by itself. Throws what the store
    /// threw, and a `DependencyError` when the parts do not fit; what is open by then is closed.
    public static func open(_ context: HouseholdContext, isDirect: Bool = false) async throws -> ComposedHousehold {
        do {
            let root = try AppRoot.container(context)
            do {
                return try await ComposedHousehold(below: root, as: isDirect ? .direct : .daemon)
            } catch {
                await root.shutdown()
                throw error
            }
        } catch let error as DependencyError {
            // Whoever opens a household knows what its store says, and not how it is wired.
            throw error.underlying ?? error
        }
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
    ///
    /// Leaves behind devices that do not end in time.
    public func close() async {
        await household.notices.save()
        note(await module.container.shutdown(deadline: .seconds(3)))
        note(await root.shutdown())
    }

    private func note(_ report: ShutdownReport) {
        for entry in report.failures + report.timedOut {
            household.configuration.logger.warning("did not end well", metadata: ["what": "\(entry)"])
        }
    }
}
