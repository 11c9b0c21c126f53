// SPDX-License-Identifier: Apache-2.0

/// Which of a module's factories need which others.
struct NeedGraph {
    private let bindings: [Binding]
    private let needs: [ObjectIdentifier: [Binding]]

    /// Factories, each with its needs; needs that are not among the factories are ignored.
    init(_ bindings: [Binding], needs: [[Binding]]) {
        self.bindings = bindings
        self.needs = Dictionary(
            zip(bindings, needs).map { (ObjectIdentifier($0), $1) }, uniquingKeysWith: { first, _ in first })
    }

    /// The shortest cycle of each group of factories that need each other, with its start at both ends.
    var shortestCycles: [[Binding]] {
        var left = leadingToCycles
        var cycles: [[Binding]] = []
        while let start = left.first {
            let knot = left.filter {
                way(from: start, to: $0) != nil && way(from: $0, to: start) != nil
            }
            let ways = knot.compactMap { way(from: $0, to: $0) }
            ways.min { $0.count < $1.count }.map { cycles.append($0) }
            let done = Set((knot + [start]).map(ObjectIdentifier.init))
            left.removeAll { done.contains(ObjectIdentifier($0)) }
        }
        return cycles
    }

    /// What remains after removing, again and again, every factory that needs no other: usually nothing.
    ///
    /// One pass over the edges finds it.
    private var leadingToCycles: [Binding] {
        var count = needs.mapValues { $0.count { needs[ObjectIdentifier($0)] != nil } }
        var needers: [ObjectIdentifier: [Binding]] = [:]
        for binding in bindings {
            for need in needs[ObjectIdentifier(binding)] ?? [] {
                needers[ObjectIdentifier(need), default: []].append(binding)
            }
        }
        var free = bindings.filter { count[ObjectIdentifier($0)] == 0 }
        while let binding = free.popLast() {
            count[ObjectIdentifier(binding)] = nil
            for needer in needers[ObjectIdentifier(binding)] ?? [] {
                let identifier = ObjectIdentifier(needer)
                guard let open = count[identifier] else { continue }
                count[identifier] = open - 1
                if open == 1 { free.append(needer) }
            }
        }
        return bindings.filter { count[ObjectIdentifier($0)] != nil }
    }

    /// The shortest way of at least one edge, both ends included.
    private func way(from start: Binding, to end: Binding) -> [Binding]? {
        var ways = [[start]]
        var seen: Set<ObjectIdentifier> = []
        var next = 0
        while next < ways.count {
            let way = ways[next]
            next += 1
            for need in way.last.flatMap({ needs[ObjectIdentifier($0)] }) ?? [] {
                guard seen.insert(ObjectIdentifier(need)).inserted else { continue }
                if need === end { return way + [need] }
                ways.append(way + [need])
            }
        }
        return nil
    }
}
