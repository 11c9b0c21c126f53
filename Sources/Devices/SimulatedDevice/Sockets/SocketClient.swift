// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import NIOCore

/// A socket that somebody connected to a listener, closed with the object or before.
final class SocketClient: CentralLink {
    /// More than any central sends without waiting for an answer; one that sends more is disconnected.
    private static let frameLimit = 1024

    /// What it sends, without the lengths; ends when it stops sending, sends what cannot be right, or is asked to go.
    ///
    /// The socket stays open then, so that its owner can first settle what came before.
    let frames: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation
    private let channel: any Channel

    /// Takes a channel into use; to be called on its event loop.
    init(_ channel: any Channel) throws {
        self.channel = channel
        let (frames, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.frameLimit))
        self.frames = frames
        self.continuation = continuation
        try channel.pipeline.syncOperations.addHandlers(
            ByteToMessageHandler(LengthPrefixDecoder(lengths: LengthPrefixDecoder.pduLengths)),
            FrameHandler(continuation))
    }

    deinit {
        channel.close(promise: nil)
    }

    var isReady: Bool { channel.isWritable }

    /// Sends one frame without waiting; one that reads nothing is asked to go instead.
    func send(_ frame: [UInt8]) {
        guard isReady else { return close() }
        channel.writeAndFlush(LengthPrefixDecoder.frame(frame, channel.allocator), promise: nil)
    }

    /// Ends `frames`; the owner then closes the socket.
    func close() {
        continuation.finish()
    }

    /// Closes the socket, and returns when it is closed.
    func closeSocket() async {
        try? await channel.close().get()
    }
}

private final class FrameHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let continuation: AsyncStream<[UInt8]>.Continuation

    init(_ continuation: AsyncStream<[UInt8]>.Continuation) {
        self.continuation = continuation
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = Array(Self.unwrapInboundIn(data).readableBytesView)
        if case .enqueued = continuation.yield(frame) { return }
        continuation.finish()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The other side will send nothing more, but waits for this one to close.
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { continuation.finish() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        continuation.finish()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        continuation.finish()
    }
}
