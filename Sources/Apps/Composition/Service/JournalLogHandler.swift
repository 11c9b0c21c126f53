// SPDX-License-Identifier: Apache-2.0

import Glibc
public import Logging

/// Writes lines for systemd's journal to the standard error: with their priority, and without the time, which it knows.
public struct JournalLogHandler: LogHandler {
    /// What every line has.
    public var metadata: Logger.Metadata = [:]
    /// The least severe level that is written.
    public var logLevel = Logger.Level.notice

    /// Makes a handler.
    public init() {}

    /// The value of one key that every line has.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let line = Self.line(event.level, event.message.description, all)
        // At once: lines of several threads must not mix.
        line.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// One line, whatever the text holds.
    static func line(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata) -> String {
        let more = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let text = (message + more).unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        return "<\(priority(of: level))>\(String(String.UnicodeScalarView(text)))\n"
    }

    /// The priority of syslog.
    private static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}
