// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The first page of the documentation lists everything that the container offers, and nothing else.
@Suite struct PublicSurfaceTests {
    private static let sources = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "../../../Sources/Foundations/ModularDependencyContainer").standardizedFileURL

    /// The types and macros that the sources declare as public, but for those that stand inside another one.
    private static func declared() throws -> Set<String> {
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        let swift = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
        return try swift.reduce(into: []) { names, file in
            let text = try String(contentsOf: file, encoding: .utf8)
            let declarations = text.matches(
                of: /(?m)^public (?:final )?(?:actor|class|enum|macro|protocol|struct) (\w+)/)
            names.formUnion(declarations.map { String($0.output.1) })
        }
    }

    @Test func page_listsEveryPublicType_andNothingElse() throws {
        let page = try String(
            contentsOf: Self.sources.appending(
                path: "ModularDependencyContainer.docc/ModularDependencyContainer.md"), encoding: .utf8)
        let listed = page.matches(of: /(?m)^- ``(\w+)``$/).map { String($0.output.1) }
        let declared = try Self.declared()
        #expect(declared.count > 20)
        #expect(Set(listed) == declared)
        #expect(listed.count == declared.count)
    }
}
