// SPDX-License-Identifier: Apache-2.0

// All that this module needs of the platform.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// A thread of the platform, as a number.
enum PlatformThread {
    /// The thread that runs this; two threads that run at the same time have different numbers.
    static var current: UInt {
        #if canImport(Darwin) || canImport(Musl)
        // A pointer there.
        UInt(bitPattern: pthread_self())
        #else
        UInt(pthread_self())
        #endif
    }
}

#if LULL_TSAN
/// A lock of the threads library; keeps its address as a number, because pointers are not `Sendable`.
struct PlatformLock: ~Copyable, Sendable {
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
