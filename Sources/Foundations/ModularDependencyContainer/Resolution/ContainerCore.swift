// SPDX-License-Identifier: Apache-2.0

/// A frozen container: immutable tables, and the instances it owns.
final class ContainerCore: Sendable {
    /// A run-time value and the module that was given it.
    struct Input: Sendable {
        /// `nil` in a rehearsal, in which only the type and key are known.
        let box: (any AnyObject & Sendable)?
        let marker: any Any.Type

        var module: String { readableName(of: marker) }
    }

    /// The module's type, which names it.
    let marker: any Any.Type
    /// What the module declares; `nil` for a root marker without declarations.
    let declarations: (any DependencyRequirements.Type)?
    let ancestors: [ContainerCore]
    /// What was registered here.
    let own: [Binding]
    /// Everything that can be resolved here.
    let visible: BindingTable
    /// What children start from: `visible` without local registrations.
    let inheritable: BindingTable
    let inputs: [DependencyIdentity: Input]
    /// The inputs the module sees; `nil` for a root marker without declarations, which sees every input it was given.
    let declaredInputs: [DependencyIdentity]?
    /// The slots of the declared requirements, by index; `nil` for all but singletons.
    ///
    /// Unmanaged, so that a look-up does not count a reference; the bindings keep the slots alive.
    let requiredSlots: [Unmanaged<Slot>?]
    /// As `requiredSlots`, for those on the main actor.
    let requiredMainActorSlots: [MainActorSlot?]

    let isClosed = Flag()
    let lifecycle = Lock(Lifecycle())
    let observations = Lock(Observations())
    private let scopedSlots = Lock<[ObjectIdentifier: Binding.AnySlot]>([:])

    init(
        marker: any Any.Type,
        parent: ContainerCore?,
        registrations: some Collection<Registration>,
        inputs: [DependencyIdentity: Input]
    ) {
        self.marker = marker
        let declarations = marker as? any DependencyRequirements.Type
        self.declarations = declarations
        let ancestors = parent.map { $0.ancestors + [$0] } ?? []
        self.ancestors = ancestors
        own = registrations.map { Binding(registration: $0, depth: ancestors.count) }
        var inheritable = parent?.inheritable ?? BindingTable()
        inheritable.reserve(own.count)
        for binding in own where !binding.registration.isLocal { inheritable.set(binding) }
        var visible = inheritable
        for binding in own where binding.registration.isLocal { visible.set(binding) }
        self.inheritable = inheritable
        self.visible = visible
        self.inputs = inputs.isEmpty ? parent?.inputs ?? [:] : (parent?.inputs ?? [:]).merging(inputs) { _, own in own }
        declaredInputs = declarations.map { $0.inputRequirements.map(\.identity) }

        requiredSlots = (declarations?.requirements ?? []).map { requirement in
            guard case .nonisolated(let slot) = visible[requirement.identity]?.slot else { return nil }
            return Unmanaged.passUnretained(slot)
        }
        requiredMainActorSlots = (declarations?.mainActorRequirements ?? []).map { requirement in
            guard case .mainActor(let slot) = visible[requirement.identity]?.slot else { return nil }
            return slot
        }
    }

    var module: String { readableName(of: marker) }

    /// The container a binding seen from here was registered in.
    func owner(of binding: Binding) -> ContainerCore {
        binding.depth < ancestors.count ? ancestors[binding.depth] : self
    }

    func isSelfOrAncestor(of other: ContainerCore) -> Bool {
        self === other || other.ancestors.contains { $0 === self }
    }

    /// The slot of this container's own instance of a scoped registration.
    func scopedSlot(for registration: Registration) -> Binding.AnySlot {
        scopedSlots.withLock { slots in
            let identifier = ObjectIdentifier(registration)
            if let slot = slots[identifier] { return slot }
            let slot = Binding.AnySlot(for: registration)
            slots[identifier] = slot
            return slot
        }
    }

    /// The slots of every instance this container owns.
    var ownSlots: [Binding.AnySlot] {
        own.compactMap(\.slot) + scopedSlots.withLock { Array($0.values) }
    }

    /// The modules from the root to this one.
    var modulePath: String {
        (ancestors + [self]).map(\.module).joined(separator: " -> ")
    }
}

/// What factories without declared needs have used, for the graph; one entry per pair.
struct Observations {
    /// From a factory of the container, by the identity of its registration.
    private(set) var edges: [ObjectIdentifier: Set<DependencyEdge>] = [:]

    mutating func note(_ edge: DependencyEdge, of registration: Registration) {
        edges[ObjectIdentifier(registration), default: []].insert(edge)
    }
}
