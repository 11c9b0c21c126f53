// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Synchronization

/// The status that was written last: programs ask for it again and again, and mostly it is the same.
final class StatusMemo: Sendable {
    private let last = Mutex<(documents: [StatusDocument], text: [UInt8])?>(nil)

    /// Documents as they are sent, written anew only if they differ from the last ones.
    func text(
        of documents: [StatusDocument], writing write: ([StatusDocument]) throws -> [UInt8]
    ) rethrows -> [UInt8] {
        if let last = last.withLock(\.self), last.documents == documents { return last.text }
        let text = try write(documents)
        last.withLock { $0 = (documents, text) }
        return text
    }
}
