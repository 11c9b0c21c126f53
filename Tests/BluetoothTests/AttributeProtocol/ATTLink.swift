// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import SeededRandom

/// A client and a server with PDUs under way between them, used at random from a seed.
struct ATTLink {
    enum Problem: Hashable {
        case wrongValue(Int)
        case wrongWrites
        case longPDU(Int)
        case malformedPDU([UInt8])
        case secondRequest

        /// Whether it may not happen on a link that anybody sends on, either.
        var isAboutSafety: Bool { self != .wrongWrites && self != .secondRequest }
    }

    private enum Operation {
        case other
        case read(BluetoothUUID)
        case write([UInt8])
    }

    private static let readable = BluetoothUUID(0x2A24)
    private static let notifying = BluetoothUUID(0x2A19)
    private static let indicating = BluetoothUUID(0x2A05)
    private static let writable = BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    private static let services = [
        ServiceDefinition(
            BluetoothUUID(0x180A),
            characteristics: [
                CharacteristicDefinition(readable, .read), CharacteristicDefinition(notifying, [.read, .notify]),
            ]),
        ServiceDefinition(
            BluetoothUUID(0x0224_0001, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232),
            characteristics: [
                CharacteristicDefinition(indicating, .indicate),
                CharacteristicDefinition(writable, [.write, .writeWithoutResponse]),
            ]),
    ]

    private var generator: SeededGenerator
    private let isHostile: Bool
    private var client: ATTClient
    private var server: ATTServer
    private var toServer: [[UInt8]] = []
    private var toClient: [[UInt8]] = []
    private var operations: [Int: Operation] = [:]
    private var values: [BluetoothUUID: [UInt8]] = [:]
    private var sentWrites: [Int: [UInt8]] = [:]
    private var receivedWrites: [[UInt8]] = []

    private(set) var problems: [Problem] = []
    /// How often each operation has completed.
    private(set) var completions: [Int: Int] = [:]
    private(set) var successes = 0
    private(set) var indications = 0
    private(set) var confirmations = 0
    private(set) var isClosed = false
    private(set) var opcodes: Set<UInt8> = []

    var expectedCompletions: [Int: Int] { operations.mapValues { _ in 1 } }

    init(seed: UInt64, isHostile: Bool) {
        generator = SeededGenerator(seed: seed)
        self.isHostile = isHostile
        let mtus: [UInt16] = [23, 24, 65, 247, 517]
        client = ATTClient(maximumMTU: mtus.randomElement(using: &generator) ?? 23)
        server = ATTServer(services: Self.services, maximumMTU: mtus.randomElement(using: &generator) ?? 23)
    }

    /// Does `steps` random things, then lets everything arrive, and ends the connection.
    mutating func run(steps: Int) {
        for characteristic in [Self.readable, Self.notifying] { change(characteristic) }
        perform(.other) { $0.start($1) }
        while !isHostile, deliver() {}
        for _ in 0..<steps { step() }
        while deliver() {}
        let hadOpenOperations = completions.count < operations.count
        apply(client.end(GATTError(.disconnected, "Over.")))
        let expected = sentWrites.sorted { $0.key < $1.key }.map(\.value)
        if !isHostile, hadOpenOperations || receivedWrites != expected { problems.append(.wrongWrites) }
    }

