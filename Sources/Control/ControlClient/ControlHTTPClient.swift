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
    private let exchange: HTTPExchange

    /// Makes a client of the daemon at `socketPath`; each request may take as long as `timeout`.
    public init(socketPath: String, timeout: Duration = .seconds(30)) {
        exchange = HTTPExchange(socketPath: socketPath, timeout: timeout)
    }

    /// Sends a request and waits for the reply, longer than `timeout` if the endpoint needs more time.
    public func perform<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request
    ) async throws(ControlError) -> Reply {
        let content = try endpoint.content(of: request)
        let response = try await exchange.send(
            HTTPExchange.Request(
                method: endpoint.method == .get ? .GET : .POST,
                target: endpoint.path + QueryString.encode(content.query), body: content.body,
                extraTime: endpoint.extraTime(request)))
        let body = Data(response.body.readableBytesView)
        if response.status == .ok, let reply = try? JSONDecoder().decode(Reply.self, from: body) {
            return reply
        }
        throw exchange.error(in: response)
    }

    /// Where devices stand, and then what happens, until the daemon stops or nobody reads on.
    ///
    /// A daemon that sends nothing at all for 45 seconds, three of its heartbeats, is given up with `timed_out`.
    public func events(
        _ query: StatusQuery
    ) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error> {
        let connection = try await EventConnection(
            Endpoints.eventsPath + QueryString.encode(query.query), over: exchange, silence: .seconds(45))
        return AsyncThrowingStream { try await connection.next() }
    }
}
