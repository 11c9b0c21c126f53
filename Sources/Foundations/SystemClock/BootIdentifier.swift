// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The kernel's name for the running boot.
enum BootIdentifier {
    /// Reads it; where the kernel does not say, each process gets a boot of its own, which is the safe choice.
    static func current() -> String {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return fallback }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return fallback }
        return String(decoding: bytes.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)
    }

    private static var fallback: String { "process-\(getpid())" }
}
