// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// Why a document cannot be read as a setup.
public struct SetupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public enum Code: String, Hashable, Sendable {
        /// It is not YAML, or something in it is not what it should be.
        case invalid = "invalid_setup"
        /// It is larger than any setup.
        case tooLarge = "setup_too_large"
        /// It has more schedules than there may be.
        case tooManySchedules = "too_many_schedules"
        /// A newer version wrote it.
        case fromTheFuture = "setup_from_the_future"
    }

    /// What kind of failure.
    public let code: Code
    /// Where, counted from 1; nil when it concerns the whole document.
    public let line: Int?
    /// At which value, for example `devices[0].schedules[2].at`; nil when the text is not YAML.
    public let path: String?
    /// One sentence that says where, what is wrong and what is expected.
    public var message: String { message(about: "The setup") }
    private let what: String

    init(_ code: Code, line: Int? = nil, path: String? = nil, _ what: String) {
        self.code = code
        self.line = line
        self.path = path == "" ? nil : path
        self.what = what
    }

    /// The same of a text that is no whole setup, such as `The routine`.
    public func message(about subject: String) -> String {
        let place = [line.map { "line \($0)" }, path].compactMap(\.self).joined(separator: ", ")
        return "\(subject)\(place.isEmpty ? "" : " (\(place))"): \(what)\(what.hasSuffix("?") ? "" : ".")"
    }

    /// The sentence.
    public var description: String { message }
}

extension String {
    /// The text in quotation marks, for an error: short, and without control characters.
    var quoted: String {
        "“" + printable(upTo: 40) + (unicodeScalars.count > 40 ? "…”" : "”")
    }
}
