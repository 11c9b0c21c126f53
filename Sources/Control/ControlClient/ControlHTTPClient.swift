// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
import FoundationEssentials
import NIOCore
import NIOHTTP1
import Synchronization

/// Asks the daemon over its unix socket, with one connection per request.
///
/// Every request throws `daemon_unreachable` when nobody answers, `not_allowed` when this user may not open the socket,
/// `timed_out` after the time limit or on cancellation, `bad_data` when another program answers, and the daemon's own
/// error otherwise.
public struct ControlHTTPClient: ControlService {
    private let exchange: HTTPExchange
    private let unsaved: UnsavedWarning

    /// Makes a client of the daemon at `socketPath`; `timeout` limits each request.
    ///
    /// `whenUnsaved` gets the warning of a daemon that did what was asked for and cannot save everything now, once
    /// however many requests have the same.
    public init(
        socketPath: String, timeout: Duration = .seconds(60),
        whenUnsaved: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        unsaved = UnsavedWarning(show: whenUnsaved)
        exchange = HTTPExchange(socketPath: socketPath, timeout: timeout)
    }

    /// Sends a request and waits for the reply; the endpoint may extend the time limit.
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
        if response.status == .ok || Reply.self is any GradedReply.Type, let reply = Self.read(Reply.self, from: body) {
            if let warning = response.unsaved { unsaved.warn(warning) }
            return reply
        }
        throw exchange.error(in: response)
    }

    private static func read<Reply: Decodable>(_ type: Reply.Type, from body: Data) -> Reply? {
        guard let text = type as? any TextReply.Type else { return try? JSONDecoder().decode(type, from: body) }
        return String(validating: body, as: UTF8.self).flatMap { text.init(text: $0) as? Reply }
    }

    /// The current state of the devices, and then each event until the daemon stops or the reader does.
    ///
    /// Throws `timed_out` when the daemon sends nothing for 45 seconds, which are three heartbeats.
    public func events(
        _ query: DeviceChoice, after identifier: String?
    ) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error> {
        let connection = try await EventConnection(
            Endpoints.eventsPath + QueryString.encode(query.query), after: identifier, over: exchange,
            silence: .seconds(45))
        return AsyncThrowingStream { try await connection.next() }
    }
}

/// Passes on a warning that comes with every reply, each time that it is another one.
private final class UnsavedWarning: Sendable {
    private let show: @Sendable (String) -> Void
    private let last = Mutex<String?>(nil)

    init(show: @escaping @Sendable (String) -> Void) {
        self.show = show
    }

    func warn(_ warning: String) {
        let isNew = last.withLock { last in
            defer { last = warning }
            return last != warning
        }
        if isNew { show(warning) }
    }
}
