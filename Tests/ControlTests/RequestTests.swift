// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import FoundationEssentials
import Testing

@testable import ControlServer

@Suite("Requests that do not fit")
struct RequestTests {
    @Test("JSON is written sorted, with plain slashes and nulls", .timeLimit(.minutes(1)))
    func reply_isSortedJSON() async throws {
        try await withServer(FakeService()) { server in
            let reply = try await converse(
                server.path, Array("GET /v1/devices HTTP/1.1\r\nHost: lull\r\nConnection: close\r\n\r\n".utf8))
            #expect(reply.contains("Content-Type: application/json\r\n"))
            let expected = """
                [{"address":"DC:06:41:DC:1A:B4","addressType":null,"name":"Kinderzimmer 🌙 \\"öst\\"/1",\
                "paired":true,"product":"hatch-rest","reason":null,"route":"lull://device/DC:06:41:DC:1A:B4","rssi":-61,"supported":true}]
                """
            #expect(reply.hasSuffix("\r\n\r\n" + expected))
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let method: String
        let target: String
        let body: String
        let status: Int
        let message: String
        var testDescription: String { "\(method) \(target.prefix(40)) \(body.prefix(40)): \(message)" }

        init(_ method: String, _ target: String, _ body: String, _ status: Int, _ message: String) {
            self.method = method
            self.target = target
            self.body = body
            self.status = status
            self.message = message
        }
    }

    static let malformed = "The request is not valid JSON, or a number in it is not whole or too large."
    static let refusals = [
        Refusal("POST", "/v1/light", "", 400, malformed),
        Refusal("POST", "/v1/light", "{", 400, malformed),
        Refusal("POST", "/v1/light", "{\"device\":\"\u{1}\"}", 400, malformed),
        Refusal("POST", "/v1/light", String(repeating: "[", count: 60_000), 400, malformed),
        Refusal("POST", "/v1/light", "[]", 400, "The request must be a list or an object."),
        Refusal("POST", "/v1/light", "{}", 400, "The field “device” is missing."),
        Refusal("POST", "/v1/light", #"{"device":"n"}"#, 400, "The field “color” is missing."),
        Refusal("POST", "/v1/light", #"{"device":null,"color":"red"}"#, 400, "The field “device” must not be null."),
        Refusal("POST", "/v1/light", #"{"device":7,"color":"red"}"#, 400, "The field “device” must be a text."),
        Refusal(
            "POST", "/v1/light", #"{"device":"n","color":"red","brightness":"x"}"#, 400,
            "The field “brightness” must be a whole number."),
        Refusal(
            "POST", "/v1/light", #"{"device":"n","color":"red","brightness":1.5}"#, 400,
            malformed),
        Refusal(
            "POST", "/v1/light", #"{"device":"n","color":"red","brightness":99999999999999999999}"#, 400,
            malformed),
        Refusal("POST", "/v1/power", #"{"device":"n","on":1}"#, 400, "The field “on” must be true or false."),
        Refusal(
            "POST", "/v1/routines/add", #"{"device":"n","name":"x","steps":["a",3]}"#, 400,
            "The field “steps[1]” must be a text."),
        Refusal(
            "POST", "/v1/light", #"{"device":""# + String(repeating: "x", count: 65_536) + #""}"#, 413,
            "The request is longer than 65536 bytes."),
        Refusal(
            "POST", "/v1/setup/import", #"{"document":""# + String(repeating: "x", count: 6_292_480) + #""}"#, 413,
            "The request is longer than 6292480 bytes."),
        Refusal("POST", "/v1/setup/import", #"{"document":"x"}"#, 400, "The field “dryRun” is missing."),
        Refusal("GET", "/v1/next?days=many", "", 400, "“many” is not a number of days."),
        Refusal("GET", "/v1/status?device=%f", "", 400, "The query is not UTF-8 in percent-encoding."),
        Refusal("GET", "/v1/status?device=%ff", "", 400, "The query is not UTF-8 in percent-encoding."),
        Refusal("GET", "/v1/status?device=%+1", "", 400, "The query is not UTF-8 in percent-encoding."),
        Refusal("GET", "/v1/status?device=a&device=b", "", 400, "The query gives “device” more than once."),
        Refusal("GET", "/", "", 404, "There is no operation GET /."),
        Refusal("GET", "/v1/nonsense?x=1", "", 404, "There is no operation GET /v1/nonsense."),
        Refusal("GET", "/v1/light", "", 404, "There is no operation GET /v1/light."),
        Refusal("DELETE", "/v1/devices", "", 404, "There is no operation DELETE /v1/devices."),
    ]

    @Test("Every refusal is a document", .timeLimit(.minutes(1)), arguments: refusals)
    func request_isRefused(_ refusal: Refusal) async throws {
        let service = FakeService()
        try await withServer(service) { server in
            let (status, body) = try await request(server.path, refusal.method, refusal.target, body: refusal.body)
            #expect(status == refusal.status)
            let document = try #require(ErrorDocument(body))
            #expect(document.code == "invalid_argument")
            #expect(document.message == refusal.message)
            #expect(!document.advice.isEmpty)
        }
        #expect(await service.asked.isEmpty)
    }

    @Test(
        "Queries that are read", .timeLimit(.minutes(1)),
        arguments: [
            ("", nil), ("?", nil), ("?device=", ""), ("?device", ""), ("?x=1&&y", nil),
            ("?device=a+b%2bc%20=d", "a b+c =d"),
        ] as [(String, String?)])
    func query_isRead(_ query: String, _ device: String?) async throws {
        let service = FakeService()
        try await withServer(service) { server in
            let (status, _) = try await request(server.path, "GET", "/v1/status" + query)
            #expect(status == 200)
        }
        #expect(await service.asked == [.status(DeviceChoice(device: device))])
    }

    @Test("What a client should not see is replaced")
    func unexpectedError_saysNothingOfItself() {
        struct Secret: Error { let password = "hunter2" }
        let refusal = ErrorDocuments(logger: silent).refusal(for: Secret())
        #expect(refusal.status == 500)
        #expect(refusal.error.code == .internalError)
        #expect(!"\(refusal)".contains("hunter2"))
    }

    @Test("Several requests over one connection are answered in order", .timeLimit(.minutes(1)))
    func pipelinedRequests_areAllAnswered() async throws {
        let service = FakeService()
        try await withServer(service) { server in
            let one = "GET /v1/devices HTTP/1.1\r\nHost: lull\r\n\r\n"
            let reply = try await converse(server.path, Array(String(repeating: one, count: 100).utf8))
            #expect(reply.split(separator: "HTTP/1.1 200 OK").count == 100)
        }
        #expect(await service.asked.count == 100)
    }

    @Test("Two hundred clients at once are all answered", .timeLimit(.minutes(1)))
    func parallelRequests_areAllAnswered() async throws {
        let service = FakeService()
        try await withServer(service, limits: ControlHTTPServer.Limits(clients: 200)) { server in
            try await withThrowingTaskGroup { tasks in
                for _ in 0..<200 {
                    tasks.addTask {
                        let reply = try await request(server.path, "GET", "/v1/devices")
                        #expect(reply.0 == 200)
                    }
                }
                try await tasks.waitForAll()
            }
        }
        #expect(await service.asked.count == 200)
    }
}

/// An error document as any client would read it.
private struct ErrorDocument {
    let code: String
    let message: String
    let advice: String

    init?(_ text: String) {
        guard let document = try? JSONDecoder().decode([String: [String: String]].self, from: Data(text.utf8)),
            document.count == 1, let error = document["error"], error.count == 3, let code = error["code"],
            let message = error["message"], let advice = error["advice"]
        else { return nil }
        self.code = code
        self.message = message
        self.advice = advice
    }
}
