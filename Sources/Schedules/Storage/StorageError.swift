// SPDX-License-Identifier: Apache-2.0

package import SleepModel

/// Why a call of the store failed; nothing already acknowledged is lost.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public enum Code: String, Hashable, Sendable {
        /// The state directory or its file cannot be opened or written.
        case notWritable = "storage_not_writable"
        /// There is no room left on the disk; later calls succeed once there is.
        case full = "storage_full"
        /// The store has not answered yet; it may still make the change.
        case overdue = "storage_overdue"
        /// The caller may not use the state directory.
        case notPermitted = "storage_not_permitted"
        /// Another process holds the store.
        case busy = "storage_busy"
        /// The file was written by a newer version.
        case fromTheFuture = "storage_from_the_future"
        /// The file, or a row of it, cannot be read.
        case corrupt = "storage_corrupt"
        /// A name or address that must be unique is taken.
        case conflict = "storage_conflict"
        /// A name or identifier contains a character that cannot be stored.
        case invalidText = "storage_invalid_text"
        /// Any other error of the database.
        case failed = "storage_failed"
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

    /// The store was closed.
    package static let closed = StorageError(.failed, "The store is closed.")

    /// Another device has the name.
    package static func deviceNameTaken(_ name: String) -> StorageError {
        StorageError(.conflict, "Another device is already called “\(name)”.")
    }

    /// Another schedule of the same device and kind has the name.
    package static func scheduleNameTaken(_ name: String, kind: ScheduleKind) -> StorageError {
        let noun =
            switch kind {
            case .routine: "routine"
            case .alarm: "alarm"
            case .bedtime: "bedtime"
            }
        return StorageError(.conflict, "Another \(noun) of this device is already called “\(name)”.")
    }

    /// A text contains a NUL, which the message shows as its symbol.
    package static func textContainsNul(_ text: String) -> StorageError {
        let visible = text.replacing("\0", with: "\u{2400}")
        return StorageError(
            .invalidText, "\"\(visible)\" contains a NUL character, which cannot be stored; leave it out.")
    }
}

extension String {
    /// Whether both are the same name to a person: equal in Unicode's sense, without regard to case.
    package func isSameName(as other: String) -> Bool { comparedName == other.comparedName }

    /// The name as it is compared with others, by Unicode's equality.
    package var comparedName: String { lowercased() }
}
