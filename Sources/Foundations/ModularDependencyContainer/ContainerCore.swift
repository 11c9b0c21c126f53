// SPDX-License-Identifier: Apache-2.0

/// A frozen container: immutable tables, and the instances it owns.
final class ContainerCore: Sendable {
    /// A registration as seen from a container.
    ///
    /// A class, so that a look-up copies one reference.
    final class Binding: Sendable {
        let registration: Registration
        /// How deep its owner is in the tree; an index rather than a reference, which would be a cycle.
        let depth: Int
        /// The owner's slot, for singletons.
        let slot: AnySlot?

        init(registration: Registration, depth: Int, slot: AnySlot?) {
            self.registration = registration
            self.depth = depth
            self.slot = slot
        }
    }

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

    struct Input: Sendable {
        let value: any Sendable
        let typeName: String
        let keyName: String?
        let module: String
    }

    let module: String
    let ancestors: [ContainerCore]
    /// Everything that can be resolved here.
    let visible: [DependencyIdentity: Binding]
    /// What children start from: `visible` without local registrations.
    let inheritable: [DependencyIdentity: Binding]
    let inputs: [DependencyIdentity: Input]
    /// `nil` for a root marker without declarations, which sees every input it was given.
    let declaredInputs: Set<DependencyIdentity>?
    let isClosed = Flag()
    let lifecycle = Lock(Lifecycle())
    private let scopedSlots = Lock<[ObjectIdentifier: AnySlot]>([:])

    init(
        module: String,
        parent: ContainerCore?,
        registrations: [Registration],
        inputs: [DependencyIdentity: Input],
        declaredInputs: Set<DependencyIdentity>?
    ) {
        self.module = module
        ancestors = parent.map { $0.ancestors + [$0] } ?? []
        var inheritable = parent?.inheritable ?? [:]
        var local: [DependencyIdentity: Binding] = [:]
        for registration in registrations {
            let slot = registration.scope == .singleton ? AnySlot(for: registration) : nil
            let binding = Binding(registration: registration, depth: ancestors.count, slot: slot)
            if registration.isLocal {
                local[registration.identity] = binding
            } else {
                inheritable[registration.identity] = binding
            }
        }
        self.inheritable = inheritable
        visible = local.isEmpty ? inheritable : inheritable.merging(local) { _, local in local }
        self.inputs = (parent?.inputs ?? [:]).merging(inputs) { _, own in own }
        self.declaredInputs = declaredInputs
    }

    /// The container a binding seen from here was registered in.
    func owner(of binding: Binding) -> ContainerCore {
        binding.depth < ancestors.count ? ancestors[binding.depth] : self
    }

    func isSelfOrAncestor(of other: ContainerCore) -> Bool {
        self === other || other.ancestors.contains { $0 === self }
    }

    /// The slot of this container's own instance of something scoped.
    func scopedSlot(for registration: Registration) -> AnySlot {
        scopedSlots.withLock { slots in
            let identifier = ObjectIdentifier(registration)
            if let slot = slots[identifier] { return slot }
            let slot = AnySlot(for: registration)
            slots[identifier] = slot
            return slot
        }
    }

    /// The slots of every instance this container owns.
    var ownSlots: [AnySlot] {
        let singletons = visible.values.filter { $0.depth == ancestors.count }.compactMap(\.slot)
        return singletons + scopedSlots.withLock { Array($0.values) }
    }

    /// The modules from the root to this one.
    var modulePath: String {
        (ancestors + [self]).map(\.module).joined(separator: " -> ")
    }
}
