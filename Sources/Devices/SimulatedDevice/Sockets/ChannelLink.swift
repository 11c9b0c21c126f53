// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import NIOCore

/// The central's end of a connection over a socket.
struct ChannelLink: PeripheralLink {
    let channel: any Channel

    func send(_ pdu: [UInt8]) {
        // A device that does not read would let everything sent pile up.
        guard channel.isWritable else { return close() }
        channel.writeAndFlush(LengthPrefixDecoder.frame(pdu, channel.allocator), promise: nil)
    }

    func flush() async {}

    func disconnect() async {
        channel.close(mode: .output, promise: nil)
    }

    func close() {
        channel.close(promise: nil)
    }
}
