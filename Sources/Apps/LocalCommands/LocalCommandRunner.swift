// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Composition
package import ControlAPI
import ControlServices
package import LullCommands

/// Does local work in this process.
package struct WorkHere: LocalWork {
    /// Ready at once.
    package init() {}

    package func run(_ command: any LocalCommand) async throws {
        guard let command = command as? any RunsHere else {
            throw ControlError(.internalError, "Nothing does this command.", advice: "Please report this.")
        }
        do {
            try await command.runHere()
        } catch {
            switch error {
            case is ControlError, is ValidationError, is ExitCode: throw error
            default: throw ControlError(error)
            }
        }
    }

    package func ask<Answer: Sendable>(
        _ household: DirectHousehold, _ question: @escaping @Sendable (any ControlService) async throws -> Answer
    ) async throws -> Answer {
        let session = DirectSession(
            state: household.state, transport: household.transport, adapter: household.adapter,
            deviceSockets: household.deviceSockets)
        return try await session.run(question)
    }
}
