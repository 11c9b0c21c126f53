// SPDX-License-Identifier: Apache-2.0

/// What factories without declared needs have used, for the graph; one entry per pair.
struct Observations {
    /// From a factory of the container, by the identity of its registration.
    private(set) var edges: [ObjectIdentifier: Set<DependencyEdge>] = [:]

    mutating func note(_ edge: DependencyEdge, of registration: Registration) {
        edges[ObjectIdentifier(registration), default: []].insert(edge)
    }
}
