// SPDX-License-Identifier: Apache-2.0

import Clocks
import Foundation
import Glibc
import Processes
import SystemClock
import Testing

/// A built program, run as a process of its own.
final class Program: Sendable {
    /// What a program that has ended left behind.
    struct Result: Sendable {
        let exitCode: Int32
        let output: String
        let errors: String

        /// The output as one JSON value.
        func json() throws -> Any {
            try JSONSerialization.jsonObject(with: Data(output.utf8), options: [.fragmentsAllowed])
        }
    }

    private let process: ChildProcess
    private let outputPath: String
    private let errorPath: String

    /// Starts `name`, or the program at that absolute path, with `arguments`; its output goes to files, and its input is
    /// the file at `input`.
    init(
        _ name: String, _ arguments: [String], in scratch: Scratch, environment: [String: String] = [:],
        input: String = "/dev/null"
    ) throws {
        let path = name.hasPrefix("/") ? name : Self.path(of: name)
        let stem = scratch.path("\(URL(filePath: path).lastPathComponent)-\(scratch.nextNumber())")
        outputPath = stem + ".out"
        errorPath = stem + ".err"
        var variables = ProcessInfo.processInfo.environment
        // What the owner of this computer has set is not for tests.
        for name in variables.keys where name.hasPrefix("LULL_") { variables[name] = nil }
        variables["LULL_CONFIG"] = "/dev/null"
        variables["TZ"] = nil
        variables.merge(environment) { _, new in new }
        process = try ChildProcess(
            path, arguments, environment: variables, input: .file(input), output: outputPath, errors: errorPath)
    }

    /// Where a built program is.
    static func path(of name: String) -> String {
        ChildProcess.programs.appending(path: name).path
    }

    /// Runs a program to its end.
    static func run(
        _ name: String, _ arguments: [String], in scratch: Scratch, environment: [String: String] = [:]
    ) async throws -> Result {
        try await Program(name, arguments, in: scratch, environment: environment).result()
    }

    /// Waits for the end.
    func result() async throws -> Result {
        Result(exitCode: await process.ending().code, output: try outputSoFar(), errors: try errorsSoFar())
    }

    /// What it has written so far.
    func outputSoFar() throws -> String {
        try String(contentsOfFile: outputPath, encoding: .utf8)
    }

    /// What it has written on standard error so far.
    func errorsSoFar() throws -> String {
        try String(contentsOfFile: errorPath, encoding: .utf8)
    }

    /// Sends a signal.
    func signal(_ number: Int32) {
        process.signal(number)
    }

    /// Ends it for good, if it still runs.
    func stop() async {
        await process.stop()
    }

    /// Whether it still runs.
    var isRunning: Bool { process.isRunning }
}

/// A folder of a test's own, short enough for socket paths, removed with everything in it at the end.
final class Scratch: Sendable {
    private let root: String
    private let counter = Counter()

    init() throws {
        var template = Array("/tmp/lull-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        root = String(cString: made)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    func path(_ name: String) -> String { root + "/" + name }

    func nextNumber() -> Int { counter.next() }
}

/// Looks every twenty milliseconds until `condition` holds; other processes cannot tell us when.
///
/// Throws when it takes longer than `limit`.
func eventually(
    _ what: String, within limit: Duration = .seconds(60), _ condition: () async throws -> Bool
) async throws {
    let clock = HostClock()
    let deadline = clock.now().boot + limit
    while try await !condition() {
        guard clock.now().boot < deadline else { throw Overdue(what: what) }
        try await clock.sleep(for: .milliseconds(20))
    }
}

struct Overdue: Error, CustomStringConvertible {
    let what: String

    var description: String { "It never came to this in time: \(what)." }
}
