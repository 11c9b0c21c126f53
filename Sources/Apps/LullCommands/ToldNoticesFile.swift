// SPDX-License-Identifier: Apache-2.0

package import ControlAPI
import FoundationEssentials
import Glibc
import SleepModel

/// The file that records which notices were told, for the next start.
package struct ToldNoticesFile: Sendable {
    private let path: String

    /// The file at a path, which need not be there yet.
    package init(_ path: String) { self.path = path }

    /// What it holds; nil when it is not there yet.
    ///
    /// Throws `input_output` when it cannot be read, and `bad_data` when it holds something else.
    package func read() throws(ControlError) -> ToldNotices? {
        guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw ControlError(
                .inputOutput, "“\(path.printable)” cannot be read.",
                advice: "Check who may read it, or name another file.")
        }
        guard let told = try? JSONDecoder().decode(ToldNotices.self, from: data) else {
            throw ControlError(
                .badData, "“\(path.printable)” does not hold what notices were told.",
                advice: "Remove it, or name another file.")
        }
        return told
    }

    /// Replaces what it holds; throws `input_output`.
    package func write(_ told: ToldNotices) throws(ControlError) {
        do {
            try JSONEncoder().encode(told).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw ControlError(
                .inputOutput, "“\(path.printable)” cannot be written.",
                advice: "Check that its directory exists and the disk has room.")
        }
    }
}
