// SPDX-License-Identifier: Apache-2.0

package import ControlAPI
package import Programs

/// Does in this process what `lull-local` does for `lull`.
package protocol LocalWork: Sendable {
    /// Does what a command asks; throws `ControlError`, `ValidationError` or `ExitCode`.
    func run(_ command: any LocalCommand) async throws

    /// Opens the household in this process, asks it, and closes it; throws `ControlError`, or what the question throws.
    func ask<Answer: Sendable>(
        _ household: DirectHousehold, _ question: @escaping @Sendable (any ControlService) async throws -> Answer
    ) async throws -> Answer
}

/// Which process does local work.
enum CurrentRunner {
    /// What does it here; nil in `lull`, which starts `lull-local` before it runs such a command.
    @TaskLocal static var current: (any LocalWork)?

    /// What does it here; throws `internal_error` where nothing does.
    static func required() throws(ControlError) -> any LocalWork {
        guard let current else {
            throw ControlError(.internalError, "This program does no local work.", advice: "Please report this.")
        }
        return current
    }
}
