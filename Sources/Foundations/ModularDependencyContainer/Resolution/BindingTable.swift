// SPDX-License-Identifier: Apache-2.0

/// Bindings by type and key.
///
/// Every resolution is one look-up. A dictionary would spend most of its time on a hash that protects against crafted
/// keys, which types are not. Open addressing, at most half full.
struct BindingTable: Sendable {
    private var buckets: [Binding?] = []
    private var count = 0

    /// All bindings, in no particular order.
    var all: [Binding] { buckets.compactMap(\.self) }

    subscript(identity: DependencyIdentity) -> Binding? {
        guard !buckets.isEmpty else { return nil }
        return buckets[bucket(for: identity)]
    }

    /// The binding without a key.
    subscript(type: any Any.Type) -> Binding? {
        guard !buckets.isEmpty else { return nil }
        let mask = buckets.count - 1
        var index = DependencyIdentity.hash(type) & mask
        while let binding = buckets[index] {
            if binding.type == type, binding.key == nil { return binding }
            index = (index + 1) & mask
        }
        return nil
    }

    /// The binding with a key.
    subscript(type: any Any.Type, key: any Hashable & Sendable) -> Binding? {
        guard !buckets.isEmpty else { return nil }
        let mask = buckets.count - 1
        var index = DependencyIdentity.hash(type, key) & mask
        while let binding = buckets[index] {
            if binding.type == type, binding.key?.isEqual(key) ?? false { return binding }
            index = (index + 1) & mask
        }
        return nil
    }

    mutating func reserve(_ additional: Int) {
        let needed = 2 * (count + additional)
        guard needed > buckets.count else { return }
        var size = max(8, buckets.count)
        while size < needed { size *= 2 }
        let bindings = buckets
        buckets = Array(repeating: nil, count: size)
        for case let binding? in bindings { buckets[bucket(for: binding.identity)] = binding }
    }

    /// Adds a binding, or replaces the one of the same type and key.
    mutating func set(_ binding: Binding) {
        reserve(1)
        let index = bucket(for: binding.identity)
        if buckets[index] == nil { count += 1 }
        buckets[index] = binding
    }

    /// The bucket of the identity, or the empty one where it belongs; there is always an empty bucket.
    private func bucket(for identity: DependencyIdentity) -> Int {
        let mask = buckets.count - 1
        var index = identity.hash & mask
        while let binding = buckets[index], binding.identity != identity {
            index = (index + 1) & mask
        }
        return index
    }
}
