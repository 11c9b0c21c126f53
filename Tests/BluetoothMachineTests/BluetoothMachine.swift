// SPDX-License-Identifier: Apache-2.0

import Foundation
import Processes

/// A virtual machine with the kernel's Bluetooth, and what became of the scenarios in it.
struct BluetoothMachine: Sendable {
    /// What became of a scenario.
    struct Outcome: Sendable {
        /// Nil if the machine did not get that far.
        let exitCode: Int32?
        let report: String
    }

    /// 0 if the last machine ran what was left to its end, whatever became of it.
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

    /// Starting a machine takes seconds, so all tests of a suite share a run.
    private static let control = Task {
        try await BluetoothMachine([.breaksEverything, .wearsTheControllersOut] + Scenario.control)
    }
    private static let transport = Task { try await BluetoothMachine(Scenario.transport) }

    /// The machine of what the programs do.
    static func afterControl() async throws -> BluetoothMachine { try await control.value }

    /// The machine of what the transports do.
    static func afterTransport() async throws -> BluetoothMachine { try await transport.value }

    /// Runs the scenarios to their end, in another machine where the kernel of one panics; the folder stays if anything
    /// went wrong.
    private init(_ scenarios: [Scenario]) async throws {
        let folder = try LogFolder()
        var queue = ScenarioQueue(scenarios)
        var outcomes: [Scenario: Outcome] = [:]
        var exitCode: Int32
        var report: String
        var hasPanicked: Bool
        repeat {
            let logs = "machine-\(queue.panics.count + 1)"
            exitCode = try await Self.run(queue.left, in: folder, logs: logs)
            report = "The machine ended with \(exitCode):\n\(folder.tail(of: "\(logs).txt"))"
            hasPanicked = exitCode == 125 && report.contains("Kernel panic")
            for scenario in queue.left {
                guard let code = Int32(folder.tail(of: "\(scenario.name)/exit-code")) else { continue }
                outcomes[scenario] = Outcome(exitCode: code, report: folder.digest(of: scenario.name))
            }
        } while queue.machineEnded(after: Set(outcomes.keys), hasPanicked: hasPanicked)
        // Whether every scenario was run counts, and not whether the machine could still be switched off after that.
        self.exitCode = hasPanicked && queue.left.isEmpty ? 0 : exitCode
        self.report =
            "\(report)\nIts kernel panicked at: \(queue.panics.map(\.name)). Its logs are in \(folder.url.path)."
        self.outcomes = outcomes
        let isAsExpected = scenarios.allSatisfy { scenario in
            outcomes[scenario].map { ($0.exitCode == 0) == (scenario != .breaksEverything) } ?? false
        }
        if self.exitCode == 0, isAsExpected { folder.remove() }
    }

    /// Runs scenarios in one machine, and returns its exit code.
    private static func run(_ scenarios: [Scenario], in folder: LogFolder, logs: String) async throws -> Int32 {
        try await ChildProcess(
            script,
            [
                "-g", "-t", "3000", "-s", folder.url.path, "-l", folder.url.appending(path: logs).path,
                guest.appending(path: "run-scenarios").path, folder.url.path, programs.path,
            ] + scenarios.map(\.name),
            input: .openPipe, output: folder.url.appending(path: "\(logs).txt").path
        ).ending().code
    }
}
