// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// Keeps what is logged, a line each with its metadata.
final class LogLines: Sendable {
    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.notice

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = metadata.merging(event.metadata ?? [:]) { _, own in own }.sorted { $0.key < $1.key }.map {
                "\($0)=\($1)"
            }
            lines.add((["\(event.level) \(event.message)"] + metadata).joined(separator: " | "))
        }
    }

    private let lines = Mutex<[String]>([])

    /// What was logged so far.
    var all: [String] { lines.withLock(\.self) }

    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

    private func add(_ line: String) { lines.withLock { $0.append(line) } }
}
