// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The one lock of this module, so that another primitive can be put in its place.
struct Lock<State>: ~Copyable, Sendable {
    private let mutex: Mutex<State>

    init(_ initial: consuming sending State) {
        mutex = Mutex(initial)
    }

    borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock(body)
    }
}
