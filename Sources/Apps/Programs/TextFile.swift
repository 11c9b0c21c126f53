// SPDX-License-Identifier: Apache-2.0

package import ControlAPI
import Glibc
import SleepModel

/// A text that somebody wrote, in a file or on standard input.
package struct TextFile {
    private let file: String

    /// The file at a path, or standard input for `-`.
    package init(_ file: String) { self.file = file }

    /// The longest document that is read, in bytes.
    private static let longest = 1 << 20

    /// Its text; `advice` says what file to give, without the full stop.
    package func text(advice: String) throws(ControlError) -> String {
        let isStandardInput = file == "-"
        let subject = isStandardInput ? "Standard input" : "“\(file.printable)”"
        let bytes: [UInt8]
        switch isStandardInput ? Self.bytes(of: STDIN_FILENO) : Self.bytes(at: file) {
        case .success(let read): bytes = read
        case .failure(let failure):
            throw ControlError(
                .inputOutput, "\(subject) cannot be read: \(String(cString: strerror(failure.number)).lowercased()).",
                advice: "\(advice).")
        }
        guard bytes.count <= Self.longest else {
            throw ControlError(
                .badData, "\(subject) has more than 1 MiB, which is too long.",
                advice: "\(advice); nothing was changed.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ControlError(
                .badData, "\(subject) is not text in UTF-8.",
                advice: "\(advice); nothing was changed.")
        }
        return text
    }

    private struct Failure: Error {
        let number: Int32
    }

    private static func bytes(at path: String) -> Result<[UInt8], Failure> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(Failure(number: errno)) }
        defer { close(descriptor) }
        return bytes(of: descriptor)
    }

    /// All there is to read, and of what is too long a little more than may be.
    private static func bytes(of descriptor: Int32) -> Result<[UInt8], Failure> {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count <= longest {
            let count = Glibc.read(descriptor, &part, part.count)
            if count == 0 { break }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return .failure(Failure(number: errno)) }
            bytes += part[..<count]
        }
        return .success(bytes)
    }
}
