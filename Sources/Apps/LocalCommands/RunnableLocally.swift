// SPDX-License-Identifier: Apache-2.0

package import LullCommands

/// A local command with the work that it stands for.
package protocol RunnableLocally: LocalCommand {
    /// Does it in this process; throws `ControlError`, `ValidationError` or `ExitCode`.
    func runLocally() async throws
}
