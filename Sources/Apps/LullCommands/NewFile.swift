// SPDX-License-Identifier: Apache-2.0

package import ControlAPI
package import FoundationEssentials
import Glibc
import SleepModel

/// A file that a command writes, and that is not there yet.
package struct NewFile {
    private let path: String

    /// The file at a path; throws `already_exists` if there is one.
    package init(_ path: String) throws(ControlError) {
        guard access(path, F_OK) != 0 else {
            throw ControlError(
                .alreadyExists, "“\(path.printable)” exists already.", advice: "Give another name, or remove it first.")
        }
        self.path = path
    }

    /// Writes the whole file; throws `io` if that fails, also if somebody has made the file since.
    package func write(_ bytes: Data) throws(ControlError) {
        do {
            try bytes.write(to: URL(filePath: path), options: .withoutOverwriting)
        } catch {
            throw ControlError(
                .inputOutput, "“\(path.printable)” cannot be written.",
                advice: "Check that its directory exists and the disk has room.")
        }
    }
}
