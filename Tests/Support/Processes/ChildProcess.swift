// SPDX-License-Identifier: Apache-2.0

import Clocks
public import Foundation
import Glibc

/// A program that runs as a process of its own until it ends, or until nothing refers to this any more.
///
/// Foundation's `Process` lists open descriptors while other threads change them, and was seen to crash on that. A
/// process of swift-subprocess 1.0 belongs to a closure: outside of it, a signal can reach another test's process, and
/// one that starts when this process has no free descriptor is waited for without end.
public final class ChildProcess: Sendable {
    /// How a process ended.
    public enum Ending: Hashable, Sendable {
        /// By itself, with this exit code.
        case exited(CInt)
        /// By this signal.
        case signalled(CInt)

        /// The exit code, or the number of the signal below zero.
        public var code: CInt {
            switch self {
            case .exited(let code): code
            case .signalled(let number): -number
            }
        }
    }

    /// Where the standard input comes from.
    public enum Input: Hashable, Sendable {
        case file(String)
        /// From a pipe that nobody writes to, and that ends with the process of the tests.
        case openPipe
    }

    /// The folder of the package's programs: that of the test program itself.
    public static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    private let spawned: Spawned
    private let ended = OneShot<Ending>()

    /// Starts a program, by its path or by a name that `PATH` knows, with the environment of this process if it gets
    /// none of its own.
    ///
    /// What it writes is added to files, so that no pipe can fill up; its errors go to a file of their own, or to that
    /// of its output.
    public init(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil,
        input: Input = .file("/dev/null"), output: String, errors: String? = nil
    ) throws {
        let environment = environment ?? ProcessInfo.processInfo.environment
        spawned = try Spawned(
            [program] + arguments, environment.map { "\($0.key)=\($0.value)" }, input: input, output: output,
            errors: errors)
        // On a thread of its own, as waiting blocks it.
        Thread.detachNewThread { [identifier = spawned.identifier, ended] in
            ended.set(Ending(of: identifier))
        }
    }

    deinit {
        spawned.remove()
    }

    /// Whether it has not ended.
    public var isRunning: Bool { !ended.isSet }

    /// Sends a signal, which does nothing to a process that has ended.
    public func signal(_ number: CInt) {
        // Nobody else has its number: it stays a zombie as long as somebody may send it a signal.
        kill(spawned.identifier, number)
    }

    /// Waits until it has ended; kills it when the task is cancelled, as by the time limit of a test.
    public func ending() async -> Ending {
        await withTaskCancellationHandler {
            await ended.value()
        } onCancel: {
            signal(SIGKILL)
        }
    }

    /// Blocks the thread until it has ended.
    public func blockingEnding() -> Ending {
        Ending(of: spawned.identifier)
    }

    /// Kills it, and waits until it has ended.
    public func stop() async {
        signal(SIGKILL)
        _ = await ended.value()
    }

    /// Runs a program to its end, and returns its exit code and everything that it wrote.
    public static func run(
        _ program: String, _ arguments: [String], input: Input = .file("/dev/null")
    ) async throws -> (code: CInt, output: String, errors: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lull-process-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["output", "errors"].map { folder.appending(path: $0) }
        let process = try ChildProcess(
            program, arguments, input: input, output: files[0].path, errors: files[1].path)
        let code = await process.ending().code
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return (code, texts[0], texts[1])
    }
}

extension ChildProcess.Ending {
    /// Blocks the thread until a child process has ended, and leaves it to be removed.
    fileprivate init(of identifier: pid_t) {
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        let status = information._sifields._sigchld.si_status
        self = information.si_code == CInt(CLD_EXITED) ? .exited(status) : .signalled(status)
    }
}
