// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The address of a unix socket in the file system.
struct UnixAddress: Sendable {
    /// How many bytes a path may have: the kernel's 108 minus the terminating zero.
    static let maximumPathLength = 107

    private let address: sockaddr_un

    /// The address of a path; nil if it is empty, too long or holds a zero byte.
    init?(path: String) {
        let bytes = Array(path.utf8)
        guard (1...UnixAddress.maximumPathLength).contains(bytes.count), !bytes.contains(0) else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        self.address = address
    }

    /// Binds a stream socket to the address and returns its descriptor.
    func bound() throws(SystemFailure) -> Int32 {
        try socket(flags: 0, bind)
    }

    /// Connects to the address without waiting and returns the descriptor.
    func connected() throws(SystemFailure) -> Int32 {
        try socket(flags: Int32(SOCK_NONBLOCK.rawValue), connect)
    }

    private func socket(
        flags: Int32, _ attach: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemFailure) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags
        let descriptor = Glibc.socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw SystemFailure() }
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                attach(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let failure = SystemFailure()
            close(descriptor)
            throw failure
        }
        return descriptor
    }
}

/// The error of a failed system call.
struct SystemFailure: Error, Hashable {
    /// The number; if none is given, that of the last call.
    var code = errno

    /// The system's text for it.
    var text: String { String(cString: strerror(code)) }
}
