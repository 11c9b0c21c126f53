// SPDX-License-Identifier: Apache-2.0

/// One dependency a module expects from above, or overrides by registering it itself.
public struct Requirement: Sendable, CustomStringConvertible {
    let identity: DependencyIdentity
    let source: DependencySourceLocation
    /// The name of the generated accessor, where it is not derived from the type.
    public let accessorName: String?
    /// Whether the module also works if nobody provides it.
    public let isOptional: Bool

    /// Requires a type, told apart by `key` from others of the same type; keys are equal if value and key type are.
    public init<Value>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        accessorName: String? = nil,
        optional: Bool = false,
        fileID: String = #fileID,
        line: Int = #line
    ) {
        identity = DependencyIdentity(type, key: key)
        source = DependencySourceLocation(fileID: fileID, line: line)
        self.accessorName = accessorName
        isOptional = optional
    }

    /// The type, followed by the key in brackets.
    public var description: String { identity.description }
}
