// SPDX-License-Identifier: Apache-2.0

/// What factories that declare nothing were seen to use, for the graph; one entry per pair, however often it is used.
struct Observations {
    /// From a factory of the container, by the identity of its registration.
    private(set) var edges: [ObjectIdentifier: Set<DependencyEdge>] = [:]

    mutating func note(_ edge: DependencyEdge, of registration: Registration) {
        edges[ObjectIdentifier(registration), default: []].insert(edge)
    }
}
