// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Refuses what a web page may have sent: a program that passes requests of a browser on to the socket would otherwise
/// let every page that is open there change alarms.
struct BrowserRefusal: RouterMiddleware {
    /// The names of the daemon; anything after a colon is a port.
    private static let names: Set<String> = ["", "lull", "localhost", "127.0.0.1", "[::1]"]
    private static let hostField = HTTPField.Name("Host")

    func handle(
        _ request: Request, context: ControlContext,
        next: (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        // The first one is not among the headers any more.
        guard Self.hostField.map({ request.headers[values: $0].isEmpty }) ?? true else {
            throw RefusedRequest(
                status: 400, "The request has several headers Host.", advice: "Send one, such as Host: lull.")
        }
        guard request.headers[.origin] == nil, Self.isOwn(request.head.authority ?? "") else {
            throw ControlError(
                .notAllowed, "The daemon answers no web page.",
                advice: "Ask as http://lull or http://localhost, without the header Origin.")
        }
        return try await next(request, context)
    }

    /// Whether a host, with or without a port, is this daemon.
    static func isOwn(_ authority: String) -> Bool {
        let bracket = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        let name = bracket.map { authority[...$0] } ?? authority.prefix { $0 != ":" }
        let rest = authority[name.endIndex...]
        let isPort = rest.first == ":" && rest.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
        return names.contains(name.lowercased()) && (rest.isEmpty || isPort)
    }
}
