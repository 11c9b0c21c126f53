// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Processes
import Testing
import Waiting

@testable import DBus

/// A message bus of a test's own, ended with the value.
final class PrivateBus: Sendable {
    let path: String
    private let folder: String
    private let process: ChildProcess

    var address: BusConnection.Address { .at("unix:path=\(path)") }

    /// Starts a bus, and returns when it listens.
    init() async throws {
        var template = Array("/tmp/lull-bus-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure(description: "No temporary folder can be made.") }
        folder = String(cString: made)
        path = folder + "/bus"
        let (configuration, output, errors) = (folder + "/bus.conf", folder + "/output", folder + "/errors")
        try Self.configuration(path).write(toFile: configuration, atomically: true, encoding: .utf8)
        let arguments = ["--nofork", "--nopidfile", "--print-address", "--config-file=" + configuration]
        guard let process = try? ChildProcess("dbus-daemon", arguments, output: output, errors: errors) else {
            throw Failure(description: "dbus-daemon cannot be started; install the Debian package dbus-daemon.")
        }
        self.process = process
        // It prints its address once it listens, and nothing if it cannot.
        try await eventually { try !Data(contentsOf: URL(filePath: output)).isEmpty || !process.isRunning }
        guard process.isRunning else {
            let said = try String(contentsOfFile: errors, encoding: .utf8)
            throw Failure(description: "dbus-daemon ended at once: \(said)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Ends the bus as a crash would.
    func kill() async {
        await process.stop()
    }

    /// Makes the bus deaf and mute, or wakes it up again.
    func setHalted(_ isHalted: Bool) {
        process.signal(isHalted ? SIGSTOP : SIGCONT)
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

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
