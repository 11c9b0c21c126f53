// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import ControlClient
import SeededRandom
import Testing

@testable import ControlServer

@Suite("Clients that misbehave")
struct HostileClientTests {
    static let halfRequest = "POST /v1/light HTTP/1.1\r\nHost: lull\r\nContent-Length: 50\r\n\r\n{"
    static let garbage: [String] = [
        "", "\n", "\0\0\0\0", "GET", "GET /\n", "GET / HTTP/9.9\r\n\r\n", "GET  HTTP/1.1\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{fc}\u{3}\u{3}", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: lull\r\n\r\n", "CONNECT a:1 HTTP/1.1\r\nHost: lull\r\n\r\n",
        "GET http://[::1 HTTP/1.1\r\nHost: lull\r\n\r\n",
        "GET http://a:99999999999999999999/v1 HTTP/1.1\r\nHost: lull\r\n\r\n",
        "GET http:// HTTP/1.1\r\nHost: lull\r\n\r\n", "GET ://?# HTTP/1.1\r\nHost: lull\r\n\r\n",
        "GET ? HTTP/1.1\r\nHost: lull\r\n\r\n", "GET /? HTTP/1.1\r\nHost: lull\r\n\r\n",
        "GET /?# HTTP/1.1\r\nHost: lull\r\n\r\n",
        "GET //////?#%zz HTTP/1.1\r\nHost: lull\r\n\r\n", "GET /v1/../v1/devices HTTP/1.1\r\nHost: lull\r\n\r\n",
        "GET /v1/devices HTTP/1.1\r\n: x\r\n\r\n", "GET /v1/devices HTTP/1.1\r\nHost: lull\r\nHost: y\r\n\r\n",
        "GET /v1/devices HTTP/1.1\r\nExpect: 100-continue\r\n\r\n",
        "POST /v1/light HTTP/1.1\r\nHost: lull\r\nContent-Length: -1\r\n\r\n",
        "POST /v1/light HTTP/1.1\r\nHost: lull\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST /v1/light HTTP/1.1\r\nHost: lull\r\nContent-Length: 9223372036854775807\r\n\r\n{",
        "POST /v1/light HTTP/1.1\r\nHost: lull\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /v1/light HTTP/1.1\r\nHost: lull\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        "POST /v1/light HTTP/1.1\r\nHost: lull\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{",
        "POST /v1/light HTTP/1.1\r\nHost: lull\r\nTransfer-Encoding: gzip\r\n\r\n\u{1f}",
        "GET /" + String(repeating: "a/", count: 100_000) + " HTTP/1.1\r\nHost: lull\r\n\r\n",
        "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 1_000_000) + "\r\n\r\n",
        "GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 50_000) + "\r\n",
        "POST /v1/light HTTP/1.1\r\nHost: lull\r\nContent-Length: 3000000\r\n\r\n"
            + String(repeating: "x", count: 3_000_000),
    ]

    @Test("What is not HTTP leaves the server serving", .timeLimit(.minutes(1)), arguments: garbage)
    func server_goesOn_afterGarbage(_ text: String) async throws {
        try await withServer(FakeService()) { server in
            _ = try await converse(server.path, Array(text.utf8))
            #expect(try await ControlHTTPClient(socketPath: server.path).perform(Endpoints.devices) == [Samples.device])
        }
    }

    @Test("Random changes to a request leave the server serving", .timeLimit(.minutes(1)))
    func server_goesOn_afterRandomBytes() async throws {
        var random = SeededGenerator(seed: 20_270_314)
        let valid = Array(
            "POST /v1/light?a=%41&b HTTP/1.1\r\nHost: lull\r\nContent-Length: 31\r\n\r\n{\"device\":\"n\",\"color\":\"amber\"}\n"
                .utf8)
        let requests = (0..<400).map { _ in
            var bytes = valid
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
            }
            return bytes
        }
        try await withServer(FakeService()) { server in
            for bytes in requests {
                _ = try await converse(server.path, bytes)
            }
            #expect(try await ControlHTTPClient(socketPath: server.path).perform(Endpoints.devices) == [Samples.device])
        }
    }

