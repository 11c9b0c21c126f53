// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import FoundationEssentials
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// The router of the API.
typealias ControlRouter = Router<BasicRequestContext>

extension ControlRouter {
    /// Passes the requests of one endpoint to `service`.
    func add(_ endpoint: any AnyEndpoint, of service: any ControlService) {
        on(RouterPath(endpoint.path), method: endpoint.method == .get ? .get : .post) { request, _ in
            let content =
                switch endpoint.method {
                case .get: RequestContent(query: try QueryItems.parse(request.uri.query ?? ""))
                case .post: RequestContent(body: try await request.collectedBody(upTo: endpoint.longestBody))
                }
            do {
                let reply = try await endpoint.answer(content, from: service)
                if let reply = reply as? any TextReply { return Response(reply) }
                let status = (reply as? any GradedReply)?.httpStatus ?? 200
                return try Response(status: HTTPResponse.Status(code: status), json: reply)
            } catch let error as DecodingError {
                throw ControlError(decoding: error)
            }
        }
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

extension Response {
    /// A reply that is sent as it is.
    fileprivate init(_ reply: any TextReply) {
        self.init(
            status: .ok, headers: [.contentType: type(of: reply).contentType],
            body: ResponseBody(byteBuffer: ByteBuffer(string: reply.text)))
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
        get(RouterPath(Endpoints.eventsPath)) { request, _ in
            let query = DeviceChoice(query: try QueryItems.parse(request.uri.query ?? ""))
            let messages = try await service.events(query)
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
        get(RouterPath(OpenAPIDocument.path)) { _, _ in
            Response(
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
            var buffer = ByteBuffer(string: "data: ")
            buffer.writeImmutableBuffer(try ByteBuffer(json: document))
            buffer.writeString("\n\n")
            return buffer
        }
    }
}
