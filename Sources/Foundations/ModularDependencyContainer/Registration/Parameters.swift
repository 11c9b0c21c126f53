// SPDX-License-Identifier: Apache-2.0

/// The needs of an initialiser, read off the types of its parameters.
@usableFromInline
struct Parameters {
    /// The keys of those parameters that have one, by their position from 0.
    private let keys: [Int: any Hashable & Sendable]
    private var count = 0

    @usableFromInline
    init(keys: [Int: any Hashable & Sendable]) {
        self.keys = keys
    }

    /// The need of the next parameter, for a factory that runs anywhere.
    @usableFromInline
    mutating func next<Value: Sendable>(_ type: Value.Type) -> Dependency<Value> {
        Dependency(edge(type, .nonisolated))
    }

    /// The need of the next parameter, for a main-actor factory.
    @usableFromInline
    mutating func nextOnMainActor<Value>(_ type: Value.Type) -> IsolatedDependency<Value> {
        IsolatedDependency(edge(type, .mainActor))
    }

    private mutating func edge(_ type: any Any.Type, _ isolation: DependencyIsolation) -> DependencyEdge {
        defer { count += 1 }
        return DependencyEdge(identity: DependencyIdentity(type, key: keys[count]), kind: .parameter(isolation))
    }

    /// Throws `no_such_parameter` if there is a key for a parameter that the initialiser does not have.
    @usableFromInline
    func checkKeys(_ type: any Any.Type, at source: DependencySourceLocation) throws(DependencyError) {
        guard let unknown = keys.keys.filter({ !(0..<count).contains($0) }).min() else { return }
        throw DependencyError(
            .noSuchParameter,
            "There is a key for parameter \(unknown) of the initialiser of \(readableName(of: type)) at \(source), "
                + "which has \(count); positions begin with 0.")
    }
}
