// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Composition
package import ControlAPI
import ControlServices
package import LullCommands
package import Programs

/// Does local work in this process.
package struct LocalCommandRunner: LocalWork {
    /// Ready at once.
    package init() {}

    package func run(_ command: any LocalCommand) async throws {
        guard let command = command as? any RunnableLocally else {
            throw ControlError(.internalError, "Nothing does this command.", advice: "Please report this.")
        }
        do {
            try await command.runLocally()
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
        try await DirectSession(of: household).run(question)
    }
}
