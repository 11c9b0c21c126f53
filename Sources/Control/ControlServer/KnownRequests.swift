// SPDX-License-Identifier: Apache-2.0

/// The commands that were done under keys, with their replies, so that none is done twice.
///
/// It keeps the last thousand, for a day, in four megabytes at most, and only in memory: a key is for trying again at once
/// what a lost connection has left open. A command that failed can be tried again under its key.
struct KnownRequests: Sendable {
    /// A command, without its key.
    struct Content: Hashable, Sendable {
        var path: String
        var condition: String?
        var body: [UInt8]
    }

    /// What to do about a command.
    enum Decision: Hashable, Sendable {
        /// Do it, and then call `finish`.
        case perform
        /// Answer what was answered before.
        case answer(ControlReply)
        /// Refuse it, as the key is that of another command.
        case refuse
        /// Refuse it for now, as the first one is not answered yet.
        case wait
    }

    private struct Entry {
        var content: Content
        var since: Duration
        var reply: ControlReply?
        var size: Int { content.body.count + (reply?.body.count ?? 0) }
    }

    /// How many replies are kept.
    static let most = 1000
    /// How many bytes of commands and replies are kept.
    static let mostBytes = 4 * 1024 * 1024
    /// For how long a reply is kept.
    static let time = Duration.seconds(24 * 3600)

    private var entries: [RequestKey: Entry] = [:]
    /// The keys of what is answered, oldest first.
    private var order: [RequestKey] = []
    private var size = 0

    /// Says what to do about a command, and remembers it.
    mutating func begin(_ key: RequestKey, _ content: Content, at now: Duration) -> Decision {
        while let oldest = order.first, let entry = entries[oldest], entry.since + Self.time <= now { drop(oldest) }
        guard let entry = entries[key] else {
            entries[key] = Entry(content: content, since: now)
            return .perform
        }
        guard entry.content == content else { return .refuse }
        return entry.reply.map { .answer($0) } ?? .wait
    }

    /// Keeps the reply to a command that was to be done; nil for one that failed.
    mutating func finish(_ key: RequestKey, _ reply: ControlReply?) {
        guard let reply else {
            entries[key] = nil
            return
        }
        entries[key]?.reply = reply
        order.append(key)
        size += entries[key]?.size ?? 0
        while order.count > Self.most || size > Self.mostBytes, let oldest = order.first { drop(oldest) }
    }

    private mutating func drop(_ key: RequestKey) {
        order.removeAll { $0 == key }
        size -= entries.removeValue(forKey: key)?.size ?? 0
    }
}

/// A reply of the API that has not been sent.
struct ControlReply: Hashable, Sendable {
    /// The status of HTTP.
    var status: Int
    /// The type of the body.
    var contentType: String
    /// The entity tag, with its quotation marks; nil if the reply is not about one schedule.
    var entityTag: String?
    /// The body.
    var body: [UInt8]
}
