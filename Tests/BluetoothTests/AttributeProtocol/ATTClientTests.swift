// SPDX-License-Identifier: Apache-2.0

import GATT
import SeededRandom
import Testing

@testable import AttributeProtocol

@Suite
struct ATTClientTests {
    static let command = ATTServerTests.command
    static let model = ATTServerTests.model
    static let level = ATTServerTests.level
    static let serviceRequest = ATTPDU.readByGroupTypeRequest(start: 1, end: 0xFFFF, type: BluetoothUUID(0x2800))

    static func violated(_ effects: [ATTClient.Effect]) -> Bool {
        guard case .close(let error)? = effects.last else { return false }
        return error.code == .protocolViolation
    }

    @Test
    func start_discoversWhatTheServerOffers() {
        var pair = ATTPair()
        let effects = pair.run(pair.client.start(7))
        #expect(effects == [.completed(7, .success([]))])
        #expect(
            pair.client.discovered == [
                DiscoveredCharacteristic(uuid: Self.model, properties: .read, valueHandle: 3),
                DiscoveredCharacteristic(
                    uuid: Self.level, properties: [.read, .notify], valueHandle: 6, configurationHandle: 7),
                DiscoveredCharacteristic(
                    uuid: Self.command, properties: [.write, .writeWithoutResponse], valueHandle: 9),
            ])
    }

    @Test
    func start_goesOnWithTheSmallestMTU_whenTheServerDoesNotKnowTheExchange() {
        var client = ATTClient()
        _ = client.start(0)
        let effects = client.receive(
            ATTPDU.errorResponse(request: 0x02, handle: 0, code: .requestNotSupported).encoded)
        #expect(effects == [.send(Self.serviceRequest.encoded)])
    }

    @Test
    func start_findsNothing_onAServerWithoutServices() {
        var pair = ATTPair()
        pair.server = ATTServer(services: [])
        #expect(pair.run(pair.client.start(1)) == [.completed(1, .success([]))])
        #expect(pair.client.discovered == [])
    }

    @Test
    func write_isAcknowledged() {
        var pair = ATTPair.discovered()
        let effects = pair.run(pair.client.write([1], to: Self.command, acknowledged: true, 1))
        #expect(effects == [.completed(1, .success([]))])
        #expect(pair.others == [.write(characteristic: Self.command, value: [1], acknowledged: true)])
    }

    @Test
    func write_completesWhenSent_withoutAcknowledgement() {
        var pair = ATTPair.discovered()
        #expect(
            pair.client.write([1], to: Self.command, acknowledged: false, 1) == [
                .send([0x52, 9, 0, 1]), .completed(1, .success([])),
            ])
    }

    @Test
    func subscribe_letsNotificationsThrough() {
        var pair = ATTPair.discovered()
        #expect(pair.run(pair.client.subscribe(Self.level, 1)) == [.completed(1, .success([]))])
        let notification = pair.server.notify(Self.level, value: [42]) ?? []
        #expect(
            pair.client.receive(notification) == [.notification(characteristic: Self.level, value: [42])])
    }

    @Test
    func operations_waitForTheirTurn_inOrder() {
        var pair = ATTPair.discovered()
        let first = pair.client.read(Self.level, 1)
        let second = pair.client.write([1], to: Self.command, acknowledged: true, 2)
        let third = pair.client.write([2], to: Self.command, acknowledged: false, 3)
        let afterFirst = pair.client.receive([0x0B, 5])
        let afterSecond = pair.client.receive([0x13])
        #expect(first == [.send([0x0A, 6, 0])])
        #expect(second == [] && third == [])
        #expect(
            afterFirst == [
                .completed(1, .success([5])), .send([0x12, 9, 0, 1]), .send([0x52, 9, 0, 2]),
                .completed(3, .success([])),
            ])
        #expect(afterSecond == [.completed(2, .success([]))])
    }

    @Test
    func operations_fail_forWhatTheServerDoesNotOffer() {
        var pair = ATTPair.discovered()
        let unknown = BluetoothUUID(0x2A00)
        let effects =
            pair.client.read(unknown, 1) + pair.client.write([], to: unknown, acknowledged: true, 2)
            + pair.client.subscribe(Self.model, 3) + pair.client.write([1], to: Self.model, acknowledged: true, 4)
            + pair.client.write(Array(repeating: 0, count: 21), to: Self.command, acknowledged: false, 5)
            + pair.client.write(Array(repeating: 0, count: 513), to: Self.command, acknowledged: true, 6)
        let codes = effects.map { effect -> GATTError.Code? in
            guard case .completed(_, .failure(let error)) = effect else { return nil }
            return error.code
        }
        #expect(
            codes == [
                .noSuchCharacteristic, .noSuchCharacteristic, .noSuchCharacteristic, .attributeError, .attributeError,
                .attributeError,
            ])
    }

    @Test
    func operation_failsWithTheServersRefusal() {
        var pair = ATTPair.discovered()
        _ = pair.client.read(Self.level, 1)
        let effects = pair.client.receive(
            ATTPDU.errorResponse(request: 0x0A, handle: 6, code: ATTErrorCode(rawValue: 0x80)).encoded)
        #expect(
            effects == [
                .completed(
                    1, .failure(GATTError(.attributeError, "The device refused the request: application error 0x80.")))
            ])
    }

    @Test
    func cancel_takesOutAnOperationThatWaits_andLeavesTheConnection() {
        var pair = ATTPair.discovered()
        _ = pair.client.read(Self.level, 1)
        _ = pair.client.read(Self.model, 2)
        let cancelled = pair.client.cancel(2)
        #expect(cancelled == [.completed(2, .failure(GATTError(.cancelled, "The operation was cancelled.")))])
        #expect(pair.client.receive([0x0B, 5]) == [.completed(1, .success([5]))])
        #expect(pair.client.cancel(2) == [])
    }

    @Test
    func cancel_endsTheConnection_whenTheRequestHasBeenSent() {
        var pair = ATTPair.discovered()
        _ = pair.client.read(Self.level, 1)
        _ = pair.client.read(Self.model, 2)
        let cancelled = GATTError(.cancelled, "The operation was cancelled.")
        let ended = GATTError(.disconnected, "The connection to the device has ended.")
        #expect(
            pair.client.cancel(1) == [
                .completed(1, .failure(cancelled)), .completed(2, .failure(ended)), .close(cancelled),
            ])
        #expect(pair.client.read(Self.level, 3) == [.completed(3, .failure(ended))])
    }

    @Test
    func end_failsEverythingOnce() {
        var pair = ATTPair.discovered()
        _ = pair.client.read(Self.level, 1)
        _ = pair.client.read(Self.model, 2)
        let error = GATTError(.timedOut, "No answer.")
        #expect(pair.client.end(error) == [.completed(1, .failure(error)), .completed(2, .failure(error))])
        #expect(pair.client.end(error) == [])
        #expect(pair.client.receive([0x0B, 5]) == [])
    }

    @Test(arguments: [
        [], [0x0A], [0x0B], [0x01, 0x0A, 0, 0, 1], [0x01, 0x12, 0, 0], [0x13, 0], [0x03, 23, 0],
        [0x05, 1, 1, 0, 2, 0x29],
        Array(repeating: 0x0B, count: 24), [0x0D, 1],
    ])
    func receive_endsTheConnection_onAnythingButTheAnswer(bytes: [UInt8]) {
        var pair = ATTPair.discovered()
        _ = pair.client.subscribe(Self.level, 1)
        #expect(Self.violated(pair.client.receive(bytes)))
    }

    @Test
    func receive_endsTheConnection_onAnAnswerToNothing() {
        var pair = ATTPair.discovered()
        #expect(Self.violated(pair.client.receive([0x0B, 1])))
    }

    @Test
    func receive_refusesRequests_andIgnoresTheRest() {
        var pair = ATTPair.discovered()
        #expect(
            pair.client.receive([0x02, 23, 0]) == [
                .send(ATTPDU.errorResponse(request: 0x02, handle: 0, code: .requestNotSupported).encoded)
            ])
        #expect(pair.client.receive([0xD2, 6, 0] + Array(0..<12)) == [])
        #expect(pair.client.receive([0x1E]) == [])
        #expect(pair.client.receive([0x1B, 99, 0, 1]) == [])
        #expect(pair.client.receive([0x52, 6, 0, 1]) == [])
    }

    @Test(arguments: [
        ATTPDU.readByGroupTypeResponse([.init(start: 0, end: 5, value: [0, 0x18])]),
        .readByGroupTypeResponse([.init(start: 5, end: 4, value: [0, 0x18])]),
        .readByGroupTypeResponse([.init(start: 1, end: 5, value: [0, 0x18, 1])]),
        .readByGroupTypeResponse([
            .init(start: 1, end: 5, value: [0, 0x18]), .init(start: 5, end: 6, value: [0, 0x18]),
        ]),
        .readByTypeResponse([.init(handle: 1, value: [2, 2, 0, 0, 0x2A])]),
    ])
    func start_endsTheConnection_onServicesThatMakeNoSense(answer: ATTPDU) {
        var client = ATTClient()
        _ = client.start(0)
        _ = client.receive(ATTPDU.exchangeMTUResponse(23).encoded)
        #expect(Self.violated(client.receive(answer.encoded)))
    }

    @Test
    func start_endsTheConnection_whenServicesDoNotMoveOn() {
        var client = ATTClient()
        _ = client.start(0)
        _ = client.receive(ATTPDU.exchangeMTUResponse(23).encoded)
        let again = ATTPDU.readByGroupTypeResponse([.init(start: 1, end: 5, value: [0, 0x18])]).encoded
        _ = client.receive(again)
        #expect(Self.violated(client.receive(again)))
    }

    @Test(arguments: [
        ATTPDU.readByTypeResponse([.init(handle: 0, value: [2, 2, 0, 0, 0x2A])]),
        .readByTypeResponse([.init(handle: 3, value: [2, 3, 0, 0, 0x2A])]),
        .readByTypeResponse([.init(handle: 3, value: [2, 4])]),
        .readByTypeResponse([.init(handle: 3, value: [2, 4, 0, 1, 2, 3])]),
        .readByTypeResponse([.init(handle: 0xFFFF, value: [2, 0xFF, 0xFF, 0, 0x2A])]),
        .readByTypeResponse([
            .init(handle: 3, value: [2, 4, 0, 0, 0x2A]), .init(handle: 3, value: [2, 4, 0, 0, 0x2A]),
        ]),
    ])
    func start_endsTheConnection_onCharacteristicsThatMakeNoSense(answer: ATTPDU) {
        var client = ATTClient()
        _ = client.start(0)
        _ = client.receive(ATTPDU.exchangeMTUResponse(23).encoded)
        _ = client.receive(
            ATTPDU.readByGroupTypeResponse([.init(start: 1, end: 0xFFFF, value: [0, 0x18])]).encoded)
        #expect(Self.violated(client.receive(answer.encoded)))
    }

    @Test(arguments: [
        [ATTPDU.Information(handle: 3, type: BluetoothUUID(0x2902))],
        [.init(handle: 9, type: BluetoothUUID(0x2901)), .init(handle: 8, type: BluetoothUUID(0x2902))],
    ])
    func start_endsTheConnection_onDescriptorsThatMakeNoSense(entries: [ATTPDU.Information]) {
        var client = ATTClient()
        _ = client.start(0)
        _ = client.receive(ATTPDU.exchangeMTUResponse(23).encoded)
        _ = client.receive(
            ATTPDU.readByGroupTypeResponse([.init(start: 1, end: 0xFFFF, value: [0, 0x18])]).encoded)
        _ = client.receive(
            ATTPDU.readByTypeResponse([.init(handle: 2, value: [0x10, 3, 0, 0, 0x2A])]).encoded)
        let request = client.receive(
            ATTPDU.errorResponse(request: 0x08, handle: 3, code: .attributeNotFound).encoded)
        #expect(request == [.send(ATTPDU.findInformationRequest(start: 4, end: 0xFFFF).encoded)])
        #expect(Self.violated(client.receive(ATTPDU.findInformationResponse(entries).encoded)))
    }

    @Test
    func start_ends_againstAServerThatAnswersEverything() {
        var client = ATTClient()
        var pending = client.start(0)
        var rounds = 0
        var handle: UInt16 = 0
        while case .send(let bytes)? = pending.first, rounds < 200_000 {
            rounds += 1
            handle = handle == 0xFFFE ? 1 : handle + 1
            switch try? ATTPDU(decoding: bytes) {
            case .exchangeMTURequest: pending = client.receive(ATTPDU.exchangeMTUResponse(23).encoded)
            case .readByGroupTypeRequest(let start, _, _):
                pending = client.receive(
                    ATTPDU.readByGroupTypeResponse([.init(start: start, end: start, value: [0, 0x18])]).encoded)
            case .readByTypeRequest(let start, _, _):
                pending = client.receive(
                    ATTPDU.readByTypeResponse([
                        .init(handle: start, value: [0x10] + [UInt8(start & 0xFF), UInt8(start >> 8)] + [0, 0x2A])
                    ]).encoded)
            default: pending = []
            }
        }
        #expect(Self.violated(pending))
        #expect(rounds < 70_000)
    }

    @Test
    func receive_survivesRandomBytes_inEveryPhase() {
        var generator = SeededGenerator(seed: 3)
        let discovered = ATTPair.discovered()
        for round in 0..<5000 {
            var pair = round % 2 == 0 ? ATTPair() : discovered
            _ = round % 2 == 0 ? pair.client.start(0) : pair.client.read(Self.level, 1)
            for _ in 0..<4 { _ = pair.client.receive(generator.pdu()) }
            // Whatever arrived, nothing is left waiting once the connection ends.
            _ = pair.client.end(GATTError(.disconnected, "Over."))
            #expect(pair.client.cancel(1) == [])
        }
    }
}
