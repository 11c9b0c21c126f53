// SPDX-License-Identifier: Apache-2.0

/// What a process tells its service manager, as `sd_notify(3)` writes it.
enum ServiceMessage: Hashable, Sendable {
    /// Schedules run and the socket answers.
    case ready
    /// How it is, for people.
    case status(String)
    /// It makes progress.
    case alive
    /// It begins to stop.
    case stopping

    /// One assignment, without the end of its line.
    var assignment: String {
        switch self {
        case .ready: "READY=1"
        case .status(let text): "STATUS=" + Self.line(text)
        case .alive: "WATCHDOG=1"
        case .stopping: "STOPPING=1"
        }
    }

    /// Several as one datagram.
    static func datagram(_ messages: [ServiceMessage]) -> [UInt8] {
        Array(messages.map(\.assignment).joined(separator: "\n").utf8)
    }

    /// A text on one line: names come from people, and a line that one of them begins would be a message of its own.
    private static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
