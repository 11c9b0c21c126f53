// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// Holds a client to the limits: it needs a place among the clients, and its requests and its reading take only so long.
final class ClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Another client takes the place of this one.
    private struct Replacement {}

    private let table: ConnectionTable
    private let limits: ControlHTTPServer.Limits
    private let isOwner: Bool
    private var place: ConnectionTable.Place?
    private var activity = ClientActivity()
    private var hasAsked = false
    private var deadline: Scheduled<Void>?
    /// How many parts of replies are not sent yet.
    private var unsent = 0
    /// Told when the sending half is closed, which waits for those parts.
    private var closing: EventLoopPromise<Void>?

    /// Makes the handler of one client, an owner if it may do everything; it takes its place when the connection becomes
    /// active.
    init(table: ConnectionTable, limits: ControlHTTPServer.Limits, isOwner: Bool) {
        self.table = table
        self.isOwner = isOwner
        self.limits = limits
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        place = table.enter(isOwner: isOwner) { channel.pipeline.fireUserInboundEventTriggered(Replacement()) }
        guard place != nil else { return refuse(context) }
        startDeadline(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let place { table.leave(place) }
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let path = (head.path ?? "").prefix { $0 != "?" }
            hasAsked = true
            change(context) { $0.beginRequest(isWatching: path == Endpoints.eventsPath) }
        case .body: break
        case .end: change(context) { $0.endRequest() }
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is Replacement else { return context.fireUserInboundEventTriggered(event) }
        switch activity.occupation {
        case .idle: hasAsked ? context.close(promise: nil) : refuse(context)
        case .watching: context.close(promise: nil)
        // It asked meanwhile. This closes the connection after the reply.
        case .asking: context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isLast = if case .end = unwrapOutboundIn(data) { true } else { false }
        change(context) { $0.send(isLast: isLast) }
        let promise = promise ?? context.eventLoop.makePromise()
        unsent += 1
        promise.futureResult.assumeIsolated().whenComplete { [self] _ in
            unsent -= 1
            activity.read()
            if context.channel.isActive { startDeadline(context) }
            if unsent == 0 { finishClosing(context) }
        }
        context.write(data, promise: promise)
    }

    /// Closes the sending half only once the reply is sent: when the client has closed its own half, NIO would close the
    /// connection at once, and a long reply would end in the middle.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output, unsent > 0, closing == nil else { return context.close(mode: mode, promise: promise) }
        closing = promise ?? context.eventLoop.makePromise()
    }

    private func finishClosing(_ context: ChannelHandlerContext) {
        guard let closing else { return }
        self.closing = nil
        guard context.channel.isActive else { return closing.fail(ChannelError.alreadyClosed) }
        context.close(mode: .output, promise: closing)
    }

    private func change(_ context: ChannelHandlerContext, _ change: (inout ClientActivity) -> Void) {
        let before = activity
        change(&activity)
        if let place, activity.occupation != before.occupation { table.note(activity.occupation, of: place) }
        if activity.awaited != before.awaited { startDeadline(context) }
    }

    /// Closes the connection when the client takes longer than it may for what it has to do now.
    private func startDeadline(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = activity.awaited.map { awaited in
            context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.limit(of: awaited))) {
                context.close(promise: nil)
            }
        }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        let refusal = RefusedRequest(
            status: 503,
            ControlError(
                .busy, "The daemon answers as many clients as it can.", advice: "End some of them, and try again."))
        if let body = try? ByteBuffer(json: ControlErrorDocument(refusal.error)) {
            let response = Response(
                status: HTTPResponse.Status(code: refusal.status),
                headers: [.contentType: "application/json", .connection: "close"],
                body: ResponseBody(byteBuffer: body))
            for part in [HTTPResponsePart.head(response.head), .body(body), .end(nil)] {
                context.write(wrapOutboundOut(part), promise: nil)
            }
        }
        context.flush()
        context.close(promise: nil)
    }
}

extension ControlHTTPServer.Limits {
    fileprivate func limit(of awaited: ClientActivity.Awaited) -> Duration {
        switch awaited {
        case .request: idle
        case .restOfRequest: request
        case .reading: reading
        }
    }
}
