// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// A program that is started, and waited for.
enum ChildProcess {
    enum Ending: Hashable {
        case exited(CInt)
        case signalled(CInt)
    }

    /// Runs a program to its end, with what it says in a file.
    static func run(_ program: String, _ arguments: [String], output: String) async throws -> Ending {
        let identifier = try spawn(program, arguments, output: output)
        return await withCheckedContinuation { continuation in
            // On a thread of its own, as waiting blocks it.
            DispatchQueue.global().async {
                var status: CInt = 0
                while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
                let signal = status & 0x7F
                continuation.resume(returning: signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal))
            }
        }
    }

    private static func spawn(_ program: String, _ arguments: [String], output: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        // What others have open is none of its business; closing what is not open is no error here.
        for descriptor in (STDERR_FILENO + 1)..<256 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        let pointers = ([program] + arguments).map { strdup($0) } + [nil]
        // Tracing a program that traps takes longer than everything else, and the signal says enough.
        let variables = [strdup("SWIFT_BACKTRACE=enable=no"), nil]
        defer { for pointer in pointers + variables { free(pointer) } }
        var identifier: pid_t = 0
        let number = posix_spawn(&identifier, program, &actions, nil, pointers, variables)
        guard number == 0 else { throw CrashError("cannot start \(program): \(String(cString: strerror(number)))") }
        return identifier
    }
}
