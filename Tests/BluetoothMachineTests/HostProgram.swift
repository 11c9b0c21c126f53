// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Programs on the host.
enum HostProgram {
    /// Where the package's programs are built: beside the test program, unless `LULL_PROGRAMS` names another folder.
    static let folder =
        ProcessInfo.processInfo.environment["LULL_PROGRAMS"].map { URL(filePath: $0) }
        ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// Runs a program to its end, which blocks the thread; its standard input ends when this process does.
    ///
    /// By `posix_spawn`: Foundation's `Process` lists open descriptors while other threads change them, and was seen to
    /// crash on that.
    static func run(_ program: URL, _ arguments: [String], output: URL) throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        defer { for end in ends { close(end) } }
        // The end that is written to must be nobody else's, or the reader would outlive this process.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, output.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        for descriptor in (STDERR_FILENO + 1)..<512 { posix_spawn_file_actions_addclose(&actions, descriptor) }

        // Threads of Dispatch block signals, and a program that inherits that cannot be stopped.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        let pointers = ([program.path] + arguments).map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var identifier: pid_t = 0
        let number = posix_spawn(&identifier, program.path, &actions, &attributes, pointers, environ)
        guard number == 0 else { throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO) }

        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : -signal
    }
}
