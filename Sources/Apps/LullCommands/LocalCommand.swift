// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// A command that needs devices, captures or the state directory in its own process, and no daemon.
///
/// `lull` declares it and leaves the work to `lull-local`, so that asking the daemon stays small and fast.
package protocol LocalCommand: AsyncParsableCommand {}

extension LocalCommand {
    /// Has the work done in this process.
    package func run() async throws {
        try await CurrentRunner.required().run(self)
    }
}
