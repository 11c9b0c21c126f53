// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import HummingbirdCore
import NIOCore
import NIOPosix

/// One client that is connected; somebody has to serve it, or let it go.
struct Connection: Sendable {
    let http: HTTP1Channel
    let stream: HTTP1Channel.Value

    /// Closes the connection without an answer.
    ///
    /// NIO stops the process when a stream was made that nobody has used to its end.
    func letGo() {
        let stream = stream
        _ = stream.channel.eventLoop.makeFutureWithTask { try await stream.executeThenClose { _, _ in } }
    }
}

/// A listening socket with whoever connects to it.
struct ConnectionListener: Sendable {
    private static let waitingLimit = 1024

    /// Whoever connects, each to be taken; those that find too many before them are let go.
    let connections: AsyncStream<Connection>
    /// The socket; closing it ends `connections` after those that wait already.
    let channel: any Channel

    /// Accepts connections at a socket that is bound, set up by `setUp` before anything is read from them.
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
                    // One that comes while the server stops is nobody's any more.
                    if case .enqueued = continuation.yield(connection) { return }
                    connection.letGo()
                }
            }
            .withBoundSocket(descriptor).get()
        channel.closeFuture.whenComplete { _ in continuation.finish() }
    }
}

/// Closes a connection for good once what came over it was no HTTP and was answered.
///
/// Otherwise only the sending half is closed, and a client that goes on sending hangs until it counts as idle.
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
