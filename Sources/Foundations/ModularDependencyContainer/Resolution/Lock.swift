// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The one lock of this module.
///
/// The thread sanitizer does not see the lock inside `Mutex`. `-D LULL_TSAN` adds a lock that it sees.
struct Lock<State>: ~Copyable, Sendable {
    private let mutex: Mutex<State>
    #if LULL_TSAN
    private let seen = PlatformLock()
    #endif

    init(_ initial: consuming sending State) {
        mutex = Mutex(initial)
    }

    borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if LULL_TSAN
        seen.lock()
        defer { seen.unlock() }
        #endif
        return try mutex.withLock(body)
    }
}

/// Something that happens once and is read without a lock.
struct Flag: ~Copyable, Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() {
        value.store(true, ordering: .releasing)
    }
}
