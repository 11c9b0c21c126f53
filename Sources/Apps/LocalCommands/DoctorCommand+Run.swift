// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import Doctor
import LullCommands
import Programs
import SystemClock

extension DoctorCommand: RunnableLocally {
    func runLocally() async throws {
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
