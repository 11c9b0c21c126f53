// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// Connects to a socket as anybody might, writes `bytes`, and returns what comes back until the other side closes.
///
/// With `reads` false it leaves what comes back where it is, and waits until it can write no more.
func exchangeRaw(_ bytes: [UInt8], at path: String, reads: Bool = true) async throws -> [UInt8] {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .channelOption(.autoRead, value: reads)
        .connect(unixDomainSocketPath: path) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
    return try await channel.executeThenClose { received, sent in
        repeat {
            if !bytes.isEmpty { try await sent.write(ByteBuffer(bytes: bytes)) }
        } while !reads
        var all: [UInt8] = []
        for try await buffer in received { all += buffer.readableBytesView }
        return all
    }
}
