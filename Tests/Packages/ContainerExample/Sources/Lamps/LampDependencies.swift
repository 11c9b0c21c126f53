// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// The lamp of one address, and its screen.
@DependencyRequirements(
    [Requirement((any Radio).self)], provides: [Requirement(Lamp.self)],
    inputs: [InputRequirement(LampAddress.self)], children: [ScreenDependencies.self], inputsAccess: .public)
public struct LampDependencies: DependencyRequirements {
    /// Registers the lamp.
    public static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(Lamp.self, from: Lamp.init)
    }
}

/// The screen of a lamp.
@DependencyRequirements(
    [Requirement(Lamp.self)], mainActorProvides: [Requirement(LampScreen.self, accessorName: "screen")])
public struct ScreenDependencies: DependencyRequirements {
    /// Registers the screen, for this module only.
    public static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.local.mainActor.registerSingleton(LampScreen.self, from: LampScreen.init)
    }
}
