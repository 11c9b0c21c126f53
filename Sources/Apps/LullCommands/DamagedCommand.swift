// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

struct DamagedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "damaged", abstract: "What is stored but cannot be read.",
        discussion: "Lull ignores it and leaves it unchanged. Everything else works.",
        subcommands: [List.self, Remove.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists it, why it cannot be read, and what to do.")
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let damaged = try await options.ask(Endpoints.damaged)
            try options.show(
                damaged,
                asStyledLines: { damaged in
                    guard !damaged.isEmpty else { return [StyledLine("Everything can be read.", .good)] }
                    return damaged.flatMap { row in
                        [
                            StyledLine("\(row.id)  \(row.message)", .warning), StyledLine("  \(row.reason)"),
                            StyledLine("  \(row.advice)"),
                        ]
                    }
                })
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes something that cannot be read, for good.")
        @Argument(help: "Its id, as `lull damaged list` shows it, for example schedules:3.") var id: String?
        @Flag(help: "Everything that cannot be read.") var all = false
        @OptionGroup var options: DaemonOptions

        func validate() throws {
            guard (id != nil) != all else {
                throw ValidationError("Give an id, as `lull damaged list` shows it, or --all.")
            }
        }

        func run() async throws {
            if let id {
                let row = try await options.ask(Endpoints.removeDamaged, DamagedSelection(id: id))
                return try options.show(row) { "Removed \($0.id)." }
            }
            let (removed, left) = try await options.ask { service in try await Self.removeAll(with: service) }
            try options.show(
                removed,
                asLines: { $0.isEmpty && left.isEmpty ? ["Everything can be read."] : $0.map { "Removed \($0.id)." } })
            try left.requireNone()
        }

        /// Removes each that can be removed by itself; returns them and the others.
        private static func removeAll(
            with service: any ControlService
        ) async throws -> (removed: [DamagedRowDocument], left: [DamagedRowDocument]) {
            var (removed, left): ([DamagedRowDocument], [DamagedRowDocument]) = ([], [])
            for row in try await service.perform(Endpoints.damaged) {
                do throws(ControlError) {
                    removed.append(try await service.perform(Endpoints.removeDamaged, DamagedSelection(id: row.id)))
                } catch {
                    switch error.code {
                    // A device that is in use, for example.
                    case .invalidArgument: left.append(row)
                    // Somebody else removed it meanwhile.
                    case .unknownSchedule: break
                    default: throw error
                    }
                }
            }
            return (removed, left)
        }
    }
}
