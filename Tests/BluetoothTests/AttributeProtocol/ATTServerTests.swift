// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import SeededRandom
import Testing

@Suite
struct ATTServerTests {
    static let command = BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let model = BluetoothUUID(0x2A24)
    static let level = BluetoothUUID(0x2A19)

    /// Handles: 1 service, 2-3 model, 4 service, 5-7 level with its configuration, 8-9 command.
    static let services = [
        ServiceDefinition(
            BluetoothUUID(0x180A), characteristics: [CharacteristicDefinition(model, .read, value: Array(0..<60))]),
        ServiceDefinition(
            BluetoothUUID(0x180F),
            characteristics: [
                CharacteristicDefinition(level, [.read, .notify], value: [100]),
                CharacteristicDefinition(command, [.write, .writeWithoutResponse]),
            ]),
    ]

    private func effects(of requests: ATTPDU..., maximumMTU: UInt16 = 247) -> [ATTServer.Effect] {
        var server = ATTServer(services: Self.services, maximumMTU: maximumMTU)
        return requests.flatMap { server.receive($0.encoded) }
    }

    private static func answer(_ pdu: ATTPDU) -> [ATTServer.Effect] { [.send(pdu.encoded)] }

    private static let exchanges: [(request: ATTPDU, effects: [ATTServer.Effect])] = [
        (
            .readByGroupTypeRequest(start: 1, end: 0xFFFF, type: BluetoothUUID(0x2800)),
            answer(
                .readByGroupTypeResponse([
                    .init(start: 1, end: 3, value: [0x0A, 0x18]), .init(start: 4, end: 9, value: [0x0F, 0x18]),
                ]))
        ),
        (
            .readByGroupTypeRequest(start: 5, end: 0xFFFF, type: BluetoothUUID(0x2800)),
            answer(.errorResponse(request: 0x10, handle: 5, code: .attributeNotFound))
        ),
        (
            .readByGroupTypeRequest(start: 1, end: 0xFFFF, type: BluetoothUUID(0x2803)),
            answer(.errorResponse(request: 0x10, handle: 1, code: .unsupportedGroupType))
        ),
        (
            .readByTypeRequest(start: 1, end: 0xFFFF, type: BluetoothUUID(0x2803)),
            answer(
                .readByTypeResponse([
                    .init(handle: 2, value: [0x02, 3, 0, 0x24, 0x2A]),
                    .init(handle: 5, value: [0x12, 6, 0, 0x19, 0x2A]),
                ]))
        ),
        (
            .readByTypeRequest(start: 6, end: 0xFFFF, type: BluetoothUUID(0x2803)),
            answer(
                .readByTypeResponse([
                    .init(handle: 8, value: [0x0C, 9, 0] + command.bytes.reversed())
                ]))
        ),
        (
            .readByTypeRequest(start: 1, end: 0xFFFF, type: command),
            answer(.errorResponse(request: 0x08, handle: 9, code: .readNotPermitted))
        ),
        (
            .readByTypeRequest(start: 9, end: 8, type: command),
            answer(.errorResponse(request: 0x08, handle: 9, code: .invalidHandle))
        ),
        (
            .findInformationRequest(start: 6, end: 9),
            answer(
                .findInformationResponse([
                    .init(handle: 6, type: level), .init(handle: 7, type: BluetoothUUID(0x2902)),
                    .init(handle: 8, type: BluetoothUUID(0x2803)),
                ]))
        ),
        (
            .findInformationRequest(start: 0, end: 9),
            answer(.errorResponse(request: 0x04, handle: 0, code: .invalidHandle))
        ),
        (
            .findByTypeValueRequest(start: 1, end: 0xFFFF, type: 0x2800, value: [0x0F, 0x18]),
            answer(.findByTypeValueResponse([.init(start: 4, end: 9)]))
        ),
        (
            .findByTypeValueRequest(start: 5, end: 0xFFFF, type: 0x2800, value: [0x0F, 0x18]),
            answer(.errorResponse(request: 0x06, handle: 5, code: .attributeNotFound))
        ),
        (
            .findByTypeValueRequest(start: 1, end: 0xFFFF, type: 0x2800, value: BluetoothUUID(0x180F).longWire),
            answer(.errorResponse(request: 0x06, handle: 1, code: .attributeNotFound))
        ),
        (
            .findByTypeValueRequest(start: 1, end: 9, type: 0x2803, value: [0x12, 6, 0, 0x19, 0x2A]),
            answer(.findByTypeValueResponse([.init(start: 5, end: 7)]))
        ),
        (
            .findByTypeValueRequest(start: 1, end: 9, type: 0x2A19, value: [100]),
            answer(.findByTypeValueResponse([.init(start: 6, end: 6)]))
        ),
        (
            .findByTypeValueRequest(start: 9, end: 8, type: 0x2800, value: []),
            answer(.errorResponse(request: 0x06, handle: 9, code: .invalidHandle))
        ),
        (.readRequest(handle: 6), answer(.readResponse([100]))),
        (.readRequest(handle: 7), answer(.readResponse([0, 0]))),
        (.readRequest(handle: 3), answer(.readResponse(Array(0..<22)))),
        (.readBlobRequest(handle: 3, offset: 44), answer(.readBlobResponse(Array(44..<60)))),
        (
            .readBlobRequest(handle: 3, offset: 61),
            answer(.errorResponse(request: 0x0C, handle: 3, code: .invalidOffset))
        ),
        (.readRequest(handle: 9), answer(.errorResponse(request: 0x0A, handle: 9, code: .readNotPermitted))),
        (.readRequest(handle: 0), answer(.errorResponse(request: 0x0A, handle: 0, code: .invalidHandle))),
        (.readRequest(handle: 10), answer(.errorResponse(request: 0x0A, handle: 10, code: .invalidHandle))),
        (
            .writeRequest(handle: 9, value: [1]),
            answer(.writeResponse) + [.write(characteristic: command, value: [1], acknowledged: true)]
        ),
        (
            .writeCommand(handle: 9, value: [2]), [.write(characteristic: command, value: [2], acknowledged: false)]
        ),
        (.writeCommand(handle: 6, value: [2]), []),
        (
            .writeRequest(handle: 6, value: [1]),
            answer(.errorResponse(request: 0x12, handle: 6, code: .writeNotPermitted))
        ),
        (
            .writeRequest(handle: 7, value: [1, 0]),
            answer(.writeResponse) + [.subscribed(characteristic: level, true)]
        ),
        (.writeRequest(handle: 7, value: [0, 0]), answer(.writeResponse)),
        (
            .writeRequest(handle: 7, value: [3, 0]),
            answer(.writeResponse) + [.subscribed(characteristic: level, true)]
        ),
        (
            .writeRequest(handle: 7, value: [2, 0]),
            answer(.errorResponse(request: 0x12, handle: 7, code: .improperConfiguration))
        ),
        (
            .writeRequest(handle: 7, value: [1]),
            answer(.errorResponse(request: 0x12, handle: 7, code: .invalidAttributeValueLength))
        ),
        (
            .readMultipleRequest([3, 6]),
            answer(.errorResponse(request: 0x0E, handle: 0, code: .requestNotSupported))
        ),
        (
            .readMultipleVariableRequest([3, 6]),
            answer(.errorResponse(request: 0x20, handle: 0, code: .requestNotSupported))
        ),
        (
            .unknown(opcode: 0x1C, parameters: []),
            answer(.errorResponse(request: 0x1C, handle: 0, code: .requestNotSupported))
        ),
        (.signedWriteCommand(handle: 9, value: [1], signature: Array(0..<12)), []),
        (.unknown(opcode: 0xD2, parameters: [1]), []),
        (.unknown(opcode: 0x7C, parameters: []), []),
        (.confirmation, []),
        (.readResponse([1]), []),
        (.indication(handle: 6, value: [1]), []),
        (.multipleNotification([.init(handle: 6, value: [1]), .init(handle: 6, value: [])]), []),
        (
            .unknown(opcode: 0x0A, parameters: [1]),
            answer(.errorResponse(request: 0x0A, handle: 0, code: .invalidPDU))
        ),
        (
            .writeRequest(handle: 9, value: Array(repeating: 0, count: 21)),
            answer(.errorResponse(request: 0x12, handle: 0, code: .invalidPDU))
        ),
    ]

