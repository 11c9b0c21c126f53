// SPDX-License-Identifier: Apache-2.0

/// Where a service manager listens: a path, or a name in the kernel's own list, which begins with “@”.
public struct NotifyAddress: Hashable, Sendable {
    /// How many bytes the kernel takes.
    private static let limit = 108

    /// The bytes of the socket's address: a path with its end, or a zero byte and a name.
    let bytes: [UInt8]

    /// Reads the value of `NOTIFY_SOCKET`; nil if it is none, or is too long.
    public init?(_ text: String) {
        let text = Array(text.utf8)
        guard text.count > 1, !text.contains(0) else { return nil }
        switch text[0] {
        case UInt8(ascii: "/"): bytes = text + [0]
        case UInt8(ascii: "@"): bytes = [0] + text.dropFirst()
        default: return nil
        }
        guard bytes.count <= Self.limit else { return nil }
    }
}
