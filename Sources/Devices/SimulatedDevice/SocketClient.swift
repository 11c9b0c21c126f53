// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// A socket that somebody connected to a listener, closed with the object or before.
final class SocketClient: Sendable {
    /// More than any central sends without waiting for an answer; one that sends more is disconnected.
    private static let frameLimit = 1024

    let channel: any Channel
    /// What it sends, without the lengths; ends when it stops sending or sends what cannot be right.
    ///
    /// The socket stays open then, so that its owner can first settle what came before.
    let frames: AsyncStream<[UInt8]>

    /// Takes a channel into use; to be called on its event loop.
    init(_ channel: any Channel) throws {
        self.channel = channel
        let (frames, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.frameLimit))
        self.frames = frames
        try channel.pipeline.syncOperations.addHandlers(
            ByteToMessageHandler(LengthPrefixDecoder(lengths: LengthPrefixDecoder.pduLengths)),
            FrameHandler(continuation))
    }

    deinit {
        channel.close(promise: nil)
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
