// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ControlServer

/// Requests that a web page may have sent.
@Suite(.timeLimit(.minutes(1)))
struct BrowserRefusalTests {
    private func status(
        _ headers: String, _ method: String = "GET", _ path: String = "/v1/devices"
    ) async throws -> (String, [FakeService.Asked]) {
        let service = FakeService()
        let reply = try await withServer(service) { server in
            let text = "\(method) \(path) HTTP/1.1\r\n\(headers)Connection: close\r\nContent-Length: 2\r\n\r\n{}"
            return try await converse(server.path, Array(text.utf8))
        }
        return (String(reply.dropFirst("HTTP/1.1 ".count).prefix(3)), await service.asked)
    }

    @Test(arguments: [
        "Host: lull\r\nOrigin: http://lull\r\n", "Host: lull\r\nOrigin: null\r\n", "Host: lull\r\nOrigin: \r\n",
        "Host: evil.example\r\n", "Host: lull.evil.example\r\n", "Host: localhost:80@evil.example\r\n",
    ])
    func request_isRefused_ofAWebPage(_ headers: String) async throws {
        for (method, path) in [("GET", "/v1/devices"), ("GET", "/v1/events"), ("POST", "/v1/stop"), ("GET", "/none")] {
            let (status, asked) = try await status(headers, method, path)
            #expect(status == "403", "\(path)")
            #expect(asked == [])
        }
    }

    @Test(arguments: [
        "Host: lull\r\nHost: evil.example\r\n", "Host: evil.example\r\nHost: lull\r\n",
        "Host: lull\r\nHost: lull\r\n", "Host: lull\r\nhOST: \r\n", "Host: lull\r\nA: b\r\nHost: evil.example\r\n",
    ])
    func request_isRefused_withSeveralHosts(_ headers: String) async throws {
        for (method, path) in [
            ("GET", "/v1/devices"), ("GET", "/v1/events"), ("POST", "/v1/stop"), ("GET", "http://lull/v1/devices"),
        ] {
            let (status, asked) = try await status(headers, method, path)
            #expect(status == "400", "\(path)")
            #expect(asked == [])
        }
    }

    @Test(arguments: [
        "http://evil.example", "https://evil.example", "http://lull@evil.example", "http://lull:80@evil.example",
        "HTTP://lull.evil.example", "http://",
    ])
    func request_isRefused_forATargetOnAnotherHost(_ origin: String) async throws {
        for (method, path) in [("GET", "/v1/devices"), ("GET", "/v1/events"), ("POST", "/v1/stop")] {
            let (status, asked) = try await status("Host: lull\r\n", method, origin + path)
            #expect(status == "403", "\(origin)\(path)")
            #expect(asked == [])
        }
    }

    @Test(arguments: ["http:", "x:", "evil.example:80", "lull"])
    func request_isRefused_forATargetThatIsNone(_ origin: String) async throws {
        let (status, asked) = try await status("Host: lull\r\n", "GET", origin + "/v1/devices")
        #expect(status == "400")
        #expect(asked == [])
    }

    @Test(arguments: ["http://lull", "http://localhost:8080", "HTTP://LULL", "http://[::1]:1"])
    func request_isAnswered_forATargetOnThisHost(_ origin: String) async throws {
        // The host of the target counts, and not the header.
        for headers in ["Host: lull\r\n", "Host: evil.example\r\n", ""] {
            let (status, asked) = try await status(headers, "GET", origin + "/v1/devices?a=http://evil.example/")
            #expect(status == "200")
            #expect(asked == [.devices])
        }
    }

    @Test(arguments: ["Host: lull\r\n", "Host: localhost:8080\r\n", "Host: [::1]:80\r\n", "Host: LULL\r\n"])
    func request_isAnswered_ofAnybodyElse(_ headers: String) async throws {
        let (status, asked) = try await status(headers)
        #expect(status == "200")
        #expect(asked == [.devices])
    }

    @Test(arguments: [
        ("", true), ("lull", true), ("127.0.0.1:1", true), ("[::1]", true), ("lull:", true), ("lull:x", false),
        ("[::1]x", false), ("[::1", false), ("lull.", false), ("127.0.0.2", false), ("lull:80:80", false),
    ])
    func host_isOwn_byItsNameAlone(_ host: String, _ isOwn: Bool) {
        #expect(BrowserRefusal.isOwn(host) == isOwn)
    }

    @Test(arguments: [
        ("/v1/devices", nil), ("*", nil), ("//evil/v1", nil), ("/x?a=http://evil/", nil), ("http://a:1/b", "a:1"),
        ("http://a?b", "a"), ("http://a#b", "a"), ("http://", "http://"), ("http:///v1", "http:///v1"),
        ("a:1", "a:1"), ("http:/v1", "http:/v1"), ("http://a@b/", "a@b"),
    ])
    func target_hasAHost_unlessItIsAPath(_ target: String, _ host: String?) {
        #expect(TargetHostHandler.host(ofTarget: target) == host)
    }
}
