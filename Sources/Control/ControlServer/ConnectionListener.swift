// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import HummingbirdCore
import NIOCore
import NIOPosix

/// One connected client; it must be served or dropped.
struct Connection: Sendable {
    let http: HTTP1Channel
    let stream: HTTP1Channel.Value

    /// Closes the connection without an answer.
    ///
    /// NIO stops the process when a stream is never used.
    func drop() {
        let stream = stream
        _ = stream.channel.eventLoop.makeFutureWithTask { try await stream.executeThenClose { _, _ in } }
    }
}

/// A listening socket and the clients that connect to it.
struct ConnectionListener: Sendable {
    private static let waitingLimit = 1024

    /// The clients that connect; when too many wait, new ones are dropped.
    let connections: AsyncStream<Connection>
    /// The socket; closing it ends `connections` after the clients that already wait.
    let channel: any Channel

    /// Accepts connections at a bound socket; `setUp` prepares each before anything is read from it.
    init(
        _ descriptor: NIOBSDSocket.Handle,
        setUp: @escaping @Sendable (any Channel) -> EventLoopFuture<Connection>
    ) async throws {
        let (connections, continuation) = AsyncStream.makeStream(
            of: Connection.self, bufferingPolicy: .bufferingOldest(Self.waitingLimit))
        self.connections = connections
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                setUp(channel).map { connection in
                    // Nobody takes clients any more once the server stops.
                    if case .enqueued = continuation.yield(connection) { return }
                    connection.drop()
                }
            }
            .withBoundSocket(descriptor).get()
        channel.closeFuture.whenComplete { _ in continuation.finish() }
    }
}

/// Closes a connection completely after a request that was not HTTP was answered.
///
/// Otherwise only the sending half closes, and a client that keeps sending hangs until the idle timeout.
final class BrokenRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any

    private var isBroken = false

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        isBroken = true
        context.fireErrorCaught(error)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        context.close(mode: isBroken && mode == .output ? .all : mode, promise: promise)
    }
}
