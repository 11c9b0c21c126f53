// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// The address of a daemon's socket in the file system, for everybody who listens or connects there.
package struct UnixAddress: Sendable {
    /// How many bytes a path may have: the kernel's 108 minus the terminating zero.
    package static let maximumPathLength = 107

    /// The address as the kernel takes it.
    package let socketAddress: sockaddr_un

    /// The address of a path; nil if it is empty, too long or holds a zero byte.
    package init?(path: String) {
        let bytes = Array(path.utf8)
        guard (1...UnixAddress.maximumPathLength).contains(bytes.count), !bytes.contains(0) else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        socketAddress = address
    }

    /// Binds a stream socket to the address and returns its descriptor.
    package func bound() throws(SystemFailure) -> Int32 {
        try socket(flags: 0, bind)
    }

    /// Connects to the address without waiting and returns the descriptor.
    package func connected() throws(SystemFailure) -> Int32 {
        try socket(flags: Int32(SOCK_NONBLOCK.rawValue), connect)
    }

    private func socket(
        flags: Int32, _ attach: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemFailure) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags
        let descriptor = Glibc.socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw SystemFailure() }
        let result = withUnsafePointer(to: socketAddress) { pointer in
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
package struct SystemFailure: Error, Hashable {
    /// The number.
    package var code: Int32

    /// The failure with a number; if none is given, that of the last call.
    package init(code: Int32 = errno) {
        self.code = code
    }

    /// The system's text for it.
    package var text: String { String(cString: strerror(code)) }
}
