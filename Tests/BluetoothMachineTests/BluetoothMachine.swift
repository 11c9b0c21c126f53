// SPDX-License-Identifier: Apache-2.0

import Foundation
import Processes

/// One run of the virtual machine with the kernel's Bluetooth, with all scenarios in it.
struct BluetoothMachine: Sendable {
    /// What became of a scenario.
    struct Outcome: Sendable {
        /// Nil if the machine did not get that far.
        let exitCode: Int32?
        let report: String
    }

    /// 0 if every scenario was run, whatever became of it.
    let exitCode: Int32
    /// What the machine itself said.
    let report: String
    private let outcomes: [Scenario: Outcome]

    func outcome(of scenario: Scenario) -> Outcome {
        outcomes[scenario] ?? Outcome(exitCode: nil, report: "It was not run. \(report)")
    }

    private static let tests = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let script = tests.appending(path: "Support/BluetoothMachine/bluetooth-machine").path

    /// Where the package's programs are, unless `LULL_PROGRAMS` names another folder.
    private static let programs =
        ProcessInfo.processInfo.environment["LULL_PROGRAMS"].map { URL(filePath: $0) } ?? ChildProcess.programs

    /// Holds the scripts that run in the machine.
    static let guest = tests.appending(path: "BluetoothMachineTests/Guest")

    /// Whether a host without the packages fails the tests rather than skipping them.
    static let isRequired = ProcessInfo.processInfo.environment["LULL_REQUIRE_VM"] == "1"

    /// Why the machine cannot run here, with the command that installs what is missing; nil if it can.
    static let obstacle: String? = {
        do {
            let folder = try LogFolder()
            // A condition of a suite cannot wait otherwise.
            let exitCode = try ChildProcess(
                script, ["--check"], input: .openPipe, output: folder.url.appending(path: "output").path
            ).blockingEnding().code
            let said = folder.tail(of: "output")
            folder.remove()
            return exitCode == 0 ? nil : said
        } catch {
            return "The Bluetooth machine cannot be asked: \(error)"
        }
    }()

    /// Starting the machine takes seconds, so all tests share a run.
    private static let running = Task { try await BluetoothMachine() }

    static func finished() async throws -> BluetoothMachine {
        try await running.value
    }

    /// Runs the machine to its end; the folder stays if anything went wrong.
    private init() async throws {
        let folder = try LogFolder()
        let scenarios = [Scenario.breaksEverything] + Scenario.all
        exitCode = try await ChildProcess(
            Self.script,
            [
                "-g", "-t", "2400", "-s", folder.url.path, "-l", folder.url.appending(path: "machine").path,
                Self.guest.appending(path: "run-scenarios").path, folder.url.path, Self.programs.path,
            ] + scenarios.map(\.name),
            input: .openPipe, output: folder.url.appending(path: "output").path
        ).ending().code
        report =
            "The machine ended with \(exitCode):\n\(folder.tail(of: "output"))\nIts logs are in \(folder.url.path)."
        outcomes = scenarios.reduce(into: [:]) { outcomes, scenario in
            guard let exitCode = Int32(folder.tail(of: "\(scenario.name)/exit-code")) else { return }
            outcomes[scenario] = Outcome(
                exitCode: exitCode, report: folder.digest(of: scenario.name))
        }
        let isAsExpected = scenarios.allSatisfy { scenario in
            outcomes[scenario].map { ($0.exitCode == 0) == (scenario != .breaksEverything) } ?? false
        }
        if exitCode == 0, isAsExpected { folder.remove() }
    }
}
