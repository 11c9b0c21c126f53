// SPDX-License-Identifier: Apache-2.0

package import SleepModel

extension StorageError {
    /// The store was closed.
    package static let closed = StorageError(.failed, "The store is closed.")

    /// Another device has the name.
    package static func deviceNameTaken(_ name: String) -> StorageError {
        StorageError(.conflict, "Another device is already called \"\(name)\".")
    }

    /// Another schedule of the same device and kind has the name.
    package static func scheduleNameTaken(_ name: String, kind: ScheduleKind) -> StorageError {
        let noun =
            switch kind {
            case .routine: "routine"
            case .alarm: "alarm"
            case .bedtime: "bedtime"
            }
        return StorageError(.conflict, "Another \(noun) of this device is already called \"\(name)\".")
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
    package func isSameName(as other: String) -> Bool {
        lowercased() == other.lowercased()
    }
}
