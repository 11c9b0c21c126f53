// SPDX-License-Identifier: Apache-2.0

package import ControlAPI
import FoundationEssentials
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

    /// Writes the whole file, and returns its length in bytes; throws `io` if that fails.
    @discardableResult
    package func write(_ text: String) throws(ControlError) -> Int {
        let bytes = Data(text.utf8)
        do {
            try bytes.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw ControlError(
                .inputOutput, "“\(path.printable)” cannot be written.",
                advice: "Check that its directory exists and the disk has room.")
        }
        return bytes.count
    }
}
