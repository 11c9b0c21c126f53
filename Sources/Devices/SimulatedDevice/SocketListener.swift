// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore
import NIOPosix

/// A listening unix socket for the user alone, closed with the object; its file stays.
final class SocketListener: Sendable {
    private static let waitingLimit = 64

    /// Whoever connects; those that nobody takes are disconnected.
    let clients: AsyncStream<SocketClient>
    private let channel: any Channel

    /// Listens at `path`, which must not exist.
    init(path: String) async throws {
        let (clients, continuation) = AsyncStream.makeStream(
            of: SocketClient.self, bufferingPolicy: .bufferingOldest(Self.waitingLimit))
        self.clients = clients
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            // A central that says goodbye is to see the connection close only once the device is free again.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { _ = continuation.yield(try SocketClient(channel)) }
            }
            .bind(unixDomainSocketPath: path).get()
        channel.closeFuture.whenComplete { _ in continuation.finish() }
        chmod(path, 0o600)
    }

    deinit {
        channel.close(promise: nil)
    }
}
