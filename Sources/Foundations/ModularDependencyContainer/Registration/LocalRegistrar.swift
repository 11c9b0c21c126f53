// SPDX-License-Identifier: Apache-2.0

/// The registrations of a module that its children do not inherit.
public struct LocalRegistrar<Marker>: DependencyRegistrar {
    /// Where registrations go.
    public let builder: DependencyBuilder<Marker>

    /// They stay with the module.
    public var isLocal: Bool { true }

    /// Local registrations built and used on the main actor only.
    public var mainActor: MainActorRegistrar<Marker> { MainActorRegistrar(builder: builder, isLocal: true) }
}
