// SPDX-License-Identifier: Apache-2.0

import Captures
import ControlAPI
import ControlServices
import Household
import ModularDependencyContainer

/// Whom the services serve.
enum SessionKind: Hashable, Sendable {
    /// Everybody, while schedules run.
    case daemon
    /// One command only; no schedule runs, and nothing happens by itself.
    case direct
}

/// The services of a household's API.
@DependencyRequirements(
    [Requirement(RecordingTransport.self), Requirement(HouseholdStore.self)],
    mainActor: [Requirement(RunningHousehold.self)],
    mainActorProvides: [Requirement(ControlServiceGroup.self)],
    inputs: [InputRequirement(SessionKind.self)])
struct ControlDependencies: DependencyRequirements {
    /// Registers the services.
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.mainActor.registerSingleton(
            ControlServiceGroup.self, using: IsolatedDependency(RunningHousehold.self),
            Dependency(RecordingTransport.self), Dependency(HouseholdStore.self), Dependency(input: SessionKind.self)
        ) { household, recorder, store, kind in
            ControlServiceGroup(
                of: household, recorder: recorder, unsaved: { store.warning }, isDirect: kind == .direct)
        }
    }
}
