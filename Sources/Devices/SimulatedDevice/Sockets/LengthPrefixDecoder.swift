// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import NIOCore

/// Splits a stream into frames, each preceded by its length as a 16-bit little-endian number.
///
/// A length outside the range is an error, after which nothing more is read.
struct LengthPrefixDecoder: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    /// The lengths that can be right.
    let lengths: ClosedRange<Int>

    static let pduLengths = 1...ATTPDU.maximumLength
    static let advertisementLengths = AdvertisingFrame.minimumLength...AdvertisingFrame.maximumLength

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let length = buffer.getInteger(at: buffer.readerIndex, endianness: .little, as: UInt16.self) else {
            return .needMoreData
        }
        guard lengths.contains(Int(length)) else {
            throw SimulationError(.malformedFrame, "A frame of \(length) bytes cannot be right.")
        }
        guard buffer.readableBytes >= 2 + Int(length) else { return .needMoreData }
        buffer.moveReaderIndex(forwardBy: 2)
        guard let frame = buffer.readSlice(length: Int(length)) else { return .needMoreData }
        context.fireChannelRead(Self.wrapInboundOut(frame))
        return .continue
    }

    /// The bytes of one frame with its length before them.
    static func frame(_ bytes: [UInt8], _ allocator: ByteBufferAllocator) -> ByteBuffer {
        var buffer = allocator.buffer(capacity: 2 + bytes.count)
        buffer.writeInteger(UInt16(clamping: bytes.count), endianness: .little)
        buffer.writeBytes(bytes)
        return buffer
    }
}
