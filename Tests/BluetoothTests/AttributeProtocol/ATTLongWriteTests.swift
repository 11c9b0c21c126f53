// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import Testing

@Suite
struct ATTLongWriteTests {
    private static let command = ATTServerTests.command
    private static let value = (0..<50).map { UInt8($0) }

    private static func refusal(_ request: UInt8, _ code: ATTErrorCode, handle: UInt16 = 9) -> ATTServer.Effect {
        .send(ATTPDU.errorResponse(request: request, handle: handle, code: code).encoded)
    }

    private func receive(_ pdus: ATTPDU..., by server: inout ATTServer) -> [ATTServer.Effect] {
        pdus.flatMap { server.receive($0.encoded) }
    }

    @Test(arguments: [(21, 2), (36, 2), (37, 3), (512, 29)])
    func write_sendsALongValueInParts(count: Int, parts: Int) {
        let value = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        var pair = ATTPair.discovered()
        let effects = pair.run(pair.client.write(value, to: Self.command, acknowledged: true, 1))
        #expect(effects == [.completed(1, .success([]))])
        #expect(pair.others == [.write(characteristic: Self.command, value: value, acknowledged: true)])
        #expect(pair.requests == Array(repeating: 0x16, count: parts) + [0x18])
    }

    @Test
    func write_doesNotPrepare_whatFitsOnePDU() {
        var pair = ATTPair.discovered()
        _ = pair.run(pair.client.write(Array(0..<20), to: Self.command, acknowledged: true, 1))
        #expect(pair.requests == [0x12])
    }

