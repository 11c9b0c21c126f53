// SPDX-License-Identifier: Apache-2.0

import GRDB
import Storage

extension StatementArguments {
    /// Takes values whose text may come from outside; throws `invalidText` when one contains a NUL.
    init(checking values: [any DatabaseValueConvertible]) throws {
        let values = values.map(\.databaseValue)
        for value in values {
            if case .string(let text) = value.storage, text.utf8.contains(0) {
                throw StorageError.textContainsNul(text)
            }
        }
        self.init(values)
    }
}
