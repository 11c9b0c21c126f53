// SPDX-License-Identifier: Apache-2.0

/// Why a call of the store failed; nothing already acknowledged is lost.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Takes any name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The state directory or its file cannot be opened or written.
        public static let notWritable = Code(rawValue: "storage_not_writable")
        /// There is no room left on the disk; later calls succeed once there is.
        public static let full = Code(rawValue: "storage_full")
        /// The caller may not use the state directory.
        public static let notPermitted = Code(rawValue: "storage_not_permitted")
        /// Another process holds the store.
        public static let busy = Code(rawValue: "storage_busy")
        /// The file was written by a newer version.
        public static let fromTheFuture = Code(rawValue: "storage_from_the_future")
        /// The file, or a row of it, cannot be read.
        public static let corrupt = Code(rawValue: "storage_corrupt")
        /// A name or address that must be unique is taken.
        public static let conflict = Code(rawValue: "storage_conflict")
        /// A name or identifier contains a character that cannot be stored.
        public static let invalidText = Code(rawValue: "storage_invalid_text")
        /// Any other error of the database.
        public static let failed = Code(rawValue: "storage_failed")
    }

    /// What kind of failure.
    public let code: Code
    /// One sentence that says what failed.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence.
    public var description: String { message }
}
