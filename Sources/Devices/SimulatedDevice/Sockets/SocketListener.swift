// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore
import NIOPosix

/// A listening unix socket for the user alone.
struct SocketListener: Sendable {
    private static let waitingLimit = 64

    /// Whoever connects; those that nobody takes are disconnected.
    let clients: AsyncStream<SocketClient>
    private let channel: any Channel

    /// Runs `body` while somebody listens at `path`, which must not exist; it does not exist afterwards either.
    static func listen(at path: String, while body: (SocketListener) async throws -> Void) async throws {
        let listener = try await SocketListener(path: path)
        do {
            try await body(listener)
        } catch {
            await listener.close()
            throw error
        }
        await listener.close()
    }

    private init(path: String) async throws {
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

    /// Closing removes the file too, so whoever listens there next must not do so before this has returned.
    private func close() async {
        try? await channel.close().get()
    }
}
