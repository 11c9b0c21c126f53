// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What the last system call that failed left behind.
struct SystemFailure: Error, Hashable {
    /// The number.
    let code: Int32

    /// The failure of the call that was just made.
    init() {
        code = errno
    }

    /// The failure with this number.
    init(code: Int32) {
        self.code = code
    }

    /// The system's words for it.
    var text: String { String(cString: strerror(code)) }
}