    @Test(
        "Open connections do not keep others out or the server from stopping", .timeLimit(.minutes(1)),
        arguments: [
            ("", .seconds(600)), ("GET /v1/dev", .seconds(600)), ("GET /v1/devices HTTP/1.1\r\n\r\n", .seconds(600)),
            (halfRequest, .milliseconds(50)),
        ] as [(String, Duration)])
    func server_goesOn_whileConnectionsAreOpen(_ beginning: String, _ stop: Duration) async throws {
        let limits = ControlHTTPServer.Limits(idle: .seconds(600), stop: stop)
        let connections = try await withServer(FakeService(), limits: limits) { server in
            let connections = try (0..<30).map { _ in
                let connection = try RawConnection(path: server.path)
                try connection.send(beginning)
                return connection
            }
            #expect(try await ControlHTTPClient(socketPath: server.path).perform(Endpoints.devices) == [Samples.device])
            return connections
        }
        connections.forEach { $0.close() }
    }

    @Test(
        "Silent connections are closed", .timeLimit(.minutes(1)),
        arguments: ["", "GET /v1/dev", halfRequest])
    func connection_isClosed_whenItStaysSilent(_ beginning: String) async throws {
        let limits = ControlHTTPServer.Limits(
            idle: .milliseconds(50), request: .milliseconds(50), stop: .seconds(600))
        try await withServer(FakeService(), limits: limits) { server in
            try await onThread {
                let connection = try RawConnection(path: server.path)
                defer { connection.close() }
                try connection.send(beginning)
                _ = try connection.receiveAll()
            }
        }
    }

    @Test(
        "Idle connections give way to newcomers", .timeLimit(.minutes(1)),
        arguments: ["", "GET /v1/dev", "GET /v1/devices HTTP/1.1\r\nHost: lull\r\n\r\n"])
    func newcomer_takesThePlaceOfTheLongestIdle_whenTheServerIsFull(_ beginning: String) async throws {
        let limits = ControlHTTPServer.Limits(clients: 4, idle: .seconds(600), stop: .milliseconds(50))
        try await withServer(FakeService(), limits: limits) { server in
            let connections = try await onThread {
                let connections = try (0..<8).map { _ in
                    let connection = try RawConnection(path: server.path)
                    try connection.send(beginning)
                    // A client that is answered is idle.
                    if beginning.hasSuffix("\r\n\r\n") { _ = try connection.receive() }
                    return connection
                }
                try RawConnection.waitUntilClosed(4, of: connections)
                return connections
            }
            #expect(try await ControlHTTPClient(socketPath: server.path).perform(Endpoints.devices) == [Samples.device])
            connections.forEach { $0.close() }
        }
    }

    /// Runs `body` against a server whose only client waits for a reply.
    private func withBusyServer(_ body: @escaping @Sendable (RunningServer) async throws -> Void) async throws {
        let limits = ControlHTTPServer.Limits(clients: 1, idle: .seconds(600), stop: .milliseconds(50))
        let gate = Gate()
        try await withServer(FakeService(gate: gate), limits: limits) { server in
            let busy = try RawConnection(path: server.path)
            try busy.send("GET /v1/devices HTTP/1.1\r\nHost: lull\r\n\r\n")
            await gate.visited()
            try await body(server)
            await gate.open()
            busy.close()
        }
    }

    @Test("A newcomer is refused when everybody is at work", .timeLimit(.minutes(1)))
    func newcomer_isRefused_whenNobodyIsIdle() async throws {
        try await withBusyServer { server in
            let refused = try? await onThread {
                let connection = try RawConnection(path: server.path)
                defer { connection.close() }
                return try connection.receiveAll()
            }
            #expect(refused?.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n") == true)
            #expect(refused?.contains(#""code":"busy""#) == true)
        }
    }

