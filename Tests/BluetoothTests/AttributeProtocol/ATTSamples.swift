// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT

/// PDUs of every opcode and the bytes the standard gives them, written out by hand.
enum ATTSamples {
    private static let custom = BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let all: [(pdu: ATTPDU, hexadecimal: String)] = [
        (.errorResponse(request: 0x0A, handle: 0x0102, code: .readNotPermitted), "01 0A 0201 02"),
        (.exchangeMTURequest(247), "02 F700"),
        (.exchangeMTUResponse(23), "03 1700"),
        (.findInformationRequest(start: 1, end: 0xFFFF), "04 0100 FFFF"),
        (
            .findInformationResponse([
                .init(handle: 3, type: BluetoothUUID(0x2902)), .init(handle: 4, type: BluetoothUUID(0x2803)),
            ]), "05 01 0300 0229 0400 0328"
        ),
        (
            .findInformationResponse([.init(handle: 3, type: custom)]),
            "05 02 0300 32B2A2F753DE1A9CEB47FD5E02002402"
        ),
        (
            .findInformationResponse([
                .init(handle: 3, type: BluetoothUUID(0x2902)), .init(handle: 4, type: custom),
            ]), "05 02 0300 FB349B5F800000800010000002290000 0400 32B2A2F753DE1A9CEB47FD5E02002402"
        ),
        (
            .findByTypeValueRequest(start: 1, end: 0xFFFF, type: 0x2800, value: [0x0F, 0x18]),
            "06 0100 FFFF 0028 0F18"
        ),
        (.findByTypeValueRequest(start: 1, end: 2, type: 0x2800, value: []), "06 0100 0200 0028"),
        (.findByTypeValueResponse([.init(start: 4, end: 9)]), "07 0400 0900"),
        (
            .findByTypeValueResponse([.init(start: 4, end: 9), .init(start: 12, end: 0xFFFF)]),
            "07 0400 0900 0C00 FFFF"
        ),
        (.readByTypeRequest(start: 1, end: 9, type: BluetoothUUID(0x2803)), "08 0100 0900 0328"),
        (
            .readByTypeRequest(start: 1, end: 9, type: custom), "08 0100 0900 32B2A2F753DE1A9CEB47FD5E02002402"
        ),
        (
            .readByTypeResponse([.init(handle: 2, value: [1, 2]), .init(handle: 5, value: [3, 4])]),
            "09 04 0200 0102 0500 0304"
        ),
        (.readRequest(handle: 7), "0A 0700"),
        (.readResponse([]), "0B"),
        (.readResponse([9, 8]), "0B 0908"),
        (.readBlobRequest(handle: 7, offset: 22), "0C 0700 1600"),
        (.readBlobResponse([1]), "0D 01"),
        (.readMultipleRequest([3, 0x0102]), "0E 0300 0201"),
        (.readMultipleResponse([1, 2, 3]), "0F 010203"),
        (.readByGroupTypeRequest(start: 1, end: 0xFFFF, type: BluetoothUUID(0x2800)), "10 0100 FFFF 0028"),
        (
            .readByGroupTypeResponse([.init(start: 1, end: 5, value: [0x0A, 0x18])]), "11 06 0100 0500 0A18"
        ),
        (.writeRequest(handle: 7, value: Array("SI01".utf8)), "12 0700 53493031"),
        (.writeResponse, "13"),
        (.prepareWriteRequest(handle: 7, offset: 0x0112, part: [1, 2]), "16 0700 1201 0102"),
        (.prepareWriteResponse(handle: 7, offset: 0x0112, part: []), "17 0700 1201"),
        (.executeWriteRequest(flags: 1), "18 01"),
        (.executeWriteResponse, "19"),
        (.notification(handle: 9, value: Array("OK".utf8)), "1B 0900 4F4B"),
        (.indication(handle: 9, value: [1]), "1D 0900 01"),
        (.confirmation, "1E"),
        (.readMultipleVariableRequest([3, 4, 5]), "20 0300 0400 0500"),
        (
            .readMultipleVariableResponse([.init(length: 2, value: [1, 2]), .init(length: 0, value: [])]),
            "21 0200 0102 0000"
        ),
        (
            .readMultipleVariableResponse([.init(length: 0, value: []), .init(length: 600, value: [1, 2])]),
            "21 0000 5802 0102"
        ),
        (
            .multipleNotification([.init(handle: 3, value: [1]), .init(handle: 9, value: [])]),
            "23 0300 0100 01 0900 0000"
        ),
        (.writeCommand(handle: 7, value: []), "52 0700"),
        (
            .signedWriteCommand(handle: 7, value: [1], signature: Array(10..<22)),
            "D2 0700 01 0A0B0C0D0E0F101112131415"
        ),
        (.unknown(opcode: 0x1C, parameters: [1, 2, 3]), "1C 010203"),
    ]
}
