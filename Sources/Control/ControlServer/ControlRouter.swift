// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import FoundationEssentials
import Hummingbird
import HummingbirdCore
import NIOCore

/// The largest body of most requests, in bytes.
private let maximumBody = 64 * 1024

/// What adds the routes of a feature.
typealias ControlRouter = Router<BasicRequestContext>

extension ControlRouter {
    /// Answers an operation that only reads.
    func get<Query: QueryRequest, Reply>(
        _ endpoint: Endpoint<Query, Reply>,
        use handler: @escaping @Sendable (Query) async throws(ControlError) -> Reply
    ) {
        get(RouterPath(endpoint.path)) { request, _ in
            let query = try Query(query: QueryItems.parse(request.uri.query ?? ""))
            return try await Response(status: .ok, json: handler(query))
        }
    }

    /// Answers an operation that changes something, and whose request has up to so many bytes.
    func post<Body: Decodable & Sendable, Reply>(
        _ endpoint: Endpoint<Body, Reply>, upTo longest: Int = maximumBody,
        use handler: @escaping @Sendable (Body) async throws(ControlError) -> Reply
    ) {
        post(RouterPath(endpoint.path)) { request, _ in
            let body = try await request.decodedBody(as: Body.self, upTo: longest)
            return try await Response(status: .ok, json: handler(body))
        }
    }
}

extension Request {
    fileprivate func decodedBody<Body: Decodable>(as type: Body.Type, upTo longest: Int) async throws -> Body {
        let buffer: ByteBuffer
        do {
            buffer = try await body.collect(upTo: longest)
        } catch is NIOTooManyBytesError {
            throw RefusedRequest(
                status: 413, "The request is longer than \(longest) bytes.", advice: "Send less at once.")
        } catch {
            throw RefusedRequest(
                status: 400, "The request's body cannot be read.", advice: "Send the whole request.")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView))
        } catch let error as DecodingError {
            throw ControlError(decoding: error)
        }
    }
}

extension Response {
    /// A reply with a JSON document.
    init(status: HTTPResponse.Status, json document: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = try ByteBuffer(bytes: encoder.encode(document))
        self.init(status: status, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
    }
}
