// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import SeededRandom
import SleepModel
import Testing

@Suite
struct ATTPDUTests {
    @Test(arguments: ATTSamples.all.indices)
    func encoded_isTheBytesOfTheStandard(index: Int) throws {
        let sample = ATTSamples.all[index]
        #expect(sample.pdu.encoded == (try Hexadecimal.bytes(sample.hexadecimal)))
    }

    @Test(arguments: ATTSamples.all.indices)
    func decoding_givesThePDU(index: Int) throws {
        let sample = ATTSamples.all[index]
        #expect(try ATTPDU(decoding: Hexadecimal.bytes(sample.hexadecimal)) == sample.pdu)
    }

    @Test
    func samples_haveEveryOpcode() throws {
        let opcodes = try Set(ATTSamples.all.map { try #require(Hexadecimal.bytes($0.hexadecimal).first) })
        #expect(opcodes.subtracting([0x1C]).sorted() == SeededGenerator.opcodes.dropLast())
    }

    /// Whether bytes are refused, or are a PDU that is encoded as these bytes and read from them again.
    ///
    /// A UUID of the SIG's may arrive in 16 bytes and leave in 2.
    private static func areSafe(_ bytes: [UInt8]) -> Bool {
        guard let pdu = try? ATTPDU(decoding: bytes) else { return true }
        let encoded = pdu.encoded
        guard pdu.opcode == bytes.first, (try? ATTPDU(decoding: encoded)) == pdu else { return false }
        return encoded == bytes || (encoded.count < bytes.count && [0x05, 0x08, 0x10].contains(pdu.opcode))
    }

    @Test(arguments: ATTSamples.all.indices)
    func decoding_failsOrRoundTrips_forEveryPrefix(index: Int) throws {
        let bytes = try Hexadecimal.bytes(ATTSamples.all[index].hexadecimal)
        #expect((0..<bytes.count).map { Array(bytes.prefix($0)) }.filter { !Self.areSafe($0) } == [])
    }

    @Test(arguments: ATTSamples.all.indices)
    func decoding_failsOrRoundTrips_forEveryChangeOfOneByte(index: Int) throws {
        let bytes = try Hexadecimal.bytes(ATTSamples.all[index].hexadecimal)
        let changed = bytes.indices.flatMap { position in
            (UInt8.min...UInt8.max).map { byte in
                var changed = bytes
                changed[position] = byte
                return changed
            }
        }
        #expect(changed.filter { !Self.areSafe($0) } == [])
    }

    @Test(arguments: ATTSamples.all.indices)
    func decoding_failsOrRoundTrips_withBytesPutInOrTakenOut(index: Int) throws {
        let bytes = try Hexadecimal.bytes(ATTSamples.all[index].hexadecimal)
        let longer = (0...bytes.count).flatMap { position in
            [0, 1, 0xFF].map { Array(bytes.prefix(position)) + [$0] + bytes.dropFirst(position) }
        }
        let shorter = bytes.indices.map { bytes.prefix($0) + bytes.dropFirst($0 + 1) }.map(Array.init)
        #expect((longer + shorter).filter { !Self.areSafe($0) } == [])
    }

    @Test
    func decoding_failsOrRoundTrips_forRandomBytes() {
        var generator = SeededGenerator(seed: 1)
        let inputs = (0..<20_000).map { _ in generator.pdu() }
        #expect(inputs.filter { !Self.areSafe($0) } == [])
        #expect(inputs.count { (try? ATTPDU(decoding: $0)) != nil } > 5000)
    }

    @Test
    func decoding_shortensTheTypesOfTheStandard_thatArriveInFull() throws {
        let bytes = try Hexadecimal.bytes("08 0100 0900 FB349B5F800000800010000003280000")
        let pdu = try ATTPDU(decoding: bytes)
        #expect(pdu == .readByTypeRequest(start: 1, end: 9, type: BluetoothUUID(0x2803)))
        #expect(pdu.encoded == [0x08, 1, 0, 9, 0, 0x03, 0x28])
    }

    @Test(arguments: [
        ("", ATTDecodingError.Code.empty), ("0A07", .truncated), ("0A070000", .overlong), ("1301", .overlong),
        ("0501", .malformedList), ("05010300", .malformedList), ("050303000229", .malformedList),
        ("090102", .malformedList), ("0904020001020500", .malformedList), ("11030100", .malformedList),
        ("1100", .malformedList), ("08010009", .truncated), ("0801000900032803", .overlong),
        ("0600", .truncated), ("07", .malformedList), ("07010002", .malformedList),
        ("0E", .malformedList), ("0E0100", .malformedList), ("0E010002", .malformedList), ("160700", .truncated),
        ("18", .truncated), ("180100", .overlong), ("1900", .overlong), ("1D07", .truncated), ("1E00", .overlong),
        ("200100", .malformedList), ("21", .truncated), ("210000 01", .truncated), ("230300 0100", .truncated),
        ("230300 0100 01", .malformedList), ("230300 0100 01 0900 0100", .truncated),
        ("D20700 0102030405060708090A0B", .truncated),
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
