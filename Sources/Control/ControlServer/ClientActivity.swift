// SPDX-License-Identifier: Apache-2.0

/// What a connected client does, and what the server waits for.
struct ClientActivity: Hashable, Sendable {
    /// What a client does, as far as its place among all clients goes; those that come first give way first.
    enum Occupation: Int, Comparable, Sendable {
        case idle, watching, asking

        static func < (left: Occupation, right: Occupation) -> Bool { left.rawValue < right.rawValue }
    }

    /// What the client has to do next, within a time limit.
    enum Awaited: Hashable, Sendable {
        /// A request.
        case request
        /// The rest of a request.
        case restOfRequest
        /// That it reads what was sent.
        case reading
    }

    private var unanswered = 0
    private var isSending = false
    private var isWatching = false
    private var unread = 0

    /// What the client does.
    var occupation: Occupation {
        if unanswered == 0 { return .idle }
        return isWatching ? .watching : .asking
    }

    /// What the client has to do next; nil while it waits for the server.
    var awaited: Awaited? {
        if unread > 0 { return .reading }
        if unanswered == 0 { return .request }
        // The server reads a request that follows only after the reply to the one before.
        return isSending && unanswered == 1 ? .restOfRequest : nil
    }

    /// The client began a request; `isWatching` says that the reply lasts until one of them ends it.
    mutating func beginRequest(isWatching: Bool) {
        unanswered += 1
        isSending = true
        self.isWatching = isWatching
    }

    /// All of a request has come.
    mutating func endRequest() { isSending = false }

    /// A part of a reply is sent; the last one answers a request.
    mutating func send(isLast: Bool) {
        unread += 1
        if isLast { unanswered -= 1 }
    }

    /// The client took a part of a reply.
    mutating func read() { unread -= 1 }
}
