// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Something that happens once and is read without a lock.
struct Flag: ~Copyable, Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() {
        value.store(true, ordering: .releasing)
    }
}
