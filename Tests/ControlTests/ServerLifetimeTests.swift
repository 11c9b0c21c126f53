// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import ControlClient
import Foundation
import Glibc
import Testing

@testable import ControlServer

@Suite("A server from start to stop")
struct ServerLifetimeTests {
    /// What a server that cannot start throws.
    private func failure(at path: String) async -> ControlErrorCode? {
        do {
            try await ControlHTTPServer(service: FakeService().services, socketPath: path, logger: silent).run()
            return nil
        } catch {
            return (error as? ControlError)?.code
        }
    }

    @Test("The socket is its owner's alone", .timeLimit(.minutes(1)))
    func socket_hasMode0600() async throws {
        try await withServer(FakeService()) { server in
            let mode = try FileManager.default.attributesOfItem(atPath: server.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("A clean stop leaves nothing behind", .timeLimit(.minutes(1)))
    func stop_removesItsFiles() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(FakeService(), at: directory + "/s") { _ in }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
        }
    }

    @Test("Cancellation ends it as well", .timeLimit(.minutes(1)))
    func cancellation_removesItsFiles() async throws {
        try await withTemporaryDirectory { directory async throws in
            let (ready, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let server = ControlHTTPServer(
                service: FakeService().services, socketPath: directory + "/s", logger: silent,
                whenListening: { signal.yield() })
            await withTaskGroup { tasks in
                tasks.addTask { try? await server.run() }
                for await _ in ready { break }
                tasks.cancelAll()
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
        }
    }

    @Test("A request that has begun is answered before the stop", .timeLimit(.minutes(1)))
    func stop_waitsForTheReply() async throws {
        let gate = Gate()
        try await withServer(FakeService(gate: gate)) { server async throws in
            async let devices = ControlHTTPClient(socketPath: server.path).perform(Endpoints.devices)
            await gate.visited()
            await server.stop()
            await gate.open()
            #expect(try await devices == [Samples.device])
        }
    }

    @Test("The file of a daemon that was killed is replaced", .timeLimit(.minutes(1)))
    func start_replacesAStaleSocket() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/s"
            close(try unixAddress(path).bound())
            try Data().write(to: URL(fileURLWithPath: path + ".lock"))
            let devices = try await withServer(FakeService(), at: path) { server in
                try await ControlHTTPClient(socketPath: server.path).perform(Endpoints.devices)
            }
            #expect(devices == [Samples.device])
        }
    }

    @Test("A second daemon on the same socket is refused, and the first goes on", .timeLimit(.minutes(1)))
    func start_isBusy_whileAnotherServerRuns() async throws {
        try await withServer(FakeService()) { server async throws in
            #expect(await failure(at: server.path) == .busy)
            #expect(try await ControlHTTPClient(socketPath: server.path).perform(Endpoints.devices) == [Samples.device])
        }
    }

    @Test("Of many daemons that start together on a stale socket one goes on", .timeLimit(.minutes(1)))
    func start_lets_oneOfManyThrough() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/s"
            close(try unixAddress(path).bound())
            let claims = await withTaskGroup(of: SocketFile?.self) { tasks in
                for _ in 0..<50 {
                    tasks.addTask { try? SocketFile(path: path) }
                }
                return await tasks.reduce(into: []) { $0 += [$1].compactMap { $0 } }
            }
            #expect(claims.count == 1)
            for claim in claims {
                close(claim.descriptor)
                claim.remove()
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
        }
    }

    @Test("Somebody else's live socket is left alone", .timeLimit(.minutes(1)))
    func start_isBusy_whileSomebodyElseListens() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/s"
            let listener = try unixAddress(path).bound()
            defer { close(listener) }
            #expect(listen(listener, 0) == 0)
            #expect(await failure(at: path) == .busy)
            // Now as many wait as may.
            #expect(await failure(at: path) == .busy)
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("A file that is not a socket is left alone", .timeLimit(.minutes(1)))
    func start_isBadConfiguration_whenAFileIsInTheWay() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/s"
            try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
            #expect(await failure(at: path) == .badConfiguration)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["s"])
        }
    }

    @Test(
        "Paths that cannot be a socket's", .timeLimit(.minutes(1)),
        arguments: [
            "", "/tmp/\0/s", "/tmp/" + String(repeating: "x", count: 103), "/tmp/lull-no-such-directory/s",
            "/dev/null/s", "/tmp/" + String(repeating: "ä", count: 52),
        ])
    func start_isBadConfiguration_whenThePathCannotBe(_ path: String) async {
        #expect(await failure(at: path) == .badConfiguration)
    }

    @Test("The longest path works", .timeLimit(.minutes(1)))
    func start_works_atTheLongestPath() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/" + String(repeating: "s", count: 107 - directory.utf8.count - 1)
            let devices = try await withServer(FakeService(), at: path) { server in
                try await ControlHTTPClient(socketPath: server.path).perform(Endpoints.devices)
            }
            #expect(devices == [Samples.device])
        }
    }

    @Test(
        "What the system says becomes a code",
        arguments: [
            (ENOENT, .badConfiguration), (ENOTDIR, .badConfiguration), (EACCES, .notAllowed), (EPERM, .notAllowed),
            (EROFS, .inputOutput), (ENOSPC, .inputOutput), (EMFILE, .inputOutput),
        ] as [(Int32, ControlErrorCode)])
    func socketFailure_hasACode(_ number: Int32, _ code: ControlErrorCode) {
        #expect(ControlError(socketPath: "/s", SystemFailure(code: number)).code == code)
    }

    @Test("Root and the daemon's own user are allowed")
    func policy_allowsRootAndOwnUser() {
        #expect(PeerPolicy.ownUserAndRoot.users == [0, geteuid()])
        #expect(PeerPolicy.ownUserAndRoot.groups == [:])
    }
}
