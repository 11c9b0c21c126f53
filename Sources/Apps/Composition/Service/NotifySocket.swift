// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Sends to a service manager.
struct NotifySocket: Sendable {
    let address: NotifyAddress

    /// Sends a datagram; returns the number of the error if it was not taken within a second.
    func send(_ datagram: [UInt8]) -> CInt? {
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address.bytes) }
        // The name of a socket without a path ends where the address does.
        let length = socklen_t(MemoryLayout<sa_family_t>.size + address.bytes.count)
        let sent = withUnsafePointer(to: target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, datagram, datagram.count, CInt(MSG_NOSIGNAL), $0, length)
            }
        }
        return sent == datagram.count ? nil : errno
    }
}
