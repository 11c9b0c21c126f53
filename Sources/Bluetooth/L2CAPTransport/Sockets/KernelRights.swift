// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What the kernel allows this process to do with Bluetooth.
public struct KernelRights: Hashable, Sendable {
    /// Whether it has `CAP_NET_ADMIN`: it may search for devices, and hears what others' searches find.
    public var mayListen: Bool

    /// Reads the rights in the text of `/proc/self/status`; without them there, none.
    init(status: String) {
        let mask = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
            .flatMap { UInt64($0.dropFirst("CapEff:".count).drop { $0 == "\t" || $0 == " " }, radix: 16) }
        mayListen = (mask ?? 0) >> Self.networkAdministration & 1 == 1
    }

    /// The rights of this process at present.
    public static func current() -> KernelRights {
        KernelRights(status: String(decoding: contents(of: "/proc/self/status"), as: UTF8.self))
    }

    /// `CAP_NET_ADMIN` of linux/capability.h.
    private static let networkAdministration: UInt64 = 12

    private static func contents(of path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(count, 0)))
    }
}
