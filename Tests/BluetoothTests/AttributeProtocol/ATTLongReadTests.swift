// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import Testing

@Suite
struct ATTLongReadTests {
    private static let long = ATTServerTests.model

    private func pair(value: [UInt8], mtu: UInt16 = 23) -> ATTPair {
        let service = ServiceDefinition(
            BluetoothUUID(0x180A), characteristics: [CharacteristicDefinition(Self.long, .read, value: value)])
        return .discovered(services: [service], clientMTU: 517, serverMTU: mtu)
    }

    private static func value(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }

    /// A full PDU asks for one more part, which is empty for a multiple of the MTU less 1, unless 512 bytes are there.
    @Test(
        arguments: [
            (23, 0, 0), (23, 21, 0), (23, 22, 1), (23, 23, 1), (23, 44, 2), (23, 60, 2), (23, 506, 23), (23, 512, 23),
            (65, 64, 1), (65, 128, 2), (65, 511, 7), (65, 512, 7), (129, 512, 3), (513, 512, 0), (517, 512, 0),
        ] as [(UInt16, Int, Int)])
    func read_joinsAValue_ofAnyLength(mtu: UInt16, count: Int, furtherParts: Int) {
        var pair = pair(value: Self.value(count), mtu: mtu)
        #expect(pair.run(pair.client.read(Self.long, 1)) == [.completed(1, .success(Self.value(count)))])
        #expect(pair.requests == [0x0A] + Array(repeating: 0x0C, count: furtherParts))
    }

    @Test
    func read_cutsWhatAServerKeeps_at512Bytes() {
        var pair = pair(value: Self.value(600), mtu: 517)
        #expect(pair.run(pair.client.read(Self.long, 1)) == [.completed(1, .success(Self.value(512)))])
    }

    /// A server that ignores the limit of the standard: neither an endless read nor a longer value.
    @Test
    func read_stopsAt512Bytes_whateverTheServerSends() {
        var pair = pair(value: [])
        var effects = pair.client.read(Self.long, 1)
        var parts = 0
        while case .send(let request)? = effects.first, parts < 100 {
            parts += 1
            effects = pair.client.receive([request[0] + 1] + Array(repeating: 7, count: 22))
        }
        #expect(effects == [.completed(1, .success(Array(repeating: 7, count: 512)))])
        #expect(parts == 24)
    }

    @Test(arguments: [[], Array(repeating: 9, count: 30)] as [[UInt8]])
    func read_endsWithWhatIsThere_whenTheValueChangesBetweenParts(changed: [UInt8]) {
        var pair = pair(value: Self.value(60))
        let first = pair.client.read(Self.long, 1)
        let second = pair.client.receive(pair.server.answer(to: first))
        pair.server.setValue(changed, of: Self.long)
        let effects = pair.client.receive(pair.server.answer(to: second))
        #expect(effects == [.completed(1, .success(Self.value(22) + changed.dropFirst(22)))])
    }

    @Test(arguments: [ATTErrorCode.attributeNotLong, .invalidOffset, .requestNotSupported])
    func read_givesWhatItHas_whenThereIsNoMore(code: ATTErrorCode) {
        var pair = pair(value: Self.value(60))
        _ = pair.client.read(Self.long, 1)
        _ = pair.client.receive(ATTPDU.readResponse(Self.value(22)).encoded)
        let effects = pair.client.receive(ATTPDU.errorResponse(request: 0x0C, handle: 3, code: code).encoded)
        #expect(effects == [.completed(1, .success(Self.value(22)))])
    }

    @Test(arguments: [ATTErrorCode.unlikelyError, .insufficientEncryption, ATTErrorCode(rawValue: 0x81)])
    func read_fails_whenTheRestIsRefusedForAnotherReason(code: ATTErrorCode) {
        var pair = pair(value: Self.value(60))
        _ = pair.client.read(Self.long, 1)
        _ = pair.client.receive(ATTPDU.readResponse(Self.value(22)).encoded)
        let effects = pair.client.receive(ATTPDU.errorResponse(request: 0x0C, handle: 3, code: code).encoded)
        guard case .completed(1, .failure(let error))? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(error.code == .attributeError)
        #expect(effects.count == 1)
    }
}

extension ATTServer {
    /// The server's PDU in answer to the one that a client sends; empty if either sends none.
    fileprivate mutating func answer(to effects: [ATTClient.Effect]) -> [UInt8] {
        guard case .send(let request)? = effects.first, case .send(let answer)? = receive(request).first else {
            return []
        }
        return answer
    }
}
