// SPDX-License-Identifier: Apache-2.0

/// What tells a command of one user from another one, as its caller says in `Idempotency-Key`.
struct RequestKey: Hashable, Sendable {
    /// The header field.
    static let header = "Idempotency-Key"
    /// The longest text, in bytes.
    static let longest = 255

    private let user: UInt32
    private let text: String

    /// Takes 1 to 255 visible characters of ASCII; nil for another text.
    init?(_ text: String, of user: UInt32) {
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.user = user
        self.text = text
    }
}
