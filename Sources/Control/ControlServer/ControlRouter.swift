// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import FoundationEssentials
import Hummingbird
import HummingbirdCore
import NIOCore

/// What requests come in by.
typealias ControlRouter = Router<BasicRequestContext>

extension ControlRouter {
    /// Lets `service` answer the requests of one endpoint.
    func add(_ endpoint: any AnyEndpoint, of service: any ControlService) {
        on(RouterPath(endpoint.path), method: endpoint.method == .get ? .get : .post) { request, _ in
            let content =
                switch endpoint.method {
                case .get: RequestContent(query: try QueryItems.parse(request.uri.query ?? ""))
                case .post: RequestContent(body: try await request.collectedBody(upTo: endpoint.longestBody))
                }
            do {
                return try await Response(status: .ok, json: endpoint.answer(content, from: service))
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
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = try ByteBuffer(bytes: encoder.encode(document))
        self.init(status: status, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
    }
}
