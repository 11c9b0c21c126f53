// SPDX-License-Identifier: Apache-2.0

import Clocks
import Foundation
import Glibc
import Synchronization
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

    private let name: String
    private let identifier: pid_t
    private let outputPath: String
    private let errorPath: String
    private let ending = Mutex<Int32?>(nil)

    /// The folder the package's programs are built in: that of the test program itself.
    private static let folder: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// Starts `name`, or the program at that absolute path, with `arguments`; its output goes to files, so that no pipe
    /// can fill up, and its input is the file at `input`.
    ///
    /// By `posix_spawn`: Foundation's `Process` lists open descriptors while other threads change them, and was seen to
    /// crash on that.
    init(
        _ name: String, _ arguments: [String], in scratch: Scratch, environment: [String: String] = [:],
        input: String = "/dev/null"
    ) throws {
        let number = scratch.nextNumber()
        let path = name.hasPrefix("/") ? name : Self.path(of: name)
        let name = URL(fileURLWithPath: path).lastPathComponent
        self.name = name
        outputPath = scratch.path("\(name)-\(number).out")
        errorPath = scratch.path("\(name)-\(number).err")
        var variables = ProcessInfo.processInfo.environment
        variables["LULL_SOCKET"] = nil
        variables["TZ"] = nil
        variables.merge(environment) { _, new in new }
        identifier = try Self.spawn(
            path, arguments,
            variables.map { "\($0.key)=\($0.value)" }, input: input, output: outputPath, errors: errorPath)
    }

    /// Where a built program is.
    static func path(of name: String) -> String {
        folder.appendingPathComponent(name).path
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String], input: String, output: String, errors: String
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, flags, 0o600)
        // What other tests have open is none of its business; closing what is not open is no error here.
        for descriptor in (STDERR_FILENO + 1)..<512 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        // A thread may block signals, and a program that inherits that cannot be stopped.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let argumentPointers = ([path] + arguments).map { strdup($0) } + [nil]
        let variablePointers = environment.map { strdup($0) } + [nil]
        defer { for pointer in argumentPointers + variablePointers { free(pointer) } }
        var identifier: pid_t = 0
        let number = posix_spawn(&identifier, path, &actions, &attributes, argumentPointers, variablePointers)
        guard number == 0 else { throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO) }
        return identifier
    }

    /// Runs a program to its end.
    static func run(
        _ name: String, _ arguments: [String], in scratch: Scratch, environment: [String: String] = [:]
    ) async throws -> Result {
        try await Program(name, arguments, in: scratch, environment: environment).result()
    }

    /// Waits for the end.
    func result() async throws -> Result {
        try await eventually("\(name) ends", within: .seconds(120)) { !isRunning }
        return Result(
            exitCode: exitCode, output: try String(contentsOfFile: outputPath, encoding: .utf8),
            errors: try String(contentsOfFile: errorPath, encoding: .utf8))
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
        guard isRunning else { return }
        kill(identifier, number)
    }

    /// Ends it for good, if it still runs.
    func stop() async throws {
        signal(SIGKILL)
        try await eventually("a killed process ends") { !isRunning }
    }

    /// Whether it still runs.
    var isRunning: Bool {
        ending.withLock { ending in
            guard ending == nil else { return false }
            var status: Int32 = 0
            guard waitpid(identifier, &status, WNOHANG) != 0 else { return true }
            ending = status
            return false
        }
    }

    /// The exit code, or the number of the signal that ended it, below zero.
    private var exitCode: Int32 {
        let status = ending.withLock { $0 ?? 0 }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : -signal
    }
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
