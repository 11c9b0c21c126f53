// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Composition
import ControlAPI
import Doctor
import SystemClock

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Says what keeps alarms from ringing, and what to do about it.",
        discussion: """
            It looks at the daemon, the Bluetooth service, the adapter, the radio's switches, the clock, the time zone, \
            the state directory and the devices, with or without a daemon, and changes nothing. Where this user may not \
            look, it says so; `sudo lull doctor` sees more.

            The exit code is 0 when alarms can ring, and 69 when something keeps them from it.
            """)

    @Flag(help: "Print one JSON document instead of text.") var json = false
    @Option(help: "The daemon's socket. Default: LULL_SOCKET, then the user's or the system's socket.")
    var socket: String?
    @Option(help: "The daemon's state directory.") var state: String?

    func run() async throws {
        let probe = HostProbe(
            stateDirectory: state ?? DefaultPaths.state, daemonSocket: socket ?? DefaultPaths.daemonSocket,
            clock: HostClock())
        let findings = await probe.facts().findings
        if json {
            try Output.write(json: findings)
        } else {
            try Output.write(lines: Self.lines(of: findings))
        }
        if findings.contains(where: { $0.state == .failure }) {
            throw ExitCode(ControlErrorCode.deviceUnreachable.exitCode)
        }
    }

    /// What is found, a row each, with what to do below it, and a sum at the end.
    static func lines(of findings: [Finding], width: Int = Terminal.width) -> [StyledLine] {
        var table = TextTable(["state", "what", "finding"], width: width)
        for finding in findings {
            let advice = finding.advice.map { " \($0)" } ?? ""
            table.add([finding.state.rawValue, finding.check, finding.message + advice], finding.state.style)
        }
        let failures = findings.filter { $0.state == .failure }.count
        let warnings = findings.filter { $0.state == .warning }.count
        let sum =
            failures > 0
            ? StyledLine("\(count(failures, "failure")) may keep alarms from ringing.", .failure)
            : warnings > 0
                ? StyledLine("Alarms can ring; see to \(count(warnings, "warning")).", .warning)
                : StyledLine("All is well.", .good)
        return table.styledLines + [StyledLine(""), sum]
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

extension Finding.State {
    /// The colour of it.
    fileprivate var style: StyledLine.Style? {
        switch self {
        case .ok: nil
        case .warning: .warning
        case .failure: .failure
        }
    }
}
