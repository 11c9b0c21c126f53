// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Logging
import ServiceLifecycle

@testable import ControlServer

/// A logger that says nothing.
let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// A server that runs while a test needs it.
struct RunningServer: Sendable {
    /// Where it listens.
    let path: String
    private let group: ServiceGroup

    /// Starts to stop the server; whoever runs it waits for the end.
    func stop() async { await group.triggerGracefulShutdown() }

    fileprivate init(path: String, group: ServiceGroup) {
        self.path = path
        self.group = group
    }
}

/// Runs a server at a path and stops it afterwards; throws what the server throws.
func withServer<Result: Sendable>(
    _ service: FakeService, at path: String, peerPolicy: PeerPolicy = .ownUserAndRoot,
    limits: ControlHTTPServer.Limits = ControlHTTPServer.Limits(), unsaved: @escaping @Sendable () -> String? = { nil },
    _ body: @escaping @Sendable (RunningServer) async throws -> Result
) async throws -> Result {
    let (ready, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let server = ControlHTTPServer(
        service: service.services, socketPath: path, peerPolicy: peerPolicy, limits: limits, logger: silent,
        unsaved: unsaved, whenListening: { signal.yield() })
    let group = ServiceGroup(services: [server], logger: silent)
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { signal.finish() }
            try await group.run()
        }
        var started = ready.makeAsyncIterator()
        guard await started.next() != nil else {
            try await tasks.waitForAll()
            throw CancellationError()
        }
        let result = try await body(RunningServer(path: path, group: group))
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
        return result
    }
}

/// Runs a server in a directory of its own.
func withServer<Result: Sendable>(
    _ service: FakeService, peerPolicy: PeerPolicy = .ownUserAndRoot,
    limits: ControlHTTPServer.Limits = ControlHTTPServer.Limits(), unsaved: @escaping @Sendable () -> String? = { nil },
    _ body: @escaping @Sendable (RunningServer) async throws -> Result
) async throws -> Result {
    try await withTemporaryDirectory { directory in
        try await withServer(
            service, at: directory + "/s", peerPolicy: peerPolicy, limits: limits, unsaved: unsaved, body)
    }
}