    @Test(arguments: [
        ATTPDU.prepareWriteResponse(handle: 9, offset: 0, part: Array(1..<19)),
        .prepareWriteResponse(handle: 9, offset: 1, part: Array(0..<18)),
        .prepareWriteResponse(handle: 8, offset: 0, part: Array(0..<18)),
        .prepareWriteResponse(handle: 9, offset: 0, part: Array(0..<17)),
    ])
    func write_hasThePartsForgotten_whenOneComesBackDifferent(answer: ATTPDU) {
        var pair = ATTPair.discovered()
        _ = pair.client.write(Self.value, to: Self.command, acknowledged: true, 1)
        #expect(pair.client.receive(answer.encoded) == [.send([0x18, 0])])
        #expect(
            pair.client.receive([0x19]) == [
                .completed(
                    1,
                    .failure(
                        GATTError(
                            .attributeError,
                            "The value reached the device damaged; the device wrote nothing.")))
            ])
    }

    @Test
    func write_hasThePartsForgotten_whenALaterOneIsRefused() {
        var pair = ATTPair.discovered()
        _ = pair.client.write(Self.value, to: Self.command, acknowledged: true, 1)
        _ = pair.client.receive(ATTPDU.prepareWriteResponse(handle: 9, offset: 0, part: Array(0..<18)).encoded)
        let refusal = ATTPDU.errorResponse(request: 0x16, handle: 9, code: .prepareQueueFull)
        #expect(pair.client.receive(refusal.encoded) == [.send([0x18, 0])])
        #expect(
            pair.client.receive([0x19]) == [
                .completed(
                    1, .failure(GATTError(.attributeError, "The device refused the request: prepare queue full.")))
            ])
    }

    @Test
    func write_fails_whenTheFirstPartIsRefused() {
        var pair = ATTPair.discovered()
        _ = pair.client.write(Self.value, to: Self.command, acknowledged: true, 1)
        let effects = pair.client.receive(
            ATTPDU.errorResponse(request: 0x16, handle: 0, code: .requestNotSupported).encoded)
        #expect(
            effects == [
                .completed(
                    1, .failure(GATTError(.attributeError, "The device refused the request: request not supported.")))
            ])
    }

    @Test
    func write_isNotOvertaken_byOneWithoutAcknowledgement() {
        var pair = ATTPair.discovered()
        let long = pair.client.write(Self.value, to: Self.command, acknowledged: true, 1)
        let short = pair.client.write([1], to: Self.command, acknowledged: false, 2)
        let effects = pair.run(long)
        #expect(short == [])
        #expect(effects == [.completed(1, .success([])), .completed(2, .success([]))])
        #expect(
            pair.others == [
                .write(characteristic: Self.command, value: Self.value, acknowledged: true),
                .write(characteristic: Self.command, value: [1], acknowledged: false),
            ])
    }

    @Test
    func write_endsTheConnection_onAnotherAnswer() {
        var pair = ATTPair.discovered()
        _ = pair.client.write(Self.value, to: Self.command, acknowledged: true, 1)
        #expect(ATTClientTests.violated(pair.client.receive([0x13])))
    }

    @Test
    func receive_answersAPartWithItself_andWritesWhenTold() {
        var server = ATTServer(services: ATTServerTests.services)
        let effects = receive(
            .prepareWriteRequest(handle: 9, offset: 0, part: [1, 2]),
            .prepareWriteRequest(handle: 9, offset: 2, part: [3]), .executeWriteRequest(flags: 1),
            .executeWriteRequest(flags: 1), by: &server)
        #expect(
            effects == [
                .send([0x17, 9, 0, 0, 0, 1, 2]), .send([0x17, 9, 0, 2, 0, 3]), .send([0x19]),
                .write(characteristic: Self.command, value: [1, 2, 3], acknowledged: true), .send([0x19]),
            ])
    }

    @Test
    func receive_forgetsTheParts_whenTold() {
        var server = ATTServer(services: ATTServerTests.services)
        _ = receive(.prepareWriteRequest(handle: 9, offset: 0, part: [1]), by: &server)
        let effects = receive(.executeWriteRequest(flags: 0), .executeWriteRequest(flags: 1), by: &server)
        #expect(effects == [.send([0x19]), .send([0x19])])
    }

    /// Two values of one attribute and a configuration, in between each other.
    @Test
    func receive_writesSeveralValues_inTheOrderTheyBegan() {
        var server = ATTServer(services: ATTServerTests.services)
        let effects = receive(
            .prepareWriteRequest(handle: 9, offset: 0, part: [1]),
            .prepareWriteRequest(handle: 7, offset: 0, part: [1]),
            .prepareWriteRequest(handle: 9, offset: 0, part: [2]),
            .prepareWriteRequest(handle: 7, offset: 1, part: [0]),
            .prepareWriteRequest(handle: 9, offset: 1, part: [3]), .executeWriteRequest(flags: 1), by: &server)
        #expect(
            effects.suffix(4) == [
                .send([0x19]), .write(characteristic: Self.command, value: [1], acknowledged: true),
                .subscribed(characteristic: ATTServerTests.level, true),
                .write(characteristic: Self.command, value: [2, 3], acknowledged: true),
            ])
    }

    @Test(
        arguments: [
            ([(9, 1, 1)], .invalidOffset, 9), ([(9, 0, 2), (9, 3, 1)], .invalidOffset, 9),
            ([(9, 0, 2), (9, 1, 1)], .invalidOffset, 9), ([(9, 0, 2), (7, 2, 1)], .invalidOffset, 7),
            ([(9, 0, 2), (7, 0, 1)], .invalidAttributeValueLength, 7),
            (
                (0..<29).map { (9, UInt16($0) * 18, 18) }, .invalidAttributeValueLength, 9
            ),
        ] as [([(UInt16, UInt16, Int)], ATTErrorCode, UInt16)])
    func receive_writesNothing_whenAPartDoesNotFit(
        parts: [(handle: UInt16, offset: UInt16, count: Int)], code: ATTErrorCode, handle: UInt16
    ) {
        var server = ATTServer(services: ATTServerTests.services)
        for part in parts {
            let bytes = Array(repeating: UInt8(1), count: part.count)
            let prepared = receive(
                .prepareWriteRequest(handle: part.handle, offset: part.offset, part: bytes), by: &server)
            #expect(prepared.count == 1 && prepared != [Self.refusal(0x16, code, handle: part.handle)])
        }
        #expect(receive(.executeWriteRequest(flags: 1), by: &server) == [Self.refusal(0x18, code, handle: handle)])
        #expect(receive(.executeWriteRequest(flags: 1), by: &server) == [.send([0x19])])
    }

    @Test(
        arguments: [
            (0, .invalidHandle), (10, .invalidHandle), (6, .writeNotPermitted), (8, .writeNotPermitted),
            (4, .writeNotPermitted),
        ] as [(UInt16, ATTErrorCode)])
    func receive_refusesAPart_ofWhatCannotBeWritten(handle: UInt16, code: ATTErrorCode) {
        var server = ATTServer(services: ATTServerTests.services)
        let effects = receive(.prepareWriteRequest(handle: handle, offset: 0, part: [1]), by: &server)
        #expect(effects == [Self.refusal(0x16, code, handle: handle)])
    }

    @Test
    func receive_refusesParts_onceTheQueueIsFull_andTakesThemAgainAfterwards() {
        var server = ATTServer(services: ATTServerTests.services)
        let part = ATTPDU.prepareWriteRequest(handle: 9, offset: 0, part: [1])
        let answers = (0..<70).flatMap { _ in receive(part, by: &server) }
        let refused = Self.refusal(0x16, .prepareQueueFull)
        #expect(answers.firstIndex(of: refused) == 64)
        #expect(answers.count { $0 == refused } == 6)
        #expect(receive(.executeWriteRequest(flags: 1), by: &server).count == 65)
        #expect(receive(part, by: &server) == [.send([0x17, 9, 0, 0, 0, 1])])
    }

    @Test
    func receive_refusesFlagsNobodyKnows_andForgetsTheParts() {
        var server = ATTServer(services: ATTServerTests.services)
        _ = receive(.prepareWriteRequest(handle: 9, offset: 0, part: [1]), by: &server)
        let effects = receive(.executeWriteRequest(flags: 2), .executeWriteRequest(flags: 1), by: &server)
        #expect(effects == [Self.refusal(0x18, .invalidPDU, handle: 0), .send([0x19])])
    }
}
