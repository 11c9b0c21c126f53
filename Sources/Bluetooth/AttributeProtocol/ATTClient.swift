// SPDX-License-Identifier: Apache-2.0

public import GATT

/// The client's side of one connection: turns operations into PDUs, and PDUs into their results.
///
/// The attribute protocol allows one request at a time; further ones wait here in order. Each operation is named by a
/// number of the caller's choice and completes exactly once under it. A PDU that breaks the protocol ends the connection
/// with `protocol_violation`.
///
/// The client takes notifications, also of multiple values, and indications, which it confirms even if nobody asked for
/// them. There is no server on this side, so it refuses requests and drops commands, signed or not.
public struct ATTClient: Sendable {
    /// What the owner of the connection is to do, in the order given.
    public enum Effect: Hashable, Sendable {
        /// Send a PDU.
        case send([UInt8])
        /// An operation has ended; a read has a value, every other operation an empty one.
        case completed(Int, Result<[UInt8], GATTError>)
        /// The server reported a value by itself.
        case notification(characteristic: BluetoothUUID, value: [UInt8])
        /// Close the connection; it cannot be used any more.
        case close(GATTError)
    }

    private enum Operation {
        case exchangeMTU
        case discover
        case read(handle: UInt16, soFar: [UInt8])
        case write
        case longWrite(ATTLongWrite)
        case command
    }

    private struct Request {
        var identifier: Int
        var operation: Operation
        var pdu: ATTPDU

        var isLongWrite: Bool {
            if case .longWrite = operation { true } else { false }
        }
    }

    private let maximumMTU: UInt16
    private var outstanding: Request?
    private var waiting: [Request] = []
    private var discovery = ATTDiscovery()
    private var isClosed = false
    private var hasStarted = false
    private var characteristics: [BluetoothUUID: DiscoveredCharacteristic] = [:]
    private var reporting: [UInt16: BluetoothUUID] = [:]
    /// The longest PDU either side may send, 23 until both have agreed on more.
    public private(set) var mtu = ATTPDU.minimumMTU

    /// Takes PDUs of 23 to `maximumMTU` bytes.
    public init(maximumMTU: UInt16 = 247) {
        self.maximumMTU = min(max(maximumMTU, ATTPDU.minimumMTU), UInt16(ATTPDU.maximumLength))
    }

    /// What discovery found; of several characteristics with the same UUID the first.
    public var discovered: Set<DiscoveredCharacteristic> { Set(characteristics.values) }

    /// Agrees on the MTU and discovers the server's characteristics; call it before anything else.
    ///
    /// A second call only discovers, because both sides agree on the MTU once.
    public mutating func start(_ identifier: Int) -> [Effect] {
        defer { hasStarted = true }
        return hasStarted
            ? enqueue(identifier, .discover, discovery.firstRequest)
            : enqueue(identifier, .exchangeMTU, .exchangeMTURequest(maximumMTU))
    }

    /// Reads a value of up to 512 bytes, in parts if it is longer than one PDU.
    ///
    /// If the value changes meanwhile, the result can mix both values; the protocol has no way to notice.
    public mutating func read(_ characteristic: BluetoothUUID, _ identifier: Int) -> [Effect] {
        guard let handle = characteristics[characteristic]?.valueHandle else {
            return missing(characteristic, identifier)
        }
        return enqueue(identifier, .read(handle: handle, soFar: []), .readRequest(handle: handle))
    }

    /// Writes a value of up to 512 bytes, in parts if it is longer than one PDU.
    ///
    /// An unacknowledged value must fit into one PDU, the MTU less 3 bytes. It completes as soon as it is sent.
    public mutating func write(
        _ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool, _ identifier: Int
    ) -> [Effect] {
        guard !isClosed, let found = characteristics[characteristic] else {
            return missing(characteristic, identifier)
        }
        let fits = value.count <= Int(mtu) - 3
        guard fits || (acknowledged && value.count <= ATTPDU.maximumValueLength) else {
            return [.completed(identifier, .failure(.refused(.invalidAttributeValueLength)))]
        }
        guard found.properties.contains(acknowledged ? .write : .writeWithoutResponse) else {
            return [.completed(identifier, .failure(.refused(.writeNotPermitted)))]
        }
        let handle = found.valueHandle
        guard acknowledged else {
            return enqueue(identifier, .command, .writeCommand(handle: handle, value: value))
        }
        guard !fits else { return enqueue(identifier, .write, .writeRequest(handle: handle, value: value)) }
        let longWrite = ATTLongWrite(value, to: handle, mtu: mtu)
        return enqueue(identifier, .longWrite(longWrite), longWrite.firstRequest)
    }

