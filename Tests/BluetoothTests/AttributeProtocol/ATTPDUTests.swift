// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import SleepModel
import Testing

@Suite
struct ATTPDUTests {
    static let custom = BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let samples: [(pdu: ATTPDU, hexadecimal: String)] = [
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
        (.readByGroupTypeRequest(start: 1, end: 0xFFFF, type: BluetoothUUID(0x2800)), "10 0100 FFFF 0028"),
        (
            .readByGroupTypeResponse([.init(start: 1, end: 5, value: [0x0A, 0x18])]), "11 06 0100 0500 0A18"
        ),
        (.writeRequest(handle: 7, value: Array("SI01".utf8)), "12 0700 53493031"),
        (.writeResponse, "13"),
        (.notification(handle: 9, value: Array("OK".utf8)), "1B 0900 4F4B"),
        (.writeCommand(handle: 7, value: []), "52 0700"),
        (.unknown(opcode: 0x1D, parameters: [1, 2, 3]), "1D 010203"),
    ]

    @Test(arguments: samples.indices)
    func encoded_isTheBytesOfTheStandard(index: Int) throws {
        let sample = Self.samples[index]
        #expect(sample.pdu.encoded == (try Hexadecimal.bytes(sample.hexadecimal)))
    }

    @Test(arguments: samples.indices)
    func decoding_givesThePDU(index: Int) throws {
        let sample = Self.samples[index]
        #expect(try ATTPDU(decoding: Hexadecimal.bytes(sample.hexadecimal)) == sample.pdu)
    }

    @Test(arguments: samples.indices)
    func decoding_failsOrRoundTrips_forEveryPrefix(index: Int) throws {
        let bytes = Self.samples[index].pdu.encoded
        for count in 0..<bytes.count {
            let prefix = Array(bytes.prefix(count))
            guard let pdu = try? ATTPDU(decoding: prefix) else { continue }
            #expect(pdu.encoded == prefix)
        }
    }

    @Test
    func decoding_failsOrRoundTrips_forRandomBytes() {
        var generator = SeededGenerator(seed: 1)
        var decoded = 0
        for _ in 0..<5000 {
            let bytes = generator.pdu()
            guard let pdu = try? ATTPDU(decoding: bytes) else { continue }
            decoded += 1
            #expect(pdu.encoded == bytes)
        }
        #expect(decoded > 1000)
    }

    @Test(arguments: [
        ("", ATTDecodingError.Code.empty), ("0A07", .truncated), ("0A070000", .overlong), ("1301", .overlong),
        ("0501", .malformedList), ("05010300", .malformedList), ("050303000229", .malformedList),
        ("090102", .malformedList), ("0904020001020500", .malformedList), ("11030100", .malformedList),
        ("1100", .malformedList), ("08010009", .truncated), ("0801000900032803", .overlong),
    ])
    func decoding_saysWhatIsWrong(hexadecimal: String, code: ATTDecodingError.Code) throws {
        let bytes = try Hexadecimal.bytes(hexadecimal)
        let error = #expect(throws: ATTDecodingError.self) { try ATTPDU(decoding: bytes) }
        #expect(error?.code == code)
    }

    @Test
    func encoded_leavesOutEntriesOfAnotherLength() {
        let pdu = ATTPDU.readByTypeResponse([.init(handle: 1, value: [1]), .init(handle: 2, value: [1, 2])])
        #expect(pdu.encoded == [0x09, 3, 1, 0, 1])
    }
}
