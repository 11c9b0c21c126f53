// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import FoundationEssentials
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

extension ControlRouter {
    /// Adds the stream of events.
    func addEvents(of service: any EventControl) {
        get(RouterPath(Endpoints.eventsPath)) { request, _ in
            let query = StatusQuery(query: try QueryItems.parse(request.uri.query ?? ""))
            let messages = try await service.events(query)
            // Each write waits until the client takes it, so what a slow one misses is dropped where the events are
            // made.
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

extension EventMessage {
    /// The message as it is sent: a document, or a comment that only shows that the connection stands.
    fileprivate func serverSentEvent() throws -> ByteBuffer {
        switch self {
        case .heartbeat: return ByteBuffer(string: ":\n\n")
        case .event(let document):
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            var buffer = ByteBuffer(string: "data: ")
            buffer.writeBytes(try encoder.encode(document))
            buffer.writeString("\n\n")
            return buffer
        }
    }
}
