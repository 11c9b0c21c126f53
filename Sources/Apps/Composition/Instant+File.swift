// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Glibc

extension Instant {
    /// When a file was last changed, as the wall clock said; nil if there is no file, or none that can be seen.
    init?(lastChangeOf path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(
            secondsSince1970: Int64(status.st_mtim.tv_sec),
            nanosecond: Int32(truncatingIfNeeded: status.st_mtim.tv_nsec))
    }
}
