// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Which file a path or a descriptor leads to.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    /// Whether it is a socket.
    let isSocket: Bool

    /// The file at a path, not followed if it is a symbolic link; nil if there is none.
    init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The file behind a descriptor; nil if it cannot be asked.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
    }
}
