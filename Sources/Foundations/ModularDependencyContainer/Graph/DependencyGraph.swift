// SPDX-License-Identifier: Apache-2.0

/// A tree of modules with their requirements, inputs and registrations, as a value to print, draw, store and compare.
///
/// It uses the same names as errors do. Paths and ids are the same in every process that builds the same modules in the
/// same order.
public struct DependencyGraph: Codable, Hashable, Sendable {
    /// The module without a parent; all others are below it.
    public let root: Module

    init(root: Module) {
        self.root = root
    }

    /// Every module, each before its children.
    public var modules: [Module] { root.withDescendants }

    /// One module in its place; two children of the same type are two modules.
    public struct Module: Codable, Hashable, Sendable {
        /// Whether there is a container.
        public enum State: String, Codable, Hashable, Sendable, CaseIterable {
            /// There is a container.
            case built
            /// There is a container that was shut down.
            case closed
            /// There is none; the graph shows what the module would register.
            case declared
        }

        /// The name of its type.
        public let name: String
        /// Its number among the children of that name, from 1.
        public let number: Int
        /// The titles from the root to here, joined by `/`.
        public let path: String
        /// Whether there is a container.
        public let state: State
        /// What it lists as required, in its order, those on the main actor last.
        public let requirements: [Requirement]
        /// The run-time values it declares, in its order; then those it was given without declaring them, by name.
        public let inputs: [Input]
        /// What it registers, in its order.
        public let registrations: [Registration]
        /// The modules below it: in the order it declares their types, then others in the order they were built.
        public let children: [Module]

        /// Its name, followed by its number unless that is 1.
        public var title: String { Self.title(name, number) }

        static func title(_ name: String, _ number: Int) -> String {
            number == 1 ? name : "\(name)#\(number)"
        }

        fileprivate var withDescendants: [Module] { [self] + children.flatMap(\.withDescendants) }
    }
}
