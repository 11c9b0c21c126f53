// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// What the system has of a process that was started.
struct Spawned: Sendable {
    let identifier: pid_t
    /// The end for writing of its standard input, if that is a pipe.
    private let inputEnd: CInt?

    /// The program could not be started.
    struct Failure: Error, CustomStringConvertible {
        let program: String
        let number: CInt

        var description: String { "\(program) cannot be started: \(String(cString: strerror(number)))." }
    }

    /// Starts the program that is the first of the arguments.
    init(
        _ arguments: [String], _ variables: [String], input: ChildProcess.Input, output: String, errors: String?
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var ends: [CInt] = []
        switch input {
        case .file(let path): posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDONLY, 0)
        case .openPipe:
            ends = [-1, -1]
            guard pipe(&ends) == 0 else { throw Failure(program: arguments[0], number: errno) }
            // The end for writing must be nobody else's, or the reader would outlive this process.
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        }
        let flags = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o600)
        if let errors {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, flags, 0o600)
        } else {
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        }
        // It gets nothing that other tests have open; closing what is not open is no error here.
        for descriptor in (STDERR_FILENO + 1)..<512 { posix_spawn_file_actions_addclose(&actions, descriptor) }

        // A thread may block signals, and a program that inherits that cannot be stopped.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        let pointers = arguments.map { strdup($0) } + [nil]
        let environment = variables.map { strdup($0) } + [nil]
        defer { for pointer in pointers + environment { free(pointer) } }
        var identifier: pid_t = 0
        let number = posix_spawnp(&identifier, arguments[0], &actions, &attributes, pointers, environment)
        if let end = ends.first { close(end) }
        guard number == 0 else {
            if let end = ends.last { close(end) }
            throw Failure(program: arguments[0], number: number)
        }
        self.identifier = identifier
        inputEnd = ends.last
    }

    /// Kills it, and gives back what the system keeps of it.
    func remove() {
        kill(identifier, SIGKILL)
        while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
        if let inputEnd { close(inputEnd) }
    }
}
