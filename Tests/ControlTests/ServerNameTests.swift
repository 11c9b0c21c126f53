// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Testing

/// Every reply says which version answers.
@Suite(.timeLimit(.minutes(1)))
struct ServerNameTests {
    @Test(arguments: ["/v1/devices", "/v1/nowhere"])
    func reply_hasTheVersion_alsoWithAnError(target: String) async throws {
        try await withServer(FakeService()) { server in
            let reply = try await converse(
                server.path, Array("GET \(target) HTTP/1.1\r\nHost: lull\r\nConnection: close\r\n\r\n".utf8))
            let names = reply.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("server:") }
            #expect(names.map { $0.lowercased() } == ["server: lull/\(LullVersion.current)"])
        }
    }
}
