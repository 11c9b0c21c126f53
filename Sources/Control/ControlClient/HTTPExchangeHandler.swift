// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import NIOCore
import NIOHTTP1

/// Sends one request as soon as the connection is open, and completes the promise of its reply.
final class HTTPExchangeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    /// Why there is no reply, for failures that have no error in NIO.
    enum Failure: Error {
        case timedOut
        case tooLong
        case closed
    }

    /// The largest body of a reply, in bytes.
    static let maximumBody = 16 * 1024 * 1024

    private let request: HTTPExchange.Request
    private let timeout: TimeAmount
    private var promise: EventLoopPromise<HTTPExchange.Response>?
    private var timer: Scheduled<Void>?
    private var head: HTTPResponseHead?
    private var body = ByteBuffer()

    init(request: HTTPExchange.Request, timeout: TimeAmount, promise: EventLoopPromise<HTTPExchange.Response>) {
        self.request = request
        self.timeout = timeout
        self.promise = promise
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { [self] in
            finish(.failure(Failure.timedOut), context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish(.failure(Failure.closed), context)
    }

    func channelActive(context: ChannelHandlerContext) {
        var head = HTTPRequestHead(version: .http1_1, method: request.method, uri: request.target)
        head.headers = ["Host": "lull", "Connection": "close"]
        if request.method == .POST {
            head.headers.add(name: "Content-Type", value: "application/json")
            head.headers.add(name: "Content-Length", value: String(request.body.count))
        }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !request.body.isEmpty {
            let buffer = context.channel.allocator.buffer(bytes: request.body)
            context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
        case .body(var part):
            guard body.readableBytes + part.readableBytes <= HTTPExchangeHandler.maximumBody else {
                finish(.failure(Failure.tooLong), context)
                return
            }
            body.writeBuffer(&part)
        case .end:
            guard let head else { return finish(.failure(Failure.closed), context) }
            let unsaved = head.headers.first(name: Endpoints.unsavedHeader).flatMap { PercentEncoding.decode($0.utf8) }
            finish(.success(.init(status: head.status, body: body, unsaved: unsaved)), context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finish(.failure(error), context)
    }

    private func finish(_ result: Result<HTTPExchange.Response, any Error>, _ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        guard let promise else { return }
        self.promise = nil
        promise.completeWith(result)
        context.close(promise: nil)
    }
}
