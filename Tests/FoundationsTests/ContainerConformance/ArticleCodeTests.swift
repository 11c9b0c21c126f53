// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The code of the articles is compiled: each block stands in the tests that are named after its article.
@Suite struct ArticleCodeTests {
    private static let tests = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    private static let articles = tests.appending(
        path: "../../../Sources/Foundations/ModularDependencyContainer/ModularDependencyContainer.docc"
    ).standardizedFileURL

    /// The articles that have code.
    private static var names: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: articles.path)) ?? []
        return files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
            .filter { (try? blocks(of: $0))?.isEmpty == false }
    }

    private static func blocks(of article: String) throws -> [String] {
        let text = try String(contentsOf: articles.appending(path: "\(article).md"), encoding: .utf8)
        return text.matches(of: /```swift\n((?s:.*?))\n```/).map { String($0.output.1) }
    }

    /// Without what differs between an article and a file: layout, imports, and that names are private to the file.
    private static func bare(_ code: String) -> String {
        code.split(separator: "\n").filter { !$0.hasPrefix("import ") }.joined().replacing("private ", with: "")
            .filter { !$0.isWhitespace }
    }

    @Test func readme_showsCodeOfTheTutorial() throws {
        let readme = try String(contentsOf: Self.tests.appending(path: "../../../README.md"), encoding: .utf8)
        let shown = readme.matches(of: /```swift\n((?s:.*?))\n```/).map { String($0.output.1) }
        #expect(shown.count == 1)
        #expect(Set(shown).isSubset(of: try Self.blocks(of: "Tutorial")))
    }

    @Test func articles_withCode_areAllThere() {
        #expect(
            Self.names == [
                "FeatureModule", "Lifecycle", "MovingFromOthers", "TestingAModule", "Tutorial", "WhichScope", "Wiring",
            ])
    }

    @Test(arguments: names)
    func code_standsInTheTestsOfItsArticle(article: String) throws {
        let file = Self.tests.appending(path: "\(article)ArticleTests.swift")
        let compiled = Self.bare(try String(contentsOf: file, encoding: .utf8))
        #expect(try Self.blocks(of: article).filter { !compiled.contains(Self.bare($0)) } == [])
    }
}
