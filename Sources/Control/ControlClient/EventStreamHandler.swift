// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import NIOCore
import NIOHTTP1

/// Asks for a stream of events, and reads more only when the caller wants the next event, so that few are kept.
final class EventStreamHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart
    typealias Failure = HTTPExchangeHandler.Failure

    /// The largest document of an error, in bytes.
    private static let maximumBody = 64 * 1024

    private let target: String
    private let identifier: String?
    private let silence: TimeAmount
    private var opening: EventLoopPromise<HTTPExchange.Response>?
    private var head: HTTPResponseHead?
    private var refusal = ByteBuffer()
    private var parser = ServerSentEventParser()
    private var items: [ServerSentEventParser.Item] = []
    private var waiting: EventLoopPromise<ServerSentEventParser.Item?>?
    private var ending: Result<Void, any Error>?
    private var timer: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    /// Asks for `target`, from the event after the one with an `identifier` if there is one.
    ///
    /// Gives up when the server sends nothing for `silence` while the caller waits.
    ///
    /// `opening` succeeds with the reply to a refused request, or with an empty body once events can arrive.
    init(
        target: String, after identifier: String?, silence: TimeAmount,
        opening: EventLoopPromise<HTTPExchange.Response>
    ) {
        self.target = target
        self.identifier = identifier
        self.silence = silence
        self.opening = opening
    }

    /// The next item; nil at the end.
    ///
    /// Only one caller may wait at a time.
    func next(on eventLoop: any EventLoop) -> EventLoopFuture<ServerSentEventParser.Item?> {
        let promise = eventLoop.makePromise(of: ServerSentEventParser.Item?.self)
        waiting?.succeed(nil)
        waiting = promise
        serve()
        return promise.futureResult
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        restartTimer()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(.failure(Failure.closed))
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target)
        head.headers = ["Host": "lull", "Accept": "text/event-stream", "Connection": "close"]
        if let identifier { head.headers.add(name: Endpoints.lastEventHeader, value: identifier) }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        restartTimer()
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head)
        case .body(var part):
            guard head?.status == .ok else {
                guard refusal.readableBytes + part.readableBytes <= Self.maximumBody else {
                    return end(.failure(Failure.tooLong))
                }
                refusal.writeBuffer(&part)
                return
            }
            do {
                items += try parser.take(part.readableBytesView)
            } catch {
                end(.failure(Failure.tooLong))
            }
        case .end:
            if let head, head.status != .ok { open(head) }
            end(.success(()))
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        serve()
        if opening != nil { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(.failure(error))
    }

    private func begin(_ head: HTTPResponseHead) {
        self.head = head
        guard head.status == .ok else { return }
        guard head.headers.first(name: "Content-Type")?.hasPrefix("text/event-stream") == true else {
            return end(.failure(Failure.tooLong))
        }
        open(head)
    }

    private func open(_ head: HTTPResponseHead) {
        opening?.succeed(HTTPExchange.Response(status: head.status, body: refusal))
        opening = nil
    }

    /// Delivers the next item, or reads more.
    private func serve() {
        guard let promise = waiting else { return }
        if !items.isEmpty {
            waiting = nil
            stopTimer()
            promise.succeed(items.removeFirst())
        } else if let ending {
            waiting = nil
            promise.completeWith(ending.map { nil })
        } else {
            if timer == nil { restartTimer() }
            context?.read()
        }
    }

    private func end(_ result: Result<Void, any Error>) {
        stopTimer()
        guard ending == nil else { return }
        ending = result
        if case .failure(let error) = result { opening?.fail(error) } else { opening?.fail(Failure.closed) }
        opening = nil
        serve()
        context?.close(promise: nil)
    }

    /// Counts only the time in which the caller waits for the server.
    private func restartTimer() {
        stopTimer()
        guard ending == nil, waiting != nil || opening != nil, let context else { return }
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: silence) { [self] in
            end(.failure(Failure.timedOut))
        }
    }

    private func stopTimer() {
        timer?.cancel()
        timer = nil
    }
}
