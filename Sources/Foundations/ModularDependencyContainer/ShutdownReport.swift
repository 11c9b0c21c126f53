// SPDX-License-Identifier: Apache-2.0

/// What a shutdown tore down.
public struct ShutdownReport: Sendable {
    /// One instance that had a teardown.
    public struct Entry: Sendable, CustomStringConvertible {
        /// The module that registered it.
        public let module: String
        /// Its type.
        public let type: String
        /// The description of its key.
        public let key: String?
        /// What its teardown threw.
        public let failure: (any Error & Sendable)?

        /// Module, type and key, and the failure if there was one.
        public var description: String {
            let name = "\(module): \(labelled(type, key))"
            return failure.map { "\(name) failed: \($0)" } ?? name
        }
    }

    /// Every instance with a teardown, in the order they were torn down.
    public let entries: [Entry]

    /// The entries whose teardown threw.
    public var failures: [Entry] {
        entries.filter { $0.failure != nil }
    }
}
