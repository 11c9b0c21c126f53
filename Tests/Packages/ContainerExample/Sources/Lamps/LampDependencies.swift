// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// The lamp of one address, and its screen.
@DependencyRequirements(
    [Requirement((any Radio).self)], inputs: [InputRequirement(LampAddress.self)], children: [ScreenDependencies.self],
    inputsAccess: .public)
public struct LampDependencies: DependencyRequirements {
    /// Registers the lamp.
    public static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(
            Lamp.self, using: Dependency((any Radio).self), Dependency(input: LampAddress.self)
        ) { Lamp(radio: $0, address: $1) }
    }
}

/// The screen of a lamp.
@DependencyRequirements([Requirement(Lamp.self)], mainActor: [Requirement(LampScreen.self)])
public struct ScreenDependencies: DependencyRequirements {
    /// Registers the screen, for this module only.
    public static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.local.mainActor.registerSingleton(LampScreen.self, using: Dependency(Lamp.self)) {
            LampScreen(lamp: $0)
        }
    }

    /// The screen.
    @MainActor
    public func screen() -> LampScreen { lampScreen }
}
