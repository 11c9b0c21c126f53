// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Glibc
import Testing

@testable import ControlClient
@testable import ControlServer

@Suite("The client and servers that fail it")
struct ControlClientTests {
    /// What asking for devices throws.
    private static func failure(at path: String, timeout: Duration = .seconds(30)) async -> ControlError? {
        do {
            _ = try await ControlHTTPClient(socketPath: path, timeout: timeout).perform(Endpoints.devices)
            return nil
        } catch {
            return error
        }
    }

    @Test("Nobody there", .timeLimit(.minutes(1)))
    func request_isUnreachable_whenThereIsNoSocket() async {
        let expected = ControlError(
            .daemonUnreachable, "The daemon does not answer at /tmp/lull-no-such-socket.",
            advice: "Start it with `lulld`, or as a service with `sudo systemctl start lulld`, "
                + "or give its socket with --socket.")
        #expect(await ControlClientTests.failure(at: "/tmp/lull-no-such-socket") == expected)
    }

    @Test("A file left behind", .timeLimit(.minutes(1)))
    func request_isUnreachable_whenTheSocketRefuses() async throws {
        try await withTemporaryDirectory { directory in
            close(try unixAddress(directory + "/s").bound())
            #expect(await ControlClientTests.failure(at: directory + "/s")?.code == .daemonUnreachable)
        }
    }

    @Test(
        "Paths that cannot be a socket's", .timeLimit(.minutes(1)),
        arguments: ["", "/tmp/\0", String(repeating: "x", count: 108)])
    func request_isBadConfiguration_whenThePathCannotBe(_ path: String) async {
        #expect(await ControlClientTests.failure(at: path)?.code == .badConfiguration)
    }

    @Test("A daemon that hangs", .timeLimit(.minutes(1)))
    func request_timesOut_whenNobodyAnswers() async throws {
        try await withTemporaryDirectory { directory in
            let listener = try unixAddress(directory + "/s").bound()
            defer { close(listener) }
            #expect(listen(listener, 1) == 0)
            let error = await ControlClientTests.failure(at: directory + "/s", timeout: .milliseconds(50))
            #expect(error?.code == .timedOut)
        }
    }

    @Test("A daemon with more waiting than it may have", .timeLimit(.minutes(1)))
    func request_isBusy_whenTooManyWait() async throws {
        try await withTemporaryDirectory { directory in
            let address = try unixAddress(directory + "/s")
            let listener = try address.bound()
            #expect(listen(listener, 0) == 0)
            let waiting = try address.connected()
            defer {
                close(waiting)
                close(listener)
            }
            #expect(await ControlClientTests.failure(at: directory + "/s")?.code == .busy)
        }
    }

    @Test("Cancellation", .timeLimit(.minutes(1)))
    func request_ends_whenItIsCancelled() async throws {
        let gate = Gate()
        try await withServer(FakeService(gate: gate)) { server in
            let error = await withTaskGroup(of: ControlError?.self) { tasks in
                tasks.addTask { await ControlClientTests.failure(at: server.path) }
                await gate.visited()
                tasks.cancelAll()
                return await tasks.next() ?? nil
            }
            #expect(error?.code == .timedOut)
            await gate.open()
        }
    }

    struct Foreign: Sendable, CustomTestStringConvertible {
        let reply: String
        let code: ControlErrorCode
        var testDescription: String { "\(reply.prefix(60).debugDescription): \(code)" }

        init(_ reply: String, _ code: ControlErrorCode) {
            self.reply = reply
            self.code = code
        }
    }

    static let foreign = [
        Foreign("", .daemonUnreachable),
        Foreign("HTTP/1.1 20", .daemonUnreachable),
        Foreign("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n[]", .daemonUnreachable),
        Foreign("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]", .daemonUnreachable),
        Foreign("SSH-2.0-OpenSSH_9.2\r\n", .badData),
        Foreign("\0\u{1}\u{2}\u{3}", .badData),
        Foreign("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n[]", .badData),
        Foreign("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 200_000) + "\r\n\r\n[]", .badData),
        Foreign("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>", .badData),
        Foreign("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", .badData),
        Foreign("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", .badData),
        Foreign("HTTP/1.1 204 No Content\r\n\r\n", .badData),
        Foreign("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 2\r\n\r\n[]", .badData),
        Foreign("HTTP/1.1 500 Oops\r\nContent-Length: 4\r\n\r\nOops", .badData),
        Foreign(
            "HTTP/1.1 500 Oops\r\nConnection: close\r\n\r\n"
                + #"{"error":{"code":"from_the_future","message":"m","advice":"a"}}"#, .internalError),
        Foreign("HTTP/1.1 200 OK\r\n\r\n[" + String(repeating: " ", count: 16 * 1024 * 1024) + "]", .badData),
    ]

    @Test("What a server may answer", .timeLimit(.minutes(1)), arguments: foreign)
    func request_fails_whenTheReplyIsNoReply(_ foreign: Foreign) async throws {
        let error = try await withForeignServer(replying: Array(foreign.reply.utf8)) { path in
            await ControlClientTests.failure(at: path)
        }
        #expect(error?.code == foreign.code)
    }

    @Test(
        "What the system says becomes a code",
        arguments: [
            (EACCES, .notAllowed), (EPERM, .notAllowed), (ENOENT, .daemonUnreachable),
            (ECONNREFUSED, .daemonUnreachable), (ECONNRESET, .daemonUnreachable), (EPIPE, .daemonUnreachable),
            (EAGAIN, .busy), (EMFILE, .inputOutput),
        ] as [(Int32, ControlErrorCode)])
    func connectionFailure_hasACode(_ number: Int32, _ code: ControlErrorCode) {
        let exchange = HTTPExchange(socketPath: "/s", timeout: .seconds(1))
        #expect(exchange.controlError(errno: number).code == code)
    }

    @Test(
        "A socket that may not be opened", .timeLimit(.minutes(1)),
        arguments: [(0o600, false), (0o660, true), (0o666, true)])
    func refusedConnection_saysHowToJoinTheGroup_whenItsMembersMayConnect(
        _ mode: mode_t, _ isForGroup: Bool
    ) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/s"
            close(try unixAddress(path).bound())
            let group = String(cString: try #require(getgrgid(getegid())).pointee.gr_name)
            #expect(chmod(path, mode) == 0)
            let expected = ControlError(
                .notAllowed, "This user may not open the daemon's socket \(path).",
                advice: isForGroup
                    ? "Run `sudo adduser $USER \(group)` and log in again, or ask as root."
                    : "Run it as the daemon's user, or as root.")
            #expect(HTTPExchange(socketPath: path, timeout: .seconds(1)).controlError(errno: EACCES) == expected)
        }
    }

    @Test(
        "Queries are written so that every server reads them",
        arguments: [
            ([:], ""), (["a": ""], "?a="), (["b": "1", "a": "x y"], "?a=x%20y&b=1"),
            (["n": "a&b=c+d%/?#🌙-._~"], "?n=a%26b%3Dc%2Bd%25%2F%3F%23%F0%9F%8C%99-._~"), (["n": "\n\0"], "?n=%0A%00"),
        ] as [([String: String], String)])
    func query_isPercentEncoded(_ items: [String: String], _ expected: String) {
        #expect(QueryString.encode(items) == expected)
    }
}