    /// Asks the server to notify a characteristic from now on, or to indicate it if it can do nothing else.
    public mutating func subscribe(_ characteristic: BluetoothUUID, _ identifier: Int) -> [Effect] {
        guard let found = characteristics[characteristic], let handle = found.configurationHandle else {
            return missing(characteristic, identifier, as: "that notifies")
        }
        let bits = found.properties.contains(.notify) ? CharacteristicProperties.notify : .indicate
        return enqueue(identifier, .write, .writeRequest(handle: handle, value: [bits.configurationBits, 0]))
    }

    /// Gives an operation up.
    ///
    /// One that waits is removed. One that is under way ends the connection, because its answer cannot be told from the
    /// answer to the next request.
    public mutating func cancel(_ identifier: Int) -> [Effect] {
        let cancelled = GATTError(.cancelled, "The operation was cancelled.")
        if let index = waiting.firstIndex(where: { $0.identifier == identifier }) {
            waiting.remove(at: index)
            return [.completed(identifier, .failure(cancelled))]
        }
        guard outstanding?.identifier == identifier else { return [] }
        outstanding = nil
        return [.completed(identifier, .failure(cancelled))] + fail(Self.disconnection, andClose: cancelled)
    }

    /// The connection has ended: everything under way fails with `error`, everything later with `disconnected`.
    public mutating func end(_ error: GATTError) -> [Effect] {
        fail(error, andClose: nil)
    }

    /// Takes one PDU from the server.
    public mutating func receive(_ bytes: [UInt8]) -> [Effect] {
        guard !isClosed else { return [] }
        guard bytes.count <= Int(mtu) else { return violate("The device sent a PDU longer than agreed.") }
        let pdu: ATTPDU
        do {
            pdu = try ATTPDU(decoding: bytes)
        } catch {
            return violate(error.message)
        }
        switch pdu {
        case .notification(let handle, let value): return reported(value, at: handle)
        case .multipleNotification(let entries): return entries.flatMap { reported($0.value, at: $0.handle) }
        case .indication(let handle, let value):
            return reported(value, at: handle) + [.send(ATTPDU.confirmation.encoded)]
        case .exchangeMTURequest, .findInformationRequest, .findByTypeValueRequest, .readByTypeRequest, .readRequest,
            .readBlobRequest, .readMultipleRequest, .readByGroupTypeRequest, .writeRequest, .prepareWriteRequest,
            .executeWriteRequest, .readMultipleVariableRequest, .unknown:
            guard ATTPDU.Opcode.isRequest(pdu.opcode) else { return [] }
            return [.send(ATTPDU.errorResponse(request: pdu.opcode, handle: 0, code: .requestNotSupported).encoded)]
        case .writeCommand, .signedWriteCommand, .confirmation: return []
        case .errorResponse, .exchangeMTUResponse, .findInformationResponse, .findByTypeValueResponse,
            .readByTypeResponse, .readResponse, .readBlobResponse, .readMultipleResponse, .readByGroupTypeResponse,
            .writeResponse, .prepareWriteResponse, .executeWriteResponse, .readMultipleVariableResponse:
            return receive(response: pdu)
        }
    }

    private func reported(_ value: [UInt8], at handle: UInt16) -> [Effect] {
        reporting[handle].map { [.notification(characteristic: $0, value: value)] } ?? []
    }

    private mutating func receive(response: ATTPDU) -> [Effect] {
        guard let request = outstanding else { return violate("The device answered a request that nobody made.") }
        if case .errorResponse(let opcode, _, _) = response, opcode != request.pdu.opcode {
            return violate("The device refused a request that nobody made.")
        }
        switch (request.operation, response) {
        case (.exchangeMTU, .exchangeMTUResponse(let offered)):
            mtu = max(min(offered, maximumMTU), ATTPDU.minimumMTU)
            return proceed(request, .discover, discovery.firstRequest)
        case (.exchangeMTU, .errorResponse): return proceed(request, .discover, discovery.firstRequest)
        case (.discover, _):
            switch discovery.receive(response) {
            case .request(let pdu): return proceed(request, .discover, pdu)
            case .finished:
                adopt(discovery.characteristics)
                discovery = ATTDiscovery()
                return finish(request, .success([]))
            case .failed(let error) where error.code == .protocolViolation: return violate(error.message)
            case .failed(let error):
                discovery = ATTDiscovery()
                return finish(request, .failure(error))
            }
        case (.read(let handle, []), .readResponse(let value)): return read(on: request, handle, value, part: value)
        case (.read(let handle, let soFar), .readBlobResponse(let part)) where !soFar.isEmpty:
            return read(on: request, handle, soFar + part, part: part)
        case (.read(_, let soFar), .errorResponse(_, _, let code)) where !soFar.isEmpty && Self.endsValue(code):
            return finish(request, .success(soFar))
        case (.longWrite(var longWrite), _):
            switch longWrite.receive(response) {
            case .request(let pdu): return proceed(request, .longWrite(longWrite), pdu)
            case .finished(let result): return finish(request, result)
            case .violation: return violate(Self.otherAnswer)
            }
        case (.write, .writeResponse): return finish(request, .success([]))
        case (_, .errorResponse(_, _, let code)): return finish(request, .failure(.refused(code)))
        default: return violate(Self.otherAnswer)
        }
    }

