// SPDX-License-Identifier: Apache-2.0

/// One dependency that a module needs from the modules above, or overrides by registering it itself.
public struct Requirement: Sendable, CustomStringConvertible {
    let identity: DependencyIdentity
    let source: DependencySourceLocation
    /// The name of the generated accessor; `nil` to derive it from the type.
    public let accessorName: String?

    /// Requires a type; `key` distinguishes dependencies of the same type.
    ///
    /// Keys are equal if their values and their types are.
    public init<Value>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        accessorName: String? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) {
        identity = DependencyIdentity(type, key: key)
        source = DependencySourceLocation(fileID: fileID, line: line)
        self.accessorName = accessorName
    }

    /// The type, followed by the key in brackets.
    public var description: String { identity.description }
}
