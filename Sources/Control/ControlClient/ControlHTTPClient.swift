// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
import FoundationEssentials
import NIOCore
import NIOHTTP1

/// Asks the daemon over its unix socket; one connection for each request.
///
/// Every request throws `daemon_unreachable` when nobody answers, `not_allowed` when the socket may not be opened,
/// `timed_out` after the time limit or on cancellation, `bad_data` when something else than the daemon answers, and
/// the daemon's own error otherwise.
public struct ControlHTTPClient: ControlService {
    let exchange: HTTPExchange

    /// Makes a client of the daemon at `socketPath`; each request may take as long as `timeout`.
    public init(socketPath: String, timeout: Duration = .seconds(30)) {
        exchange = HTTPExchange(socketPath: socketPath, timeout: timeout)
    }

    /// Sends a reading operation, which may take longer than others by `extraTime`.
    func get<Query: QueryRequest, Reply>(
        _ endpoint: Endpoint<Query, Reply>, _ query: Query, extraTime: Duration = .zero
    ) async throws(ControlError) -> Reply {
        let target = endpoint.path + QueryString.encode(query.query)
        return try await reply(HTTPExchange.Request(method: .GET, target: target, extraTime: extraTime))
    }

    /// Sends a changing operation, which may take longer than others by `extraTime`.
    func post<Body: Encodable & Sendable, Reply>(
        _ endpoint: Endpoint<Body, Reply>, _ body: Body, extraTime: Duration = .zero
    ) async throws(ControlError) -> Reply {
        let bytes: Data
        do {
            bytes = try JSONEncoder().encode(body)
        } catch {
            throw ControlError(
                .invalidArgument, "The request cannot be written as JSON.", advice: "Check what was given.")
        }
        return try await reply(
            HTTPExchange.Request(
                method: .POST, target: endpoint.path, body: [UInt8](bytes), extraTime: extraTime))
    }

    private func reply<Reply: Decodable>(_ request: HTTPExchange.Request) async throws(ControlError) -> Reply {
        let response = try await exchange.send(request)
        let body = Data(response.body.readableBytesView)
        if response.status == .ok, let reply = try? JSONDecoder().decode(Reply.self, from: body) {
            return reply
        }
        throw exchange.error(in: response)
    }
}
