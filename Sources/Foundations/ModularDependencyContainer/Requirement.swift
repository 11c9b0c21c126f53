// SPDX-License-Identifier: Apache-2.0

/// One dependency a module expects from above, or overrides by registering it itself.
public struct Requirement: Sendable, CustomStringConvertible {
    let identity: DependencyIdentity
    let typeName: String
    let keyName: String?
    let source: DependencySourceLocation
    /// The name of the generated accessor, where it is not derived from the type.
    public let accessorName: String?

    /// Requires a type, told apart by `key` from others of the same type; keys are equal if value and key type are.
    public init<Value>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        accessorName: String? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) {
        identity = DependencyIdentity(type, key: key)
        typeName = readableName(of: type)
        keyName = identity.key?.description
        source = DependencySourceLocation(fileID: fileID, line: line)
        self.accessorName = accessorName
    }

    /// The type, followed by the key in brackets.
    public var description: String { labelled(typeName, keyName) }
}

/// A type and its key as errors write them.
func labelled(_ typeName: String, _ keyName: String?) -> String {
    keyName.map { "\(typeName)[\($0)]" } ?? typeName
}
