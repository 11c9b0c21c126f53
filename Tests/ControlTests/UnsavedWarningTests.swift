// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import ControlClient
import Synchronization
import Testing

@testable import ControlServer

/// Replies of a daemon that can save nothing.
@Suite(.timeLimit(.minutes(1)))
struct UnsavedWarningTests {
    /// What a client learns from a reply.
    private func warnings(when unsaved: String?) async throws -> [String] {
        try await withServer(FakeService(), unsaved: { unsaved }) { server in
            let warnings = Warnings()
            let client = ControlHTTPClient(socketPath: server.path) { warning in warnings.add(warning) }
            // Some commands ask for more than one thing.
            for _ in 1...2 { _ = try await client.perform(Endpoints.devices) }
            return warnings.all
        }
    }

    @Test(arguments: ["The disk is full.", "Kein Platz für „100 %“;\r\nx: y 🛏"])
    func client_learnsWhyOnce_whateverTheReasonIs(reason: String) async throws {
        #expect(try await warnings(when: reason) == [reason])
    }

    @Test func client_isNotWarned_whileEverythingIsSaved() async throws {
        #expect(try await warnings(when: nil) == [])
    }
}

private final class Warnings: Sendable {
    private let state = Mutex<[String]>([])

    var all: [String] { state.withLock { $0 } }

    func add(_ warning: String) { state.withLock { $0.append(warning) } }
}
