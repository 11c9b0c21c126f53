// SPDX-License-Identifier: Apache-2.0

import Clocks
import Glibc

/// The lines of standard input, as they are typed.
struct TypedLines: Sendable {
    /// How often to look: a read that waits could not be cancelled.
    private static let look = Duration.milliseconds(100)
    /// More than anybody types in one line.
    private static let longestLine = 1000

    let clock: any NightClock

    /// Calls `body` with each line that is not empty, until the input ends or cannot be read.
    ///
    /// A last line without a line end counts, too. Throws when it is cancelled.
    func follow(_ body: (String) async -> Void) async throws {
        var line: [UInt8] = []
        while let bytes = Self.read() {
            for byte in bytes {
                guard byte == UInt8(ascii: "\n") else {
                    if line.count < Self.longestLine { line.append(byte) }
                    continue
                }
                await Self.pass(line, to: body)
                line = []
            }
            try await clock.sleep(for: Self.look)
        }
        await Self.pass(line, to: body)
    }

    private static func pass(_ line: [UInt8], to body: (String) async -> Void) async {
        guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
        await body(String(decoding: line, as: UTF8.self))
    }

    /// What is there to read now, without waiting; nil at the end.
    private static func read() -> [UInt8]? {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 0) != 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
        return count == 0 ? nil : Array(bytes[..<count])
    }
}
