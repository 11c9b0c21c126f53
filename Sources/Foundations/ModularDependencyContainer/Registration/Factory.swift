// SPDX-License-Identifier: Apache-2.0

/// Makes values of which one part is known only when one is made; an ordinary dependency of the type `Factory<Input, Value>`.
public struct Factory<Input, Value>: Sendable {
    private let make: @Sendable (Input) throws -> Value

    /// A factory out of a closure, for tests and for those who wire by hand.
    public init(_ make: @escaping @Sendable (Input) throws -> Value) {
        self.make = make
    }

    /// Makes a value; it belongs to the caller, and the container does not tear it down.
    ///
    /// Throws what the closure throws, and what resolving its needs throws: `container_closed` after shutdown.
    public func callAsFunction(_ input: Input) throws -> Value {
        try make(input)
    }
}

extension DependencyRegistrar {
    /// Registers a singleton `Factory<Input, Value>`, whose closure gets the input of the call and what it declares to need.
    ///
    /// Each call resolves the needs again, so that what is registered with `registerInstance` is new each time.
    public func registerFactory<Input, Value, each Needed: Sendable>(
        _ type: Value.Type,
        given input: Input.Type,
        key: (any Hashable & Sendable)? = nil,
        using needed: repeat Dependency<each Needed>,
        fileID: String = #fileID,
        line: Int = #line,
        make: @escaping @Sendable (_ input: Input, repeat each Needed) throws -> Value
    ) throws(DependencyError) {
        try builder.register(
            DependencyIdentity(Factory<Input, Value>.self, key: key), .provider, .singleton, isLocal,
            DependencySourceLocation(fileID: fileID, line: line), edges(repeat each needed), nil
        ) { reference in
            TypedBox(Factory<Input, Value> { try make($0, repeat try (each needed).read(reference)) })
        }
    }
}
