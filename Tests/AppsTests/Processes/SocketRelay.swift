// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

@testable import ControlAPI

/// A socket in front of another one, whose connections a test can cut.
final class SocketRelay: Sendable {
    private let path: String
    private let target: String
    private let open = Mutex<Set<Int32>>([])

    /// Passes on what comes to `path` to the socket at `target`, once it listens.
    init(at path: String, to target: String) {
        (self.path, self.target) = (path, target)
    }

    /// Takes connections.
    func listen() throws {
        guard let address = UnixAddress(path: path) else { throw POSIXError(.ENAMETOOLONG) }
        unlink(path)
        let listener = try address.bound()
        guard Glibc.listen(listener, 8) == 0 else { throw POSIXError(.EIO) }
        open.withLock { _ = $0.insert(listener) }
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { break }
                guard let daemon = connected() else {
                    close(client)
                    continue
                }
                open.withLock { $0.formUnion([client, daemon]) }
                copy(from: client, to: daemon)
                copy(from: daemon, to: client)
            }
            forget(listener)
        }
    }

    /// Ends all connections, and takes no more.
    func cut() {
        unlink(path)
        open.withLock { for descriptor in $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    private func connected() -> Int32? {
        guard let descriptor = try? UnixAddress(path: target)?.connected() else { return nil }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return descriptor
    }

    private func copy(from source: Int32, to sink: Int32) {
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 16384)
            while true {
                let count = read(source, &buffer, buffer.count)
                guard count > 0, send(sink, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
            }
            shutdown(sink, Int32(SHUT_WR))
            forget(source)
        }
    }

    /// Closes a descriptor that nobody reads any more.
    private func forget(_ descriptor: Int32) {
        open.withLock { if $0.remove(descriptor) != nil { close(descriptor) } }
    }
}
