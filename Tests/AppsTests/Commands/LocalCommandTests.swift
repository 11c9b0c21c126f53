// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import Composition
@testable import LocalCommands
@testable import LullCommands

/// What `lull` leaves to `lull-local`.
struct LocalCommandTests {
    private func commands(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        let subcommands = command.configuration.subcommands
        return [command] + subcommands.flatMap { commands(below: $0) }
    }

    @Test func localCommand_hasItsWorkInLullLocal_eachOfThem() {
        var (declared, done): ([String], [String]) = ([], [])
        for command in commands(below: LullCommand.self) {
            let name = command.configuration.commandName ?? ""
            if let local = command as? any LocalCommand.Type {
                declared.append(name)
                if local is any RunnableLocally.Type { done.append(name) }
            }
        }
        #expect(declared.sorted() == ["decode", "demo", "doctor", "graph", "replay", "run", "simulate", "sounds"])
        #expect(done == declared)
    }

    @Test func simulate_listsEveryProfileAndFault() {
        #expect(SimulateCommand.profileNames == SimulationProcess.Unit.profileNames)
        #expect(SimulateCommand.faultNames == SimulationProcess.Unit.faultNames)
    }

    @Test func graph_listsEveryFormat() {
        #expect(
            GraphCommand.Format.allCases.map(\.rawValue) == CompositionGraph.Format.allCases.map(\.rawValue))
    }

    @Test(arguments: [
        ("/usr/bin/lull", ["/usr/bin/lull-local", "/usr/bin/../libexec/lull/lull-local"]),
        ("lull", ["./lull-local", "./../libexec/lull/lull-local"]),
    ])
    func localProgram_isBesideLull_orWherePackagesPutIt(program: String, places: [String]) {
        #expect(LocalProgram.places(of: program) == places)
    }
}
