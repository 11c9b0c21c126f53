// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import Glibc
import NIOCore
import NIOPosix
import SleepModel

/// A peripheral behind sockets that speaks the protocol as it should until its script says otherwise.
struct ScriptedPeer {
    enum Step: Sendable {
        /// Writes these bytes, without any length before them.
        case bytes([UInt8])
        /// Closes the socket.
        case close
        /// Only says that it came to this.
        case signal(AsyncStream<Void>.Continuation)
    }

    static let readable = BluetoothUUID(0x2A24)

    let address: MacAddress
    /// What it does as soon as a central connects.
    var onConnect: Step?
    /// What it does about a request instead of answering it.
    var onRequest: Step?
    /// Which request: the opcode of a read unless another one is set.
    var opcode: UInt8 = 0x0A
    /// What it writes to a listener of its advertisements, before its advertisement.
    var noise: [UInt8] = []

    /// Runs `body` while the peer listens at `path`.
    func listening<Value>(at path: String, _ body: () async throws -> Value) async throws -> Value {
        let attributes = try await listen(path) { Conversation(script: self) }
        let advertisements = try await listen(path + ".advertisements") { Announcement(script: self) }
        defer {
            unlink(path)
            unlink(path + ".advertisements")
        }
        do {
            let value = try await body()
            try await attributes.close()
            try await advertisements.close()
            return value
        } catch {
            try await attributes.close()
            try await advertisements.close()
            throw error
        }
    }

    private func listen(
        _ path: String, _ handler: @escaping @Sendable () -> some ChannelInboundHandler
    ) async throws -> any Channel {
        try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler()) }
            }
            .bind(unixDomainSocketPath: path).get()
    }
}

/// Answers a central until the script says otherwise.
private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let script: ScriptedPeer
    private var pending = ByteBuffer()
    private var server = ATTServer(
        services: [
            ServiceDefinition(
                BluetoothUUID(0x180A),
                characteristics: [CharacteristicDefinition(ScriptedPeer.readable, .read, value: [1, 2, 3])])
        ], maximumMTU: 23)

    init(script: ScriptedPeer) {
        self.script = script
    }

    func channelActive(context: ChannelHandlerContext) {
        if let step = script.onConnect { perform(step, context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = Self.unwrapInboundIn(data)
        pending.writeBuffer(&bytes)
        while let pdu = pending.readLengthPrefixedSlice(endianness: .little, as: UInt16.self) {
            let request = Array(pdu.readableBytesView)
            if request.first == script.opcode, let step = script.onRequest {
                perform(step, context)
                continue
            }
            for case .send(let answer) in server.receive(request) {
                perform(.bytes([UInt8(answer.count), 0] + answer), context)
            }
        }
    }

    private func perform(_ step: ScriptedPeer.Step, _ context: ChannelHandlerContext) {
        switch step {
        case .bytes(let bytes): context.channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
        case .close: context.close(promise: nil)
        case .signal(let continuation): continuation.yield()
        }
    }
}

/// Sends whoever listens one advertisement.
private final class Announcement: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let script: ScriptedPeer

    init(script: ScriptedPeer) {
        self.script = script
    }

    func channelActive(context: ChannelHandlerContext) {
        let frame = script.noise + [7, 0] + script.address.bytes + [0xC4]
        context.channel.writeAndFlush(ByteBuffer(bytes: frame), promise: nil)
    }
}
