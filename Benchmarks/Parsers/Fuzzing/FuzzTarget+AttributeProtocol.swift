// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import SeededRandom
import SleepModel

extension FuzzTarget {
    private static let pdus = ATTSamples.all.compactMap { try? Hexadecimal.bytes($0.hexadecimal) }
    private static let readable = BluetoothUUID(0x2A24)
    private static let reported = BluetoothUUID(0x2A19)
    private static let writable = BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    private static let services = [
        ServiceDefinition(
            BluetoothUUID(0x180A),
            characteristics: [
                CharacteristicDefinition(readable, .read, value: Array(0..<60)),
                CharacteristicDefinition(reported, [.read, .notify, .indicate], value: [100]),
                CharacteristicDefinition(writable, [.write, .writeWithoutResponse]),
            ])
    ]

    static let attributeProtocol = [
        FuzzTarget("ATT PDU", share: 20, seeds: pdus) { bytes in
            guard let pdu = try? ATTPDU(decoding: bytes) else { return .refused }
            let encoded = pdu.encoded
            // A type of the standard may arrive in 16 bytes and leave in 2.
            let isShortened = encoded.count < bytes.count && [0x05, 0x08, 0x10].contains(bytes[0])
            return .accepted(
                (pdu.opcode == bytes[0], "another opcode"),
                (encoded == bytes || isShortened, "it is written in another way"),
                ((try? ATTPDU(decoding: encoded)) == pdu, "it is read in another way again"))
        },
        FuzzTarget("ATT server", share: 5, input: { sequence(from: requests, &$0) }, check: serve),
        FuzzTarget("ATT client", share: 5, input: { sequence(from: responses, &$0) }, check: ask),
        FuzzTarget("ATT client against server", share: 1) {
            [$0.bytes(upTo: 0) + number($0.next())]
        } check: { pieces in
            let seed = pieces[0].reduce(0) { $0 << 8 | UInt64($1) }
            var link = ATTLink(seed: seed, isHostile: seed % 2 == 0)
            link.run(steps: 60)
            return .accepted(
                (link.completions == link.expectedCompletions, "an operation did not end once"),
                (link.problems.filter { seed % 2 == 1 || $0.isAboutSafety }.isEmpty, "\(link.problems)"))
        },
    ]

    private static func number(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }

    /// What `servers` answer without an error.
    private static let requests: [[UInt8]] = [
        .exchangeMTURequest(100), .findInformationRequest(start: 1, end: 0xFFFF),
        .findByTypeValueRequest(start: 1, end: 0xFFFF, type: 0x2800, value: [0x0A, 0x18]),
        .readByTypeRequest(start: 1, end: 0xFFFF, type: BluetoothUUID(0x2803)),
        .readByGroupTypeRequest(start: 1, end: 0xFFFF, type: BluetoothUUID(0x2800)), .readRequest(handle: 3),
        .readBlobRequest(handle: 3, offset: 22), .writeRequest(handle: 8, value: [1]),
        .writeRequest(handle: 6, value: [1, 0]), .writeCommand(handle: 8, value: [1]),
        .prepareWriteRequest(handle: 8, offset: 0, part: [1]), .prepareWriteRequest(handle: 8, offset: 2, part: [2]),
        .executeWriteRequest(flags: 1), .confirmation,
    ].map(\ATTPDU.encoded)

    /// What servers answer to `clients`, and what they send by themselves.
    private static let responses: [[UInt8]] = [
        .exchangeMTUResponse(23), .readByGroupTypeResponse([.init(start: 1, end: 8, value: [0x0A, 0x18])]),
        .errorResponse(request: 0x10, handle: 9, code: .attributeNotFound),
        .readByTypeResponse([.init(handle: 2, value: [2, 3, 0, 0x24, 0x2A])]), .readResponse([1]),
        .readResponse(Array(repeating: 1, count: 246)), .readBlobResponse([2]), .writeResponse,
        .errorResponse(request: 0x0A, handle: 3, code: .invalidHandle),
        .prepareWriteResponse(handle: 8, offset: 0, part: Array(repeating: 1, count: 242)),
        .prepareWriteResponse(handle: 8, offset: 242, part: Array(repeating: 1, count: 242)),
        .prepareWriteResponse(handle: 8, offset: 484, part: Array(repeating: 1, count: 28)), .executeWriteResponse,
        .notification(handle: 5, value: [1]), .indication(handle: 5, value: [1]),
    ].map(\ATTPDU.encoded)

