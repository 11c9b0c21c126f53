// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// An `import` in any of its forms.
struct ImportLine: Hashable, Sendable {
    let module: String
    /// What follows the module, such as `Path` in `import struct System.Path`.
    var member: String?
    var accessLevel: String?
    /// Names without the sign, such as `testable`.
    var attributes: [String] = []
    let line: Int
}

extension ImportLine {
    init(_ node: ImportDeclSyntax, line: Int) {
        let path = node.path.map(\.name.plainText)
        self.init(
            module: path.first ?? "", member: path.count > 1 ? path.dropFirst().joined(separator: ".") : nil,
            accessLevel: node.modifiers.first?.name.text, attributes: node.attributes.attributes.compactMap(\.name),
            line: line)
    }
}
