// SPDX-License-Identifier: Apache-2.0

import NIOCore

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
