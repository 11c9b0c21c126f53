// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Testing

@testable import ControlServer

/// Header fields of commands, and those of replies.
@Suite(.timeLimit(.minutes(1)))
struct CommandHeaderTests {
    private static let body = #"{"name":"school","device":"nursery","enabled":false}"#

    /// The status of each of some requests, one after the other on one connection.
    private func statuses(_ service: FakeService, _ requests: [String]) async throws -> [String] {
        try await withServer(service) { server in
            var statuses: [String] = []
            for request in requests {
                let reply = try await converse(server.path, Array(request.utf8))
                statuses.append(String(reply.split(separator: " ").dropFirst().first ?? ""))
            }
            return statuses
        }
    }

    private func post(_ path: String, _ headers: String..., body: String = body) -> String {
        "POST \(path) HTTP/1.1\r\nHost: lull\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n"
            + headers.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    @Test func command_isDoneOnce_underOneKey() async throws {
        let service = FakeService()
        let other = Self.body.replacing("false", with: "true")
        let statuses = try await statuses(
            service,
            [
                post("/v1/alarms/switch", "Idempotency-Key: k1"), post("/v1/alarms/switch", "Idempotency-Key: k1"),
                post("/v1/alarms/switch", "Idempotency-Key: k1", body: other),
                post("/v1/routines/switch", "Idempotency-Key: k1"), post("/v1/alarms/switch", "Idempotency-Key: a b"),
                post("/v1/alarms/switch"),
            ])
        #expect(statuses == ["200", "200", "422", "422", "400", "200"])
        #expect(await service.asked.count == 2)
    }

    /// A key is for what a lost connection leaves open.
    @Test func command_isDoneOnce_whenItsClientLeavesBeforeTheReply() async throws {
        let gate = Gate()
        let service = FakeService(gate: gate)
        let request = post("/v1/alarms/switch", "Idempotency-Key: k1")
        let statuses = try await withServer(service) { server async throws in
            let first = try RawConnection(path: server.path)
            try first.send(request)
            await gate.visited()
            first.close()
            func status() async throws -> String {
                let reply = try await converse(server.path, Array(request.utf8))
                return String(reply.split(separator: " ").dropFirst().first ?? "")
            }
            var statuses = [try await status()]
            await gate.open()
            repeat { statuses.append(try await status()) } while statuses.last == "409"
            return [statuses.first, statuses.last]
        }
        #expect(statuses == ["409", "200"])
        #expect(await service.asked.count == 1)
    }

    @Test func failedCommand_isDoneAgain_underItsKey() async throws {
        let service = FakeService(error: ControlError(.deviceUnreachable, "No.", advice: "Wait."))
        let request = post("/v1/alarms/switch", "Idempotency-Key: k1")
        #expect(try await statuses(service, [request, request]) == ["503", "503"])
        #expect(await service.asked.count == 2)
    }

    @Test func revision_isAskedFor_ofOperationsThatChangeASchedule() async throws {
        let statuses = try await statuses(
            FakeService(),
            [
                post("/v1/alarms/switch", "If-Match: \"r1\""), post("/v1/alarms/switch", "If-Match: r1"),
                post("/v1/alarms/dismiss", "If-Match: \"r1\""),
                post("/v1/alarms/switch/each", "If-Match: \"r1\", \"r2\""),
            ])
        #expect(statuses == ["200", "400", "400", "200"])
    }

    @Test func reply_hasTheRevisionAsItsTag() async throws {
        let reply = try await withServer(FakeService()) { server in
            try await converse(
                server.path,
                Array("GET /v1/alarms/show?name=school HTTP/1.1\r\nHost: lull\r\nConnection: close\r\n\r\n".utf8))
        }
        #expect(reply.lowercased().contains("\r\netag: \"r1\"\r\n"))
    }

    @Test(
        arguments: [
            ("*", nil), (#""a""#, ["a"]), (#""a", "b""#, ["a", "b"]), (#""""#, [""]),
        ] as [(String, Set<String>?)])
    func condition_isRead(_ text: String, _ revisions: Set<String>?) {
        #expect(RevisionCondition(ifMatch: text)?.revisions == revisions)
        #expect(RevisionCondition(ifMatch: text) != nil)
    }

    @Test(arguments: ["", "a", #"W/"a""#, #""a" "b""#, #""a","#, #"""#])
    func condition_isRefused_inAnotherForm(_ text: String) {
        #expect(RevisionCondition(ifMatch: text) == nil)
    }
}
