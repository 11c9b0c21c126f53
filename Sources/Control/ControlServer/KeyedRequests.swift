// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Synchronization

/// Answers each command under a key once.
final class KeyedRequests: Sendable {
    private let known = Mutex(KnownRequests())

    /// The reply of `perform`, or the one that it gave before.
    ///
    /// Refuses with the status 422 a key of another command, and throws `busy` while the first one is not answered.
    func answer(
        _ key: RequestKey, _ content: KnownRequests.Content, at now: Duration,
        _ perform: () async throws -> ControlReply
    ) async throws -> ControlReply {
        switch known.withLock({ $0.begin(key, content, at: now) }) {
        case .answer(let reply): return reply
        case .refuse:
            throw RefusedRequest(
                status: 422, "Another request came with this \(RequestKey.header).",
                advice: "Give each command a key of its own, and use it again only to send the same command again.")
        case .wait:
            throw ControlError(
                .busy, "The first request with this \(RequestKey.header) is not answered yet.",
                advice: "Try again soon.")
        case .perform:
            do {
                let reply = try await perform()
                known.withLock { $0.finish(key, reply) }
                return reply
            } catch {
                known.withLock { $0.finish(key, nil) }
                throw error
            }
        }
    }
}
