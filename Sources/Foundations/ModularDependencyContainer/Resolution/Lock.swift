// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if LULL_TSAN
import Glibc
#endif

/// The one lock of this module.
///
/// The thread sanitizer does not see the lock inside `Mutex`. `-D LULL_TSAN` adds a lock that it sees.
struct Lock<State>: ~Copyable, Sendable {
    private let mutex: Mutex<State>
    #if LULL_TSAN
    private let seen = SeenLock()
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

#if LULL_TSAN
/// A lock of the threads library; keeps its address as a number, because pointers are not `Sendable`.
private struct SeenLock: ~Copyable, Sendable {
    private let address: UInt
    private var pointer: UnsafeMutablePointer<pthread_mutex_t>? { UnsafeMutablePointer(bitPattern: address) }

    init() {
        let pointer = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(pointer, nil)
        address = UInt(bitPattern: pointer)
    }

    deinit {
        guard let pointer else { return }
        pthread_mutex_destroy(pointer)
        pointer.deallocate()
    }

    func lock() {
        if let pointer { pthread_mutex_lock(pointer) }
    }

    func unlock() {
        if let pointer { pthread_mutex_unlock(pointer) }
    }
}
#endif

/// Something that happens once and is read without a lock.
struct Flag: ~Copyable, Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() {
        value.store(true, ordering: .releasing)
    }
}
