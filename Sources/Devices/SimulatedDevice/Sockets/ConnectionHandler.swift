// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import NIOCore

/// Hands what arrives on a socket to the central's connection.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let connection: ATTConnection

    init(_ connection: ATTConnection) {
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.receive(Array(Self.unwrapInboundIn(data).readableBytesView))
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.ended()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? SimulationError {
            connection.ended(GATTError(.protocolViolation, error.message))
        }
        context.close(promise: nil)
    }
}