    @Test(arguments: exchanges.indices)
    func receive_answersARequest(index: Int) {
        #expect(effects(of: Self.exchanges[index].request) == Self.exchanges[index].effects)
    }

    @Test(arguments: [(UInt16(100), UInt16(247), 99), (517, 64, 63), (5, 247, 22), (100, 23, 22)])
    func receive_readsAsMuchAsTheAgreedMTUCarries(offered: UInt16, maximum: UInt16, count: Int) {
        let answers = effects(
            of: .exchangeMTURequest(offered), .readRequest(handle: 3), maximumMTU: maximum)
        #expect(
            answers == [
                .send(ATTPDU.exchangeMTUResponse(maximum).encoded),
                .send(ATTPDU.readResponse(Array(0..<UInt8(min(count, 60)))).encoded),
            ])
    }

    @Test
    func notify_givesAPDU_onlyWhileSubscribed() {
        var server = ATTServer(services: Self.services)
        let before = server.notify(Self.level, value: [1])
        _ = server.receive(ATTPDU.writeRequest(handle: 7, value: [1, 0]).encoded)
        let during = server.notify(Self.level, value: Array(0..<30))
        _ = server.receive(ATTPDU.writeRequest(handle: 7, value: [0, 0]).encoded)
        let after = server.notify(Self.level, value: [1])
        #expect([before, during, after] == [nil, [0x1B, 6, 0] + Array(0..<20), nil])
    }

    @Test
    func receive_refusesASecondExchangeOfTheMTU_andKeepsTheFirst() {
        var server = ATTServer(services: Self.services)
        _ = server.receive(ATTPDU.exchangeMTURequest(100).encoded)
        let second = server.receive(ATTPDU.exchangeMTURequest(50).encoded)
        #expect(second == Self.answer(.errorResponse(request: 0x02, handle: 0, code: .requestNotSupported)))
        #expect(server.mtu == 100)
    }

    @Test
    func receive_findsAsManyServicesAsTheMTUCarries() {
        let service = ServiceDefinition(BluetoothUUID(0x180F), characteristics: [])
        var server = ATTServer(services: Array(repeating: service, count: 6))
        let answer = server.receive(
            ATTPDU.findByTypeValueRequest(start: 1, end: 0xFFFF, type: 0x2800, value: [0x0F, 0x18]).encoded)
        #expect(answer == Self.answer(.findByTypeValueResponse((1...5).map { .init(start: $0, end: $0) })))
    }

    @Test
    func setValue_changesWhatARead_answers() {
        var server = ATTServer(services: Self.services)
        server.setValue([55], of: Self.level)
        server.setValue([1], of: BluetoothUUID(0x2A00))
        #expect(server.receive(ATTPDU.readRequest(handle: 6).encoded) == [.send([0x0B, 55])])
    }

    @Test(
        arguments: [
            (ATTPDU.readRequest(handle: 6), level), (.readBlobRequest(handle: 3, offset: 22), model),
            (.readByTypeRequest(start: 1, end: 0xFFFF, type: level), level),
            (.readByTypeRequest(start: 1, end: 0xFFFF, type: BluetoothUUID(0x2803)), nil),
            (.findByTypeValueRequest(start: 1, end: 0xFFFF, type: 0x2A19, value: [1]), level),
            (.findByTypeValueRequest(start: 1, end: 0xFFFF, type: 0x2800, value: [1]), nil),
            (.readRequest(handle: 7), nil), (.readRequest(handle: 0), nil), (.readRequest(handle: 99), nil),
            (.writeRequest(handle: 9, value: [1]), nil), (.exchangeMTURequest(23), nil),
        ] as [(ATTPDU, BluetoothUUID?)])
    func characteristic_isTheOneWhoseValueIsRead(pdu: ATTPDU, read: BluetoothUUID?) {
        #expect(ATTServer(services: Self.services).characteristic(readBy: pdu.encoded) == read)
    }

    @Test
    func characteristic_isNone_whateverElseArrives() {
        #expect(ATTServer(services: Self.services).characteristic(readBy: []) == nil)
        #expect(ATTServer(services: Self.services).characteristic(readBy: [0x0A]) == nil)
    }

    @Test
    func receive_neverSendsMoreThanTheMTU_whateverArrives() {
        var generator = SeededGenerator(seed: 2)
        var server = ATTServer(services: Self.services)
        for _ in 0..<5000 {
            for case .send(let bytes) in server.receive(generator.pdu()) {
                #expect(bytes.count <= Int(server.mtu))
                #expect(throws: Never.self) { try ATTPDU(decoding: bytes) }
            }
        }
    }

    @Test
    func receive_ignoresAnEmptyPDU() {
        var server = ATTServer(services: Self.services)
        #expect(server.receive([]) == [])
    }
}
