// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import NIOCore
import NIOHTTP1
import NIOPosix

/// One request and its reply, over their own connection.
struct HTTPExchange: Sendable {
    /// A request.
    struct Request: Sendable {
        var method: HTTPMethod
        var target: String
        var body: [UInt8] = []
        /// How much longer than other requests it may take.
        var extraTime = Duration.zero
    }

    /// A reply.
    struct Response: Sendable {
        var status: HTTPResponseStatus
        var body: ByteBuffer
        /// Why the daemon can save nothing.
        var unsaved: String?
    }

    let socketPath: String
    let timeout: Duration

    /// Sends a request and waits for the whole reply; cancellation closes the connection.
    func send(_ request: Request) async throws(ControlError) -> Response {
        do {
            let address = try socketAddress()
            let (channel, response) = try await ClientBootstrap(group: ClientEventLoop.group)
                .connect(to: address) { channel in
                    channel.eventLoop.makeCompletedFuture { try start(request, on: channel) }
                }
            return try await withTaskCancellationHandler {
                try await response.get()
            } onCancel: {
                channel.close(promise: nil)
            }
        } catch {
            throw Task.isCancelled ? cancelled : controlError(error)
        }
    }

    private func start(
        _ request: Request, on channel: any Channel
    ) throws -> (any Channel, EventLoopFuture<Response>) {
        let promise = channel.eventLoop.makePromise(of: Response.self)
        do {
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            try channel.pipeline.syncOperations.addHandler(
                HTTPExchangeHandler(
                    request: request, timeout: TimeAmount(timeout + request.extraTime), promise: promise))
        } catch {
            promise.fail(error)
            throw error
        }
        return (channel, promise.futureResult)
    }

    /// NIO's own initialiser allows only 103 bytes; the kernel takes 107.
    func socketAddress() throws(ControlError) -> SocketAddress {
        guard let address = UnixAddress(path: socketPath) else {
            throw ControlError(
                .badConfiguration,
                "A socket's path has 1 to \(UnixAddress.maximumPathLength) bytes; “\(socketPath)” does not.",
                advice: "Give a shorter path with --socket.")
        }
        return SocketAddress(address.socketAddress)
    }
}
