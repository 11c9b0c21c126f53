// SPDX-License-Identifier: Apache-2.0

extension ATTPDU {
    /// Reads a PDU.
    ///
    /// One with an unknown opcode is kept as it is; any other must fit its definition exactly.
    public init(decoding bytes: [UInt8]) throws(ATTDecodingError) {
        guard let opcode = bytes.first else { throw ATTDecodingError(.empty, "The PDU is empty.") }
        var reader = ByteReader(bytes, from: 1)
        self = try Self.read(opcode, &reader)
        try reader.expectEnd()
    }

    private static func read(_ opcode: UInt8, _ reader: inout ByteReader) throws(ATTDecodingError) -> ATTPDU {
        switch opcode {
        case Opcode.errorResponse:
            .errorResponse(
                request: try reader.byte(), handle: try reader.number(),
                code: ATTErrorCode(rawValue: try reader.byte()))
        case Opcode.exchangeMTURequest: .exchangeMTURequest(try reader.number())
        case Opcode.exchangeMTUResponse: .exchangeMTUResponse(try reader.number())
        case Opcode.findInformationRequest:
            .findInformationRequest(start: try reader.number(), end: try reader.number())
        case Opcode.findInformationResponse: .findInformationResponse(try information(&reader))
        case Opcode.findByTypeValueRequest:
            .findByTypeValueRequest(
                start: try reader.number(), end: try reader.number(), type: try reader.number(),
                value: reader.remainder())
        case Opcode.findByTypeValueResponse:
            .findByTypeValueResponse(
                try entries(&reader, length: 4) { (reader, _) throws(ATTDecodingError) in
                    HandleRange(start: try reader.number(), end: try reader.number())
                })
        case Opcode.readByTypeRequest:
            .readByTypeRequest(
                start: try reader.number(), end: try reader.number(), type: try reader.uuid(length: reader.remaining))
        case Opcode.readByTypeResponse:
            .readByTypeResponse(
                try list(&reader, header: 2) { (reader, length) throws(ATTDecodingError) in
                    Attribute(handle: try reader.number(), value: try reader.take(length - 2))
                })
        case Opcode.readRequest: .readRequest(handle: try reader.number())
        case Opcode.readResponse: .readResponse(reader.remainder())
        case Opcode.readBlobRequest: .readBlobRequest(handle: try reader.number(), offset: try reader.number())
        case Opcode.readBlobResponse: .readBlobResponse(reader.remainder())
        case Opcode.readMultipleRequest: .readMultipleRequest(try handles(&reader))
        case Opcode.readMultipleResponse: .readMultipleResponse(reader.remainder())
        case Opcode.readByGroupTypeRequest:
            .readByGroupTypeRequest(
                start: try reader.number(), end: try reader.number(), type: try reader.uuid(length: reader.remaining))
        case Opcode.readByGroupTypeResponse:
            .readByGroupTypeResponse(
                try list(&reader, header: 4) { (reader, length) throws(ATTDecodingError) in
                    Group(start: try reader.number(), end: try reader.number(), value: try reader.take(length - 4))
                })
        case Opcode.writeRequest: .writeRequest(handle: try reader.number(), value: reader.remainder())
        case Opcode.writeResponse: .writeResponse
        case Opcode.prepareWriteRequest:
            .prepareWriteRequest(handle: try reader.number(), offset: try reader.number(), part: reader.remainder())
        case Opcode.prepareWriteResponse:
            .prepareWriteResponse(handle: try reader.number(), offset: try reader.number(), part: reader.remainder())
        case Opcode.executeWriteRequest: .executeWriteRequest(flags: try reader.byte())
        case Opcode.executeWriteResponse: .executeWriteResponse
        case Opcode.notification: .notification(handle: try reader.number(), value: reader.remainder())
        case Opcode.indication: .indication(handle: try reader.number(), value: reader.remainder())
        case Opcode.confirmation: .confirmation
        case Opcode.readMultipleVariableRequest: .readMultipleVariableRequest(try handles(&reader))
        case Opcode.readMultipleVariableResponse: .readMultipleVariableResponse(try variableValues(&reader))
        case Opcode.multipleNotification: .multipleNotification(try notifications(&reader))
        case Opcode.writeCommand: .writeCommand(handle: try reader.number(), value: reader.remainder())
        case Opcode.signedWriteCommand:
            .signedWriteCommand(
                handle: try reader.number(), value: try reader.take(reader.remaining - signatureLength),
                signature: reader.remainder())
        default: .unknown(opcode: opcode, parameters: reader.remainder())
        }
    }

    private static func information(_ reader: inout ByteReader) throws(ATTDecodingError) -> [Information] {
        let format = try reader.byte()
        guard format == 1 || format == 2 else {
            throw ATTDecodingError(.malformedList, "A list of UUIDs has format 1 or 2, not \(format).")
        }
        return try entries(&reader, length: format == 1 ? 4 : 18) { (reader, length) throws(ATTDecodingError) in
            Information(handle: try reader.number(), type: try reader.uuid(length: length - 2))
        }
    }

    private static func handles(_ reader: inout ByteReader) throws(ATTDecodingError) -> [UInt16] {
        let handles = try entries(&reader, length: 2) { (reader, _) throws(ATTDecodingError) in try reader.number() }
        guard handles.count > 1 else {
            throw ATTDecodingError(.malformedList, "A list of handles has two or more, not one.")
        }
        return handles
    }

    private static func variableValues(_ reader: inout ByteReader) throws(ATTDecodingError) -> [VariableValue] {
        var values: [VariableValue] = []
        repeat {
            let length = try reader.number()
            values.append(
                VariableValue(length: length, value: try reader.take(min(Int(length), reader.remaining))))
        } while reader.remaining > 0
        return values
    }

    private static func notifications(_ reader: inout ByteReader) throws(ATTDecodingError) -> [Attribute] {
        var entries: [Attribute] = []
        repeat {
            let handle = try reader.number()
            entries.append(Attribute(handle: handle, value: try reader.take(Int(try reader.number()))))
        } while reader.remaining > 0
        guard entries.count > 1 else {
            throw ATTDecodingError(.malformedList, "A notification of multiple values has two or more, not one.")
        }
        return entries
    }

    private static func list<Entry>(
        _ reader: inout ByteReader, header: Int, _ read: (inout ByteReader, Int) throws(ATTDecodingError) -> Entry
    ) throws(ATTDecodingError) -> [Entry] {
        let length = Int(try reader.byte())
        guard length >= header else {
            throw ATTDecodingError(.malformedList, "An entry of the list has \(header) bytes or more, not \(length).")
        }
        return try entries(&reader, length: length, read)
    }

    /// Reads entries of `length` bytes up to the end; `read` takes exactly so many.
    private static func entries<Entry>(
        _ reader: inout ByteReader, length: Int, _ read: (inout ByteReader, Int) throws(ATTDecodingError) -> Entry
    ) throws(ATTDecodingError) -> [Entry] {
        guard reader.remaining > 0, reader.remaining % length == 0 else {
            throw ATTDecodingError(
                .malformedList, "\(reader.remaining) bytes do not make a list of entries of \(length) bytes.")
        }
        var entries: [Entry] = []
        entries.reserveCapacity(reader.remaining / length)
        while reader.remaining > 0 { entries.append(try read(&reader, length)) }
        return entries
    }
}
