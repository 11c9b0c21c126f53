// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Glibc

/// An exclusive lock on a file, which ends with the process at the latest.
struct LockFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Takes the lock, and makes the file if it is missing; nil if somebody else has the lock.
    init?(path: String) throws(SystemFailure) {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw SystemFailure() }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                return nil
            }
            // The holder before may have removed the file after it was opened here; such a lock excludes nobody.
            if FileIdentity(descriptor: descriptor) == FileIdentity(path: path) {
                self.path = path
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
    }

    /// Removes the file and gives the lock back; once only.
    func release() {
        if FileIdentity(descriptor: descriptor) == FileIdentity(path: path) {
            unlink(path)
        }
        close(descriptor)
    }
}

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
