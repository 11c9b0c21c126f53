// SPDX-License-Identifier: Apache-2.0

import Clocks
import Dispatch
import Glibc

/// One run of the owner's program, as a process group of its own.
final class NoticeProcess: Sendable {
    /// How the program ended.
    enum End: Hashable, Sendable {
        /// By itself, with a code.
        case exited(Int32)
        /// By a signal.
        case signalled(Int32)
    }

    /// The program could not be started.
    struct Failure: Error, Hashable, Sendable {
        /// Why, as the system says it.
        let reason: String

        fileprivate init(_ number: Int32) { reason = String(cString: strerror(number)).lowercased() }
    }

    /// The variables that it gets of the daemon's environment: where programs, files and the sound of a session are.
    static let variables = [
        "PATH", "HOME", "USER", "LANG", "TZ", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
    ]
    /// Where threads wait for a process, one at a time.
    private static let waiting = DispatchQueue(label: "notice command")

    /// Set when it has ended, before its end is taken.
    let ended = OneShot<Void>()
    private let identifier: pid_t

    /// Starts a program with `input` on its standard input.
    init(_ path: String, input: [UInt8]) throws(Failure) {
        identifier = try Self.spawn(path, input: input)
        Self.waiting.async { [ended, identifier] in
            var info = siginfo_t()
            // The process is left as it is, so that nobody else gets its number before its end is taken.
            while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            ended.set(())
        }
    }

    /// Whether it ends within a time; false at once in a cancelled task.
    func hasEnded(within limit: Duration, on clock: any NightClock) async -> Bool {
        await withTaskGroup(of: Void.self) { [ended] group in
            group.addTask { _ = await ended.valueUnlessCancelled() }
            group.addTask { try? await clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        return ended.isSet
    }

    /// Sends a signal to it and to what it started; only before its end is taken.
    func send(_ signal: Int32) {
        kill(-identifier, signal)
    }

    /// Takes how it ended, once, after it has.
    func takeEnd() -> End {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }

    // MARK: -

    private static func spawn(_ path: String, input: [UInt8]) throws(Failure) -> pid_t {
        let (reading, writing) = try pipe(holding: input)
        defer { for end in [reading, writing] { close(end) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, reading, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        for descriptor in inheritable { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The daemon ignores signals and its threads block some; a program that inherits that cannot be stopped.
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let arguments = [strdup(path), nil]
        let environment = variables.compactMap { name in getenv(name).map { strdup("\(name)=\(String(cString: $0))") } }
        defer { for pointer in arguments + environment { free(pointer) } }
        var identifier: pid_t = 0
        let number = posix_spawn(&identifier, path, &actions, &attributes, arguments, environment + [nil])
        guard number == 0 else { throw Failure(number) }
        return identifier
    }

    /// What is open here and would be there too, though it is none of the program's business.
    private static var inheritable: [Int32] {
        // The daemon has far fewer files open.
        (STDERR_FILENO + 1..<1024).filter { descriptor in
            let flags = fcntl(descriptor, F_GETFD)
            return flags >= 0 && flags & FD_CLOEXEC == 0
        }
    }

    /// A pipe that holds some bytes already, so that nobody waits for a program that does not read them.
    private static func pipe(holding bytes: [UInt8]) throws(Failure) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw Failure(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        guard write(ends[1], bytes, bytes.count) == bytes.count else {
            let number = errno
            for end in ends { close(end) }
            throw Failure(number == 0 ? EMSGSIZE : number)
        }
        return (ends[0], ends[1])
    }
}
