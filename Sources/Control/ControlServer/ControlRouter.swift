// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// The router of the API.
typealias ControlRouter = Router<ControlContext>

extension ControlRouter {
    /// Passes the requests of one endpoint to `service`, commands under a key only once.
    func add(_ endpoint: any AnyEndpoint, of service: any ControlService, keyed: KeyedRequests) {
        let memo = StatusMemo()
        on(RouterPath(endpoint.path), method: endpoint.method == .get ? .get : .post) { request, context in
            try context.require(endpoint.grade)
            let condition = try request.condition(for: endpoint)
            let content =
                switch endpoint.method {
                case .get: RequestContent(query: try QueryItems.parse(request.uri.query ?? ""))
                case .post: RequestContent(body: try await request.collectedBody(upTo: endpoint.longestBody))
                }
            let perform = { () async throws -> ControlReply in
                do {
                    return try await RevisionCondition.$current.withValue(condition) {
                        try ControlReply(await endpoint.answer(content, from: service), memo)
                    }
                } catch let error as DecodingError {
                    throw ControlError(decoding: error)
                }
            }
            guard endpoint.method == .post, let key = try request.key(of: context.peer) else {
                return Response(try await perform())
            }
            let command = KnownRequests.Content(
                path: endpoint.path, condition: request.headers[.ifMatch], body: content.body)
            return Response(try await keyed.answer(key, command, at: context.now, perform))
        }
    }
}

extension Request {
    /// The key of a command; nil without one.
    fileprivate func key(of peer: Peer) throws -> RequestKey? {
        guard let name = HTTPField.Name(RequestKey.header), let text = headers[name] else { return nil }
        guard let key = RequestKey(text, of: peer.user) else {
            throw RefusedRequest(
                status: 400, "The \(RequestKey.header) has the wrong form.",
                advice: "Give 1 to \(RequestKey.longest) visible characters of ASCII.")
        }
        return key
    }

    /// What the schedule that a request changes is to be like; nil without an `If-Match`.
    fileprivate func condition(for endpoint: any AnyEndpoint) throws -> RevisionCondition? {
        guard let text = headers[.ifMatch] else { return nil }
        guard Endpoints.conditional.contains(where: { $0.path == endpoint.path }) else {
            throw RefusedRequest(
                status: 400, "This operation changes no schedule that has an ETag.", advice: "Leave out If-Match.")
        }
        guard let condition = RevisionCondition(ifMatch: text) else {
            throw RefusedRequest(
                status: 400, "The If-Match has the wrong form.", advice: "Give the ETag of a reply, or *.")
        }
        return condition
    }
}

extension ControlReply {
    /// What a service replied.
    fileprivate init(_ reply: any Encodable & Sendable, _ memo: StatusMemo) throws {
        if let documents = reply as? [StatusDocument] {
            let text = try memo.text(of: documents) { [UInt8](try ByteBuffer(json: $0).readableBytesView) }
            self.init(status: 200, contentType: "application/json", body: text)
            return
        }
        if let text = reply as? any TextReply {
            self.init(
                status: 200, contentType: type(of: text).contentType, body: Array(text.text.utf8))
            return
        }
        self.init(
            status: (reply as? any GradedReply)?.httpStatus ?? 200, contentType: "application/json",
            entityTag: (reply as? any RevisedReply)?.revision.map { "\"\($0)\"" },
            body: [UInt8](try ByteBuffer(json: reply).readableBytesView))
    }
}

extension Response {
    fileprivate init(_ reply: ControlReply) {
        var headers: HTTPFields = [.contentType: reply.contentType]
        headers[.eTag] = reply.entityTag
        self.init(
            status: HTTPResponse.Status(code: reply.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body)))
    }
}

extension Request {
    fileprivate func collectedBody(upTo longest: Int) async throws -> [UInt8] {
        do {
            return try await [UInt8](body.collect(upTo: longest).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw RefusedRequest(
                status: 413, "The request is longer than \(longest) bytes.", advice: "Send less at once.")
        } catch {
            throw RefusedRequest(
                status: 400, "The request's body cannot be read.", advice: "Send the whole request.")
        }
    }
}

extension Response {
    /// A reply with a JSON document.
    init(status: HTTPResponse.Status, json document: some Encodable) throws {
        self.init(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: try ByteBuffer(json: document)))
    }
}

extension ByteBuffer {
    /// A JSON document in one line, with its keys in order.
    init(json document: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try self.init(bytes: encoder.encode(document))
    }
}

extension ControlRouter {
    /// Serves the stream of events.
    func addEvents(of service: any EventControl) {
        get(RouterPath(Endpoints.eventsPath)) { request, context in
            try context.require(.read)
            let query = DeviceChoice(query: try QueryItems.parse(request.uri.query ?? ""))
            let last = HTTPField.Name(Endpoints.lastEventHeader).flatMap { request.headers[$0] }
            let messages = try await service.events(query, after: last)
            // Each write waits for the client. The source of the events drops what a slow client misses.
            let body = ResponseBody { writer in
                for try await message in messages.cancelOnGracefulShutdown() {
                    try await writer.write(message.serverSentEvent())
                }
                try await writer.finish(nil)
            }
            return Response(
                status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
        }
    }
}

extension ControlRouter {
    /// Serves the description of the API.
    func addDescription() {
        get(RouterPath(OpenAPIDocument.path)) { _, context in
            try context.require(.read)
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: try OpenAPIDocument.served.get())))
        }
    }
}

extension EventMessage {
    /// The message as it is sent: a document, or a comment that shows that the connection is alive.
    fileprivate func serverSentEvent() throws -> ByteBuffer {
        switch self {
        case .heartbeat: return ByteBuffer(string: ":\n\n")
        case .event(let document):
            var buffer = ByteBuffer(string: document.id.map { "id: \($0)\n" } ?? "")
            buffer.writeString("data: ")
            buffer.writeImmutableBuffer(try ByteBuffer(json: document))
            buffer.writeString("\n\n")
            return buffer
        }
    }
}
