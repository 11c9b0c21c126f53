// SPDX-License-Identifier: Apache-2.0

import GATT

extension ATTPDU {
    /// The PDU as bytes, opcode first.
    ///
    /// A list can hold entries of one length only, so entries that differ from its first in length are left out.
    public var encoded: [UInt8] {
        [opcode] + parameters
    }

    private var parameters: [UInt8] {
        switch self {
        case .errorResponse(let request, let handle, let code):
            [request] + handle.littleEndianBytes + [code.rawValue]
        case .exchangeMTURequest(let mtu), .exchangeMTUResponse(let mtu): mtu.littleEndianBytes
        case .findInformationRequest(let start, let end): start.littleEndianBytes + end.littleEndianBytes
        case .findInformationResponse(let entries): Self.encode(entries)
        case .readByTypeRequest(let start, let end, let type), .readByGroupTypeRequest(let start, let end, let type):
            start.littleEndianBytes + end.littleEndianBytes + type.wire
        case .readByTypeResponse(let entries):
            Self.encode(entries.map { $0.handle.littleEndianBytes + $0.value })
        case .readByGroupTypeResponse(let entries):
            Self.encode(entries.map { $0.start.littleEndianBytes + $0.end.littleEndianBytes + $0.value })
        case .readRequest(let handle): handle.littleEndianBytes
        case .readBlobRequest(let handle, let offset): handle.littleEndianBytes + offset.littleEndianBytes
        case .readResponse(let value), .readBlobResponse(let value): value
        case .writeRequest(let handle, let value), .writeCommand(let handle, let value),
            .notification(let handle, let value):
            handle.littleEndianBytes + value
        case .writeResponse: []
        case .unknown(_, let parameters): parameters
        }
    }

    private static func encode(_ entries: [Information]) -> [UInt8] {
        guard let first = entries.first?.type.wire.count else { return [] }
        return [first == 2 ? 1 : 2]
            + entries.filter { $0.type.wire.count == first }.flatMap { $0.handle.littleEndianBytes + $0.type.wire }
    }

    private static func encode(_ entries: [[UInt8]]) -> [UInt8] {
        guard let first = entries.first?.count else { return [] }
        return [UInt8(clamping: first)] + entries.filter { $0.count == first }.flatMap { $0.prefix(255) }
    }

    /// Reads a PDU; one with an unknown opcode is kept as it is, a known one has to fit its definition exactly.
    public init(decoding bytes: [UInt8]) throws(ATTDecodingError) {
        guard let opcode = bytes.first else { throw ATTDecodingError(.empty, "The PDU is empty.") }
        var reader = ByteReader(bytes)
        _ = try reader.byte()
        switch opcode {
        case Opcode.errorResponse:
            self = .errorResponse(
                request: try reader.byte(), handle: try reader.number(),
                code: ATTErrorCode(rawValue: try reader.byte()))
        case Opcode.exchangeMTURequest: self = .exchangeMTURequest(try reader.number())
        case Opcode.exchangeMTUResponse: self = .exchangeMTUResponse(try reader.number())
        case Opcode.findInformationRequest:
            self = .findInformationRequest(start: try reader.number(), end: try reader.number())
        case Opcode.findInformationResponse: self = .findInformationResponse(try Self.information(&reader))
        case Opcode.readByTypeRequest:
            self = .readByTypeRequest(
                start: try reader.number(), end: try reader.number(), type: try reader.uuid())
        case Opcode.readByTypeResponse:
            self = .readByTypeResponse(
                try Self.list(&reader, header: 2) { (entry) throws(ATTDecodingError) in
                    Attribute(handle: try entry.number(), value: entry.rest())
                })
        case Opcode.readRequest: self = .readRequest(handle: try reader.number())
        case Opcode.readResponse: self = .readResponse(reader.rest())
        case Opcode.readBlobRequest:
            self = .readBlobRequest(handle: try reader.number(), offset: try reader.number())
        case Opcode.readBlobResponse: self = .readBlobResponse(reader.rest())
        case Opcode.readByGroupTypeRequest:
            self = .readByGroupTypeRequest(
                start: try reader.number(), end: try reader.number(), type: try reader.uuid())
        case Opcode.readByGroupTypeResponse:
            self = .readByGroupTypeResponse(
                try Self.list(&reader, header: 4) { (entry) throws(ATTDecodingError) in
                    Group(start: try entry.number(), end: try entry.number(), value: entry.rest())
                })
        case Opcode.writeRequest: self = .writeRequest(handle: try reader.number(), value: reader.rest())
        case Opcode.writeResponse: self = .writeResponse
        case Opcode.writeCommand: self = .writeCommand(handle: try reader.number(), value: reader.rest())
        case Opcode.notification: self = .notification(handle: try reader.number(), value: reader.rest())
        default: self = .unknown(opcode: opcode, parameters: reader.rest())
        }
        try reader.expectEnd()
    }

    private static func information(_ reader: inout ByteReader) throws(ATTDecodingError) -> [Information] {
        let format = try reader.byte()
        guard format == 1 || format == 2 else {
            throw ATTDecodingError(.malformedList, "A list of UUIDs has format 1 or 2, not \(format).")
        }
        return try entries(&reader, length: format == 1 ? 4 : 18) { (entry) throws(ATTDecodingError) in
            Information(handle: try entry.number(), type: try entry.uuid())
        }
    }

    private static func list<Entry>(
        _ reader: inout ByteReader, header: Int, _ read: (inout ByteReader) throws(ATTDecodingError) -> Entry
    ) throws(ATTDecodingError) -> [Entry] {
        let length = Int(try reader.byte())
        guard length >= header else {
            throw ATTDecodingError(.malformedList, "An entry of the list has \(header) bytes or more, not \(length).")
        }
        return try entries(&reader, length: length, read)
    }

    private static func entries<Entry>(
        _ reader: inout ByteReader, length: Int, _ read: (inout ByteReader) throws(ATTDecodingError) -> Entry
    ) throws(ATTDecodingError) -> [Entry] {
        guard reader.remaining > 0, reader.remaining % length == 0 else {
            throw ATTDecodingError(
                .malformedList, "\(reader.remaining) bytes do not make a list of entries of \(length) bytes.")
        }
        var entries: [Entry] = []
        while reader.remaining > 0 {
            var entry = ByteReader(try reader.take(length))
            entries.append(try read(&entry))
        }
        return entries
    }
}
