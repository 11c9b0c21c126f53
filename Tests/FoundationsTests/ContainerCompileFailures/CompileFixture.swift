// SPDX-License-Identifier: Apache-2.0

import Foundation
import Processes
import Testing

/// A small program that must not compile while `MISTAKE` is defined, and must otherwise.
///
/// The line after comments `// error: ...` is where the compiler must say that, and it may say nothing else. What it says
/// of an expansion counts for the line of the macro.
struct CompileFixture: Hashable, Sendable, CustomTestStringConvertible {
    /// An error or warning of the compiler.
    struct Diagnostic: Hashable, Sendable {
        let line: Int
        let text: String
    }

    /// The place of the text in the folder of fixtures, without its ending.
    let name: String

    init(_ name: String) {
        self.name = name
    }

    var testDescription: String { name }

    /// Every fixture of the folder; those in the folder `Macro` need the plug-in.
    static func names() throws -> Set<String> {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return Set(paths.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) })
    }

    /// What the compiler must say while the mistake is there.
    func expected() throws -> [Diagnostic] {
        let mark = "// error: "
        let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            guard let range = line.firstRange(of: mark) else { return nil }
            let place = lines[index...].firstIndex { !$0.contains(mark) } ?? index
            // Lines count from 1.
            return Diagnostic(line: place + 1, text: "error: \(line[range.upperBound...])")
        }
    }

    /// What the compiler says.
    func diagnostics(withMistake hasMistake: Bool) async throws -> [Diagnostic] {
        let (code, output, errors) = try await ChildProcess.run(
            "swiftc", options + (hasMistake ? ["-D", "MISTAKE"] : []) + ["-"], input: .file(file.path))
        let said = output + errors
        let found = Self.diagnostics(in: said)
        guard (code == 0) == found.allSatisfy({ !$0.text.hasPrefix("error: ") }) else {
            throw Failure(output: said)
        }
        return found
    }

    /// The compiler ended otherwise than its errors say.
    struct Failure: Error {
        let output: String
    }

    private static let ending = ".swift.txt"
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    private var file: URL { Self.folder.appending(path: name + Self.ending) }

    private func text() throws -> String {
        try String(contentsOf: file, encoding: .utf8)
    }

    /// The settings of the package, and where the test's own build put the container.
    private var options: [String] {
        let features = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
        let plugin = ChildProcess.programs.appending(path: "DependencyMacros-tool").path
        let modules = ChildProcess.programs.appending(path: "Modules").path
        return ["-typecheck", "-parse-as-library", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules]
            + features.flatMap { ["-enable-upcoming-feature", $0] }
            + (name.hasPrefix("Macro/") ? ["-load-plugin-executable", "\(plugin)#DependencyMacros"] : [])
    }

    /// `<stdin>:LINE:COLUMN: error: TEXT [#Group]`, without its group; other notes and the quoted source are left out.
    ///
    /// What is in another file is in an expansion, and a note tells its line.
    private static func diagnostics(in output: String) -> [Diagnostic] {
        var found: [Diagnostic] = []
        var expanded: String?
        for line in output.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 3).map { $0.trimmingPrefix(" ") }
            guard parts.count == 4, let number = Int(parts[1]), Int(parts[2]) != nil else { continue }
            if let text = expanded, parts[3].hasPrefix("note: in expansion of macro") {
                found.append(Diagnostic(line: number, text: text))
                expanded = nil
            }
            guard ["error: ", "warning: "].contains(where: parts[3].hasPrefix) else { continue }
            let text = String(parts[3].firstRange(of: " [#").map { parts[3][..<$0.lowerBound] } ?? parts[3])
            if parts[0] == "<stdin>" { found.append(Diagnostic(line: number, text: text)) } else { expanded = text }
        }
        return found
    }
}
