// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Room on the disk that nobody else can take, for what happens at night on a disk that is full.
struct SpaceReserve: Sendable {
    /// The path of the file that takes the room.
    let path: String

    /// How much is kept: as much as SQLite's write-ahead log needs before it begins anew.
    static let size = 4 << 20
    /// How much stays free for others when it is taken.
    private static let leeway: UInt64 = 4 << 20

    /// The reserve beside a state file.
    init(of file: String) {
        path = file + ".reserve"
    }

    /// Whether the room is taken.
    var isTaken: Bool { DatabaseFile.size(of: path) == Self.size }

    /// Takes the room unless that leaves too little for others; returns whether it is taken.
    @discardableResult
    func take() -> Bool {
        guard !isTaken else { return true }
        var room = statvfs()
        guard statvfs(DatabaseFile(path: path).directory, &room) == 0,
            StateBackups.bytes(inBlocks: room.f_bavail, of: room.f_frsize) >= UInt64(Self.size) + Self.leeway
        else { return false }
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard posix_fallocate(descriptor, 0, Self.size) == 0 else {
            giveUp()
            return false
        }
        return true
    }

    /// Gives the room up, if it is taken.
    func giveUp() { unlink(path) }
}
