// SPDX-License-Identifier: Apache-2.0

import Composition
import LullCommands
import Programs

extension NoticeRunCommand: RunnableLocally {
    func runLocally() async throws {
        let program = try NoticeProgram(named: program)
        _ = try await untilInterrupted { [self] in try await follow { try await program.failure(of: $0) } }
    }
}
