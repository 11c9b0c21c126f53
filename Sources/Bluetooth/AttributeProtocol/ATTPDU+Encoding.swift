// SPDX-License-Identifier: Apache-2.0

import GATT

extension ATTPDU {
    /// The PDU as bytes, opcode first.
    ///
    /// A list without lengths can only hold values of equal length, so entries that are longer or shorter than the first
    /// are left out.
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
        case .findByTypeValueRequest(let start, let end, let type, let value):
            start.littleEndianBytes + end.littleEndianBytes + type.littleEndianBytes + value
        case .findByTypeValueResponse(let entries):
            entries.flatMap { $0.start.littleEndianBytes + $0.end.littleEndianBytes }
        case .readByTypeRequest(let start, let end, let type), .readByGroupTypeRequest(let start, let end, let type):
            start.littleEndianBytes + end.littleEndianBytes + type.wire
        case .readByTypeResponse(let entries):
            Self.encode(entries.map { $0.handle.littleEndianBytes + $0.value })
        case .readByGroupTypeResponse(let entries):
            Self.encode(entries.map { $0.start.littleEndianBytes + $0.end.littleEndianBytes + $0.value })
        case .readRequest(let handle): handle.littleEndianBytes
        case .readBlobRequest(let handle, let offset): handle.littleEndianBytes + offset.littleEndianBytes
        case .readResponse(let value), .readBlobResponse(let value), .readMultipleResponse(let value): value
        case .readMultipleRequest(let handles), .readMultipleVariableRequest(let handles):
            handles.flatMap(\.littleEndianBytes)
        case .readMultipleVariableResponse(let entries): entries.flatMap { $0.length.littleEndianBytes + $0.value }
        case .writeRequest(let handle, let value), .writeCommand(let handle, let value),
            .notification(let handle, let value), .indication(let handle, let value):
            handle.littleEndianBytes + value
        case .prepareWriteRequest(let handle, let offset, let part),
            .prepareWriteResponse(let handle, let offset, let part):
            handle.littleEndianBytes + offset.littleEndianBytes + part
        case .executeWriteRequest(let flags): [flags]
        case .multipleNotification(let entries):
            entries.flatMap {
                $0.handle.littleEndianBytes + UInt16(clamping: $0.value.count).littleEndianBytes + $0.value
            }
        case .signedWriteCommand(let handle, let value, let signature): handle.littleEndianBytes + value + signature
        case .writeResponse, .executeWriteResponse, .confirmation: []
        case .unknown(_, let parameters): parameters
        }
    }

    /// If one UUID is not from the SIG, all are written in the long form.
    private static func encode(_ entries: [Information]) -> [UInt8] {
        entries.contains { $0.type.assigned == nil }
            ? [2] + entries.flatMap { $0.handle.littleEndianBytes + $0.type.longWire }
            : [1] + entries.flatMap { $0.handle.littleEndianBytes + $0.type.wire }
    }

    private static func encode(_ entries: [[UInt8]]) -> [UInt8] {
        guard let first = entries.first?.count else { return [] }
        return [UInt8(clamping: first)] + entries.filter { $0.count == first }.flatMap { $0.prefix(255) }
    }
}
