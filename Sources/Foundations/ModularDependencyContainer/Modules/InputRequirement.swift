// SPDX-License-Identifier: Apache-2.0

/// One run-time value that a module needs from its builder or from the modules above.
public struct InputRequirement: Sendable, CustomStringConvertible {
    let identity: DependencyIdentity
    let source: DependencySourceLocation
    /// The name of the generated accessor; `nil` to derive it from the type.
    public let accessorName: String?

    /// Requires an input; `key` distinguishes inputs of the same type.
    public init<Value: Sendable>(
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