    /// A byte that chooses the state a machine begins in, and one PDU to four.
    private static func sequence(from likely: [[UInt8]], _ generator: inout SeededGenerator) -> [[UInt8]] {
        [[UInt8.random(in: 0...255, using: &generator)]]
            + (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: generator.pdu()
                case 1: Mutator.input(from: pdus, using: &generator)
                case 2: Mutator.input(from: likely, using: &generator)
                default: likely.randomElement(using: &generator) ?? []
                }
            }
    }

    /// Servers as clients leave them: new, with a longer PDU agreed on, and with everything subscribed and parts queued.
    private static let servers: [ATTServer] = {
        var other = ATTServer(services: services)
        _ = other.receive(ATTPDU.exchangeMTURequest(517).encoded)
        var busy = other
        _ = busy.receive(ATTPDU.writeRequest(handle: 6, value: [3, 0]).encoded)
        _ = busy.receive(ATTPDU.prepareWriteRequest(handle: 8, offset: 0, part: [1, 2]).encoded)
        _ = busy.indicate(reported, value: [1])
        return [ATTServer(services: services), other, busy]
    }()

    private static func serve(_ pieces: [[UInt8]]) -> Outcome {
        var server = servers[Int(pieces[0][0]) % servers.count]
        var isAccepted = false
        for pdu in pieces.dropFirst() {
            _ = server.characteristic(readBy: pdu)
            var answers: [[UInt8]] = []
            for effect in server.receive(pdu) {
                if case .send(let answer) = effect { answers.append(answer) }
            }
            let isRequest = pdu.first.map { $0 & 0x41 == 0 && $0 != 0x1E } ?? false
            guard answers.count == (isRequest ? 1 : 0) else { return .broken("\(answers.count) answers") }
            for answer in answers where answer.count > Int(server.mtu) || (try? ATTPDU(decoding: answer)) == nil {
                return .broken("an answer that is too long or malformed")
            }
            isAccepted = isAccepted || answers.contains { $0[0] != 0x01 }
        }
        return isAccepted ? .accepted : .refused
    }

    /// Clients in the middle of what they do: of discovery, a read, a long write, and with more waiting.
    private static let clients: [(client: ATTClient, open: Set<Int>)] = {
        var starting = ATTClient()
        _ = starting.start(0)
        var ready = ATTClient()
        var server = ATTServer(services: services)
        var pending = ready.start(0)
        while case .send(let request)? = pending.first, case .send(let answer)? = server.receive(request).first {
            pending = ready.receive(answer)
        }
        var reading = ready
        _ = reading.read(readable, 1)
        _ = reading.subscribe(reported, 2)
        var writing = ready
        _ = writing.write(Array(repeating: 1, count: 512), to: writable, acknowledged: true, 1)
        _ = writing.write([1], to: writable, acknowledged: false, 2)
        return [(starting, [0]), (ready, []), (reading, [1, 2]), (writing, [1, 2])]
    }()

    private static func ask(_ pieces: [[UInt8]]) -> Outcome {
        var (client, open) = clients[Int(pieces[0][0]) % clients.count]
        var isClosed = false
        for pdu in pieces.dropFirst() {
            var confirmations = 0
            for effect in client.receive(pdu) {
                switch effect {
                case .send([0x1E]): confirmations += 1
                case .send(let sent):
                    guard sent.count <= Int(client.mtu) else { return .broken("a PDU longer than agreed") }
                case .completed(let identifier, _):
                    guard open.remove(identifier) != nil else { return .broken("an operation ended twice") }
                case .notification: continue
                case .close: isClosed = true
                }
            }
            let isIndication = !isClosed && pdu.first == 0x1D
            guard confirmations == (isIndication ? 1 : 0) else { return .broken("\(confirmations) confirmations") }
            if isClosed { break }
        }
        for case .completed(let identifier, _) in client.end(GATTError(.disconnected, "Over.")) {
            guard open.remove(identifier) != nil else { return .broken("an operation ended twice") }
        }
        return open.isEmpty ? (isClosed ? .refused : .accepted) : .broken("an operation never ended")
    }
}
