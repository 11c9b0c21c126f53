// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The group whose members may connect to a socket.
struct SocketGroup {
    private let name: String

    /// Nil when the socket is its owner's alone, or is not there.
    init?(ofSocket path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IWGRP != 0, let name = Self.name(of: status.st_gid)
        else { return nil }
        self.name = name
    }

    /// What somebody does who may not connect yet.
    var advice: String { "Run `sudo adduser $USER \(name)` and log in again, or ask as root." }

    private static func name(of number: gid_t) -> String? {
        // An entry lists its members; one that does not fit has no name here.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { buffer in
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            guard let start = buffer.baseAddress, getgrgid_r(number, &entry, start, buffer.count, &found) == 0,
                found != nil, let name = entry.gr_name
            else { return nil }
            return String(cString: name)
        }
    }
}
