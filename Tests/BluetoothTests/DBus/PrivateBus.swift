// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

@testable import DBus

/// A message bus of a test's own, ended with the value.
final class PrivateBus: Sendable {
    let path: String
    private let folder: String
    private let process: Mutex<pid_t?>

    var address: BusConnection.Address { .at("unix:path=\(path)") }

    /// Starts a bus, and returns when it listens.
    init() throws {
        var template = Array("/tmp/lull-bus-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure(description: "No temporary folder can be made.") }
        folder = String(cString: made)
        path = folder + "/bus"
        try Self.configuration(path).write(toFile: folder + "/bus.conf", atomically: true, encoding: .utf8)
        process = Mutex(try Self.start(folder + "/bus.conf"))
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Ends the bus as a crash would.
    func kill() {
        process.withLock { process in
            guard let identifier = process else { return }
            var status: Int32 = 0
            Glibc.kill(identifier, SIGKILL)
            waitpid(identifier, &status, 0)
            process = nil
        }
    }

    /// Makes the bus deaf and mute, or wakes it up again.
    func setHalted(_ isHalted: Bool) {
        process.withLock { process in
            if let process { Glibc.kill(process, isHalted ? SIGSTOP : SIGCONT) }
        }
    }

    private static func configuration(_ path: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(path)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    }

    private static func start(_ configuration: String) throws -> pid_t {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(description: "No pipe can be made.") }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        for descriptor in (STDERR_FILENO + 1)..<512 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        let arguments = ["dbus-daemon", "--nofork", "--nopidfile", "--print-address", "--config-file=" + configuration]
        let pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var identifier: pid_t = 0
        let number = posix_spawnp(&identifier, "dbus-daemon", &actions, nil, pointers, environ)
        close(ends[1])
        guard number == 0 else {
            throw Failure(description: "dbus-daemon cannot be started; install the Debian package dbus-daemon.")
        }
        // It prints its address once it listens, and nothing if it cannot.
        var byte: UInt8 = 0
        guard read(ends[0], &byte, 1) == 1 else { throw Failure(description: "dbus-daemon ended at once.") }
        return identifier
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
