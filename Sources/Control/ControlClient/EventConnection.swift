// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import FoundationEssentials
import NIOCore
import NIOHTTP1
import NIOPosix

/// A connection that receives events; it closes with its last reference.
final class EventConnection: Sendable {
    private let exchange: HTTPExchange
    private let channel: any Channel
    private let handler: NIOLoopBound<EventStreamHandler>

    /// Asks for the events of `target`, from the one after the one with an `identifier` if there is one.
    ///
    /// Throws what every request throws, and the daemon's own error if it refuses.
    init(
        _ target: String, after identifier: String?, over exchange: HTTPExchange, silence: Duration
    ) async throws(ControlError) {
        self.exchange = exchange
        let response: HTTPExchange.Response
        do {
            let address = try exchange.socketAddress()
            let (channel, handler, opening) = try await ClientBootstrap(group: ClientEventLoop.group)
                .channelOption(.autoRead, value: false)
                .connect(to: address) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try Self.start(target, after: identifier, silence: TimeAmount(silence), on: channel)
                    }
                }
            self.channel = channel
            self.handler = handler
            response = try await withTaskCancellationHandler {
                try await opening.get()
            } onCancel: {
                channel.close(promise: nil)
            }
        } catch {
            throw Task.isCancelled ? exchange.cancelled : exchange.controlError(error)
        }
        guard response.status == .ok else { throw exchange.error(in: response) }
    }

    deinit {
        channel.close(promise: nil)
    }

    /// The next message; nil when the daemon has ended the stream.
    ///
    /// On cancellation the connection is closed.
    func next() async throws(ControlError) -> EventMessage? {
        let item: ServerSentEventParser.Item?
        do {
            item = try await withTaskCancellationHandler {
                try await channel.eventLoop.flatSubmit { [handler, channel] in
                    handler.value.next(on: channel.eventLoop)
                }.get()
            } onCancel: {
                channel.close(promise: nil)
            }
        } catch {
            throw Task.isCancelled ? exchange.cancelled : exchange.controlError(error)
        }
        switch item {
        case nil: return nil
        case .comment?: return .heartbeat
        case .data(let bytes)?:
            guard let document = try? JSONDecoder().decode(EventDocument.self, from: Data(bytes)) else {
                throw exchange.foreignServer
            }
            return .event(document)
        }
    }

    private static func start(
        _ target: String, after identifier: String?, silence: TimeAmount, on channel: any Channel
    ) throws -> (any Channel, NIOLoopBound<EventStreamHandler>, EventLoopFuture<HTTPExchange.Response>) {
        let opening = channel.eventLoop.makePromise(of: HTTPExchange.Response.self)
        let handler = EventStreamHandler(target: target, after: identifier, silence: silence, opening: opening)
        do {
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            try channel.pipeline.syncOperations.addHandler(handler)
        } catch {
            opening.fail(error)
            throw error
        }
        return (channel, NIOLoopBound(handler, eventLoop: channel.eventLoop), opening.futureResult)
    }
}
