// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// How `lull` finds the program that does its local work.
@Suite(.timeLimit(.minutes(2)))
struct LocalProgramProcessTests {
    private static let feedback = ["decode", "feedback", "54DFFF1D1543FEFEFE53530E4950016500000000"]

    /// `lull` in a folder of its own, with `lull-local` at a path below that folder.
    private func lull(in scratch: Scratch, local: String?) throws -> String {
        let files = FileManager.default
        let lull = scratch.path("usr/bin/lull")
        try files.createDirectory(atPath: scratch.path("usr/bin"), withIntermediateDirectories: true)
        try files.createDirectory(atPath: scratch.path("usr/libexec/lull"), withIntermediateDirectories: true)
        try files.copyItem(atPath: Program.path(of: "lull"), toPath: lull)
        if let local {
            try files.createSymbolicLink(
                atPath: scratch.path(local), withDestinationPath: Program.path(of: "lull-local"))
        }
        return lull
    }

    @Test(arguments: ["usr/bin/lull-local", "usr/libexec/lull/lull-local"])
    func lull_startsItsLocalProgram_whereverItIs(local: String) async throws {
        let scratch = try Scratch()
        let result = try await Program.run(try lull(in: scratch, local: local), Self.feedback, in: scratch)
        #expect(result.exitCode == 0)
        #expect(result.output.hasPrefix("product    hatch-rest"), "\(result.output)")
        #expect(result.errors == "")
    }

    @Test func lull_saysWhereItLooked_withoutItsLocalProgram() async throws {
        let scratch = try Scratch()
        let lull = try lull(in: scratch, local: nil)
        let result = try await Program.run(lull, Self.feedback, in: scratch)
        #expect(result.exitCode == 70)
        #expect(result.output == "")
        let folder = URL(filePath: lull).deletingLastPathComponent().path
        #expect(
            result.errors.hasPrefix(
                "lull: The program lull-local, which this needs, is not at \(folder)/lull-local or "
                    + "\(folder)/../libexec/lull/lull-local."), "\(result.errors)")
    }
}
