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
    /// What the program gets from the world, as seen from here.
    let context: DependencyContext
    /// What was registered here: what decorates something after what it decorates.
    let own: [Binding]
    /// Everything that can be resolved here.
    let visible: BindingTable
    /// What children start from: `visible` without local registrations.
    let inheritable: BindingTable
    let inputs: [DependencyIdentity: Input]
    /// The inputs the module sees; `nil` for a root marker without declarations, which sees every input it was given.
    let declaredInputs: [DependencyIdentity]?
    /// The slots of the declared requirements and then of the provisions, by index; `nil` for all but singletons.
    ///
    /// Unmanaged, so that a look-up does not count a reference; the bindings keep the slots alive.
    let requiredSlots: [Unmanaged<Slot>?]
    /// As `requiredSlots`, for those on the main actor.
    let requiredMainActorSlots: [MainActorSlot?]

    let isClosed = Flag()
    let lifecycle = Lock(Lifecycle())
    let observations = Lock(Observations())
    private let scopedSlots = Lock<[ObjectIdentifier: Binding.AnySlot]>([:])
    /// The children that this container keeps, by their module.
    let keptChildren = Lock<[ObjectIdentifier: ContainerCore]>([:])
    /// What listed children contribute, by their module, as far as somebody has asked.
    let childContributions = Lock<[ObjectIdentifier: Set<DependencyIdentity>]>([:])

    init(
        marker: any Any.Type,
        parent: ContainerCore?,
        context: DependencyContext,
        registrations: some Collection<Registration>,
        inputs: [DependencyIdentity: Input]
    ) {
        self.marker = marker
        self.context = context
        let declarations = marker as? any DependencyRequirements.Type
        self.declarations = declarations
        let ancestors = parent.map { $0.ancestors + [$0] } ?? []
        self.ancestors = ancestors
        let tables = Self.tables(of: registrations, under: parent, depth: ancestors.count)
        own = tables.own
        self.visible = tables.visible
        inheritable = tables.inheritable
        self.inputs = inputs.isEmpty ? parent?.inputs ?? [:] : (parent?.inputs ?? [:]).merging(inputs) { _, own in own }
        declaredInputs = declarations.map { $0.inputRequirements.map(\.identity) }

        let visible = tables.visible
        requiredSlots = (declarations?.nonisolatedAccessors ?? []).map { requirement in
            visible[requirement.identity]?.nonisolatedSlot.map(Unmanaged.passUnretained)
        }
        requiredMainActorSlots = (declarations?.mainActorAccessors ?? []).map { requirement in
            guard case .mainActor(let slot) = visible[requirement.identity]?.slot else { return nil }
            return slot
        }
    }

    private static func tables(
        of registrations: some Collection<Registration>, under parent: ContainerCore?, depth: Int
    ) -> (own: [Binding], visible: BindingTable, inheritable: BindingTable) {
        let inherited = parent?.inheritable ?? BindingTable()
        var own: [Binding] = []
        own.reserveCapacity(registrations.count)
        var decorators: [Registration] = []
        var inheritable = inherited
        inheritable.reserve(registrations.count)
        for registration in registrations {
            let overridden = registration.role == .provider ? inherited[registration.identity] : nil
            switch registration.role {
            case .decorator: decorators.append(registration)
            case .provider, .contribution:
                own.append(Binding(registration: registration, depth: depth, overridden: overridden))
            }
        }
        for binding in own where binding.registration.isInherited { inheritable.set(binding) }
        var visible = inheritable
        for binding in own where binding.registration.role == .provider && binding.registration.isLocal {
            visible.set(binding)
        }
        guard !decorators.isEmpty else { return (own, visible, inheritable) }
        // What children inherit comes first, so that they see it without what decorates it for this module alone.
        for decorator in decorators.filter({ !$0.isLocal }) + decorators.filter(\.isLocal) {
            let decorated = visible[decorator.identity]
            let hidesOwn = decorated.map { $0.depth == depth && $0.registration.isLocal } ?? false
            let binding = Binding(
                registration: decorator.with(
                    scope: decorated?.registration.scope ?? decorator.scope, isLocal: decorator.isLocal || hidesOwn),
                depth: depth, overridden: decorated)
            own.append(binding)
            // With nothing to decorate it provides nothing; a diagnostic says so.
            guard decorated != nil else { continue }
            visible.set(binding)
            if !binding.registration.isLocal { inheritable.set(binding) }
        }
        return (own, visible, inheritable)
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

extension DependencyRequirements {
    /// What accessors read by their index.
    static var nonisolatedAccessors: [Requirement] { provisions.isEmpty ? requirements : requirements + provisions }
    /// What main-actor accessors read by their index.
    static var mainActorAccessors: [Requirement] {
        mainActorProvisions.isEmpty ? mainActorRequirements : mainActorRequirements + mainActorProvisions
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