    private mutating func step() {
        switch Int.random(in: 0..<(isHostile ? 13 : 11), using: &generator) {
        case 0:
            let characteristic = Bool.random(using: &generator) ? Self.readable : Self.notifying
            perform(.read(characteristic)) { $0.read(characteristic, $1) }
        case 1:
            let value = value()
            perform(.write(value)) { $0.write(value, to: Self.writable, acknowledged: true, $1) }
        case 2:
            let value = generator.bytes(upTo: 20)
            perform(.write(value)) { $0.write(value, to: Self.writable, acknowledged: false, $1) }
        case 3:
            let characteristic = Bool.random(using: &generator) ? Self.notifying : Self.indicating
            perform(.other) { $0.subscribe(characteristic, $1) }
        case 4:
            // On a quiet link nothing is read while it changes, so that what is read is known.
            if isHostile || toServer.isEmpty && toClient.isEmpty { change(Self.readable) }
        case 5: send(server.notify(Self.notifying, value: value()), to: \.toClient)
        case 6:
            let indication = server.indicate(Self.indicating, value: value())
            if indication != nil { indications += 1 }
            send(indication, to: \.toClient)
        case 7...10: _ = deliver()
        case 11: inject()
        default:
            guard let identifier = operations.keys.sorted().randomElement(using: &generator) else { return }
            apply(client.cancel(identifier))
        }
    }

    private mutating func inject() {
        let pdu = generator.pdu()
        if Int.random(in: 0..<8, using: &generator) > 0 {
            toServer.append(pdu)
        } else {
            toClient.append(pdu)
        }
    }

    private mutating func perform(
        _ operation: Operation, _ start: (inout ATTClient, Int) -> [ATTClient.Effect]
    ) {
        let identifier = operations.count
        operations[identifier] = operation
        apply(start(&client, identifier))
    }

    private mutating func change(_ characteristic: BluetoothUUID) {
        let value = value()
        values[characteristic] = Array(value.prefix(512))
        server.setValue(value, of: characteristic)
    }

    /// Lets one PDU arrive at either side; false when none is under way.
    private mutating func deliver() -> Bool {
        let goesToServer = toClient.isEmpty || (!toServer.isEmpty && Bool.random(using: &generator))
        if goesToServer {
            guard !toServer.isEmpty else { return false }
            let pdu = toServer.removeFirst()
            if pdu == [0x1E] { confirmations += 1 }
            apply(server.receive(pdu))
        } else {
            apply(client.receive(toClient.removeFirst()))
        }
        return true
    }

    private mutating func apply(_ effects: [ATTClient.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let pdu): send(pdu, to: \.toServer)
            case .notification: continue
            case .close:
                isClosed = true
                toServer = []
                toClient = []
            case .completed(let identifier, let result): complete(identifier, result)
            }
        }
        let requests = toServer.count { pdu in pdu != [0x1E] && pdu.first.map { $0 & 0x41 } == 0 }
        if !isHostile, requests > 1 { problems.append(.secondRequest) }
    }

    private mutating func apply(_ effects: [ATTServer.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let pdu): send(pdu, to: \.toClient)
            case .write(_, let value, _): receivedWrites.append(value)
            case .subscribed: continue
            }
        }
    }

    private mutating func complete(_ identifier: Int, _ result: Result<[UInt8], GATTError>) {
        completions[identifier, default: 0] += 1
        guard case .success(let value) = result else { return }
        successes += 1
        switch operations[identifier] {
        case .read(let characteristic):
            if value.count > 512 || (!isHostile && value != values[characteristic]) {
                problems.append(.wrongValue(identifier))
            }
        case .write(let written): sentWrites[identifier] = written
        case .other, nil: break
        }
    }

    private mutating func send(_ pdu: [UInt8]?, to queue: WritableKeyPath<ATTLink, [[UInt8]]>) {
        guard let pdu, !isClosed else { return }
        opcodes.formUnion(pdu.prefix(1))
        if pdu.count > Int(max(client.mtu, server.mtu)) { problems.append(.longPDU(pdu.count)) }
        if (try? ATTPDU(decoding: pdu)) == nil { problems.append(.malformedPDU(pdu)) }
        self[keyPath: queue].append(pdu)
    }

    /// A value of a length that is likely to matter.
    private mutating func value() -> [UInt8] {
        let counts = [0, 1, 19, 20, 21, 22, 23, 44, 64, 128, 246, 508, 511, 512]
        let count = counts.randomElement(using: &generator) ?? 0
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