    @Test("A newcomer that is refused learns why", .timeLimit(.minutes(1)))
    func client_isBusy_whenNobodyIsIdle() async throws {
        try await withBusyServer { server in
            let error = await #expect(throws: ControlError.self) {
                try await ControlHTTPClient(socketPath: server.path).perform(Endpoints.devices)
            }
            #expect(error?.code == .busy)
        }
    }

    @Test("Clients that come all at once are answered or refused", .timeLimit(.minutes(1)))
    func crowd_isAnsweredOrRefused() async throws {
        try await withServer(FakeService(), limits: ControlHTTPServer.Limits(clients: 8)) { server in
            let statuses = try await withThrowingTaskGroup { tasks in
                for _ in 0..<200 {
                    tasks.addTask { try await request(server.path, "GET", "/v1/devices").0 }
                }
                return try await tasks.reduce(into: Set<Int?>()) { $0.insert($1) }
            }
            #expect(statuses.isSubset(of: [200, 503]))
            #expect(try await ControlHTTPClient(socketPath: server.path).perform(Endpoints.devices) == [Samples.device])
        }
    }

    @Test("A request that does not come as a whole is closed", .timeLimit(.minutes(1)))
    func connection_isClosed_whenItsRequestTakesTooLong() async throws {
        let limits = ControlHTTPServer.Limits(
            idle: .seconds(600), request: .milliseconds(50), stop: .seconds(600))
        try await withServer(FakeService(), limits: limits) { server in
            try await onThread {
                let connection = try RawConnection(path: server.path)
                defer { connection.close() }
                try connection.send(Self.halfRequest)
                try connection.waitUntilClosed()
            }
        }
    }

    /// Each reply is longer than what a socket takes at once, and most wait until the others are read.
    @Test("A client that ends sending first gets all of a long reply", .timeLimit(.minutes(1)))
    func longReply_arrivesWhole_whenTheClientEndsSendingFirst() async throws {
        let request = "GET \(OpenAPIDocument.path) HTTP/1.1\r\nHost: lull\r\nConnection: close\r\n\r\n"
        let document = try OpenAPIDocument.served.get()
        let replies = try await withServer(FakeService()) { server in
            try await onThread {
                let connections = try (0..<20).map { _ in try RawConnection(path: server.path) }
                defer { connections.forEach { $0.close() } }
                for connection in connections {
                    try connection.send(request)
                    connection.finish()
                }
                return try connections.map { try $0.receiveAll() }
            }
        }
        #expect(replies.allSatisfy { $0.hasSuffix("\r\n\r\n" + document) })
    }

    @Test("Events that nobody reads are given up", .timeLimit(.minutes(1)))
    func connection_isClosed_whenItsEventsAreNotRead() async throws {
        let service = FakeService(events: { AsyncThrowingStream { .heartbeat } })
        let limits = ControlHTTPServer.Limits(idle: .seconds(600), reading: .milliseconds(50), stop: .seconds(600))
        try await withServer(service, limits: limits) { server in
            try await onThread {
                let connection = try RawConnection(path: server.path)
                defer { connection.close() }
                try connection.send("GET /v1/events HTTP/1.1\r\nHost: lull\r\n\r\n")
                try connection.waitUntilClosed()
            }
        }
    }

    @Test("A client that does not read its reply does not keep the server from stopping", .timeLimit(.minutes(1)))
    func server_stops_whileAReplyIsNotRead() async throws {
        let service = FakeService(log: Array(repeating: Samples.logDocument, count: 50_000))
        let limits = ControlHTTPServer.Limits(idle: .seconds(600), stop: .milliseconds(50))
        let connection = try await withServer(service, limits: limits) { server in
            let connection = try RawConnection(path: server.path)
            try connection.send("GET /v1/log HTTP/1.1\r\nHost: lull\r\n\r\n")
            _ = try await onThread { try connection.receive() }
            return connection
        }
        connection.close()
    }

    @Test("A user who is not allowed is refused", .timeLimit(.minutes(1)))
    func peer_isRefused_whenThePolicyDoesNotNameIt() async throws {
        let service = FakeService()
        try await withServer(service, peerPolicy: PeerPolicy(users: [4_000_000_000])) { server in
            let error = try await #require(throws: ControlError.self) {
                try await ControlHTTPClient(socketPath: server.path).perform(Endpoints.devices)
            }
            #expect(error.code == .notAllowed)
            #expect(try await request(server.path, "GET", "/nonsense").0 == 403)
        }
        #expect(await service.asked.isEmpty)
    }
}
