// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Glibc

/// An exclusive lock on a file; it ends with the process at the latest.
struct LockFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Takes the lock and creates the file if it is missing; nil if another process has the lock.
    init?(path: String) throws(SystemFailure) {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw SystemFailure() }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                return nil
            }
            // The last holder may have removed the file after it was opened here; then the lock is worthless.
            if FileIdentity(descriptor: descriptor) == FileIdentity(path: path) {
                self.path = path
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
    }

    /// Removes the file and releases the lock; call it once.
    func release() {
        if FileIdentity(descriptor: descriptor) == FileIdentity(path: path) {
            unlink(path)
        }
        close(descriptor)
    }
}

/// The identity of the file behind a path or a descriptor.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    /// Whether it is a socket.
    let isSocket: Bool

    /// The file at a path, without following symbolic links; nil if there is none.
    init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The file behind a descriptor; nil if it has none.
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