    /// Whether a refusal means that the value has no further part: its length was exactly that of a PDU, it has become
    /// shorter, or the server only supports values that fit into one PDU.
    private static func endsValue(_ code: ATTErrorCode) -> Bool {
        [.attributeNotLong, .invalidOffset, .requestNotSupported].contains(code)
    }

    private mutating func read(on request: Request, _ handle: UInt16, _ value: [UInt8], part: [UInt8]) -> [Effect] {
        guard part.count == Int(mtu) - 1, value.count < ATTPDU.maximumValueLength else {
            return finish(request, .success(Array(value.prefix(ATTPDU.maximumValueLength))))
        }
        return proceed(
            request, .read(handle: handle, soFar: value),
            .readBlobRequest(handle: handle, offset: UInt16(value.count)))
    }

    private mutating func adopt(_ found: [DiscoveredCharacteristic]) {
        characteristics = [:]
        reporting = [:]
        for characteristic in found where characteristics[characteristic.uuid] == nil {
            characteristics[characteristic.uuid] = characteristic
            reporting[characteristic.valueHandle] = characteristic.uuid
        }
    }

    private func missing(
        _ characteristic: BluetoothUUID, _ identifier: Int, as suffix: String = ""
    ) -> [Effect] {
        let kind = suffix.isEmpty ? "characteristic" : "characteristic \(suffix)"
        let error =
            isClosed
            ? Self.disconnection
            : GATTError(
                .noSuchCharacteristic, "The device has no \(kind) \(characteristic).")
        return [.completed(identifier, .failure(error))]
    }

    private mutating func enqueue(_ identifier: Int, _ operation: Operation, _ pdu: ATTPDU) -> [Effect] {
        guard !isClosed else { return [.completed(identifier, .failure(Self.disconnection))] }
        waiting.append(Request(identifier: identifier, operation: operation, pdu: pdu))
        return sendNext()
    }

    /// Sends what may be sent: a request when no other is outstanding, and commands at the head of the queue at once, unless
    /// they would overtake a value that is being written in parts.
    private mutating func sendNext() -> [Effect] {
        var effects: [Effect] = []
        while let next = waiting.first {
            if case .command = next.operation, outstanding?.isLongWrite != true {
                effects += [.send(next.pdu.encoded), .completed(next.identifier, .success([]))]
            } else if outstanding == nil {
                outstanding = next
                effects.append(.send(next.pdu.encoded))
            } else {
                break
            }
            waiting.removeFirst()
        }
        return effects
    }

    private mutating func proceed(_ request: Request, _ operation: Operation, _ pdu: ATTPDU) -> [Effect] {
        outstanding = Request(identifier: request.identifier, operation: operation, pdu: pdu)
        return [.send(pdu.encoded)]
    }

    private mutating func finish(_ request: Request, _ result: Result<[UInt8], GATTError>) -> [Effect] {
        outstanding = nil
        return [.completed(request.identifier, result)] + sendNext()
    }

    private mutating func violate(_ message: String) -> [Effect] {
        let error = GATTError(.protocolViolation, message)
        return fail(error, andClose: error)
    }

    private mutating func fail(_ error: GATTError, andClose reason: GATTError?) -> [Effect] {
        guard !isClosed else { return [] }
        isClosed = true
        let failed = [outstanding].compactMap { $0 } + waiting
        outstanding = nil
        waiting = []
        return failed.map { .completed($0.identifier, .failure(error)) } + (reason.map { [.close($0)] } ?? [])
    }

    private static let otherAnswer = "The device sent an answer that does not fit the request."

    static let disconnection = GATTError(.disconnected, "The connection to the device has ended.")
}
