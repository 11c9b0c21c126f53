// SPDX-License-Identifier: Apache-2.0

/// A registration as seen from a container.
///
/// A class, so that a look-up copies one reference.
final class Binding: Sendable {
    /// The place of an instance of either isolation.
    enum AnySlot: Sendable {
        case nonisolated(Slot)
        case mainActor(MainActorSlot)

        init(for registration: Registration) {
            switch registration.isolation {
            case .nonisolated: self = .nonisolated(Slot())
            case .mainActor: self = .mainActor(MainActorSlot())
            }
        }
    }

    let identity: DependencyIdentity
    /// The type and the key again, so that a look-up copies nothing.
    let type: any Any.Type
    let key: DependencyKey?
    let registration: Registration
    /// The depth of its owner in the tree; a reference would make a cycle.
    let depth: Int
    /// What its factory finds under its own type and key: what a decorator stands in front of, or what an override hides.
    let overridden: Binding?
    /// The owner's slot, for singletons.
    let slot: AnySlot?
    /// The same once more if it is not on the main actor, which a look-up reads without copying the other.
    let nonisolatedSlot: Slot?
    /// Whether its factory runs without a frame of its own: it makes a new instance each time and declares that it
    /// needs nothing but registrations and inputs.
    ///
    /// A container whose declared needs make a cycle is never built, so each cycle leads through a factory with a frame.
    let needsNoFrame: Bool

    init(registration: Registration, depth: Int, overridden: Binding? = nil) {
        identity = registration.identity
        type = identity.type
        key = identity.key
        self.registration = registration
        self.depth = depth
        self.overridden = overridden
        slot = registration.scope == .singleton ? AnySlot(for: registration) : nil
        nonisolatedSlot = if case .nonisolated(let slot)? = slot { slot } else { nil }
        needsNoFrame =
            registration.scope == .instance && overridden == nil && registration.isolation == .nonisolated
            && registration.edges?.allSatisfy(\.leadsToNoChild) ?? false
    }
}
