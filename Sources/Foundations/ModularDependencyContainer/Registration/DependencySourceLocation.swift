// SPDX-License-Identifier: Apache-2.0

/// A place in source code.
public struct DependencySourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The module and file name, as `#fileID` writes it.
    public let fileID: String
    /// The line, from 1.
    public let line: Int

    @usableFromInline
    init(fileID: String, line: Int) {
        self.fileID = fileID
        self.line = line
    }

    /// `Module/File.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}
