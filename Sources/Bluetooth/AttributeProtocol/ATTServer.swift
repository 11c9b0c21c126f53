// SPDX-License-Identifier: Apache-2.0

public import GATT

/// The server's side of one connection: takes PDUs, says what to do.
///
/// Values live in the server; a device keeps them current with `setValue(_:of:)`, at the latest before the `receive` that
/// reads one.
/// Hostile PDUs are answered with an error or not at all.
public struct ATTServer: Sendable {
    /// What the owner of the connection is to do, in the order given.
    public enum Effect: Hashable, Sendable {
        /// Send a PDU.
        case send([UInt8])
        /// The client wrote a value; it is not kept in the server.
        case write(characteristic: BluetoothUUID, value: [UInt8], acknowledged: Bool)
        /// The client switched notifications of a characteristic on or off.
        case subscribed(characteristic: BluetoothUUID, Bool)
    }

    private enum Kind {
        case service(BluetoothUUID, end: UInt16)
        case characteristic(CharacteristicDefinition, valueHandle: UInt16)
        case value(CharacteristicDefinition)
        case configuration(of: BluetoothUUID)
    }

    /// The attribute with handle `n` is at index `n - 1`.
    private var attributes: [Kind] = []
    private var values: [BluetoothUUID: [UInt8]] = [:]
    private var handles: [BluetoothUUID: UInt16] = [:]
    private var subscriptions: Set<BluetoothUUID> = []
    private let maximumMTU: UInt16
    /// The longest PDU either side may send, 23 until the client asks for more.
    public private(set) var mtu = ATTPDU.minimumMTU

    /// Offers `services`, with handles in their order from 1 on, and PDUs of 23 to `maximumMTU` bytes.
    ///
    /// What has no room below handle 0xFFFF is left out.
    public init(services: [ServiceDefinition], maximumMTU: UInt16 = 247) {
        self.maximumMTU = min(max(maximumMTU, ATTPDU.minimumMTU), UInt16(ATTPDU.maximumLength))
        for service in services {
            let size = 1 + service.characteristics.map { $0.properties.contains(.notify) ? 3 : 2 }.reduce(0, +)
            guard attributes.count + size < 0xFFFF else { break }
            attributes.append(.service(service.uuid, end: UInt16(attributes.count + size)))
            for characteristic in service.characteristics {
                let valueHandle = UInt16(attributes.count + 2)
                attributes.append(.characteristic(characteristic, valueHandle: valueHandle))
                attributes.append(.value(characteristic))
                if characteristic.properties.contains(.notify) {
                    attributes.append(.configuration(of: characteristic.uuid))
                }
                values[characteristic.uuid] = characteristic.value
                handles[characteristic.uuid] = valueHandle
            }
        }
    }

    /// Sets what a read of a characteristic answers, up to 512 bytes; one that is not offered is ignored.
    public mutating func setValue(_ value: [UInt8], of characteristic: BluetoothUUID) {
        guard handles[characteristic] != nil else { return }
        values[characteristic] = Array(value.prefix(ATTPDU.maximumValueLength))
    }

    /// The characteristic whose value the answer to a PDU carries, as far as can be said before; nil if there is none.
    ///
    /// The owner of a value that changes asks this before `receive`, and sets the value then.
    public func characteristic(readBy bytes: [UInt8]) -> BluetoothUUID? {
        guard let pdu = try? ATTPDU(decoding: bytes) else { return nil }
        switch pdu {
        case .readRequest(let handle), .readBlobRequest(let handle, _):
            guard case .value(let characteristic)? = attribute(at: handle) else { return nil }
            return characteristic.uuid
        case .readByTypeRequest(_, _, let type): return handles[type] == nil ? nil : type
        default: return nil
        }
    }

    /// The notification of a value as a PDU, cut to what the connection carries; nil unless the client subscribed.
    public func notify(_ characteristic: BluetoothUUID, value: [UInt8]) -> [UInt8]? {
        guard subscriptions.contains(characteristic), let handle = handles[characteristic] else { return nil }
        return ATTPDU.notification(handle: handle, value: Array(value.prefix(Int(mtu) - 3))).encoded
    }

    /// Takes one PDU from the client.
    public mutating func receive(_ bytes: [UInt8]) -> [Effect] {
        guard let opcode = bytes.first else { return [] }
        guard bytes.count <= Int(mtu), let pdu = try? ATTPDU(decoding: bytes) else {
            return ATTPDU.Opcode.isRequest(opcode) ? [refusal(of: opcode, .invalidPDU)] : []
        }
        do throws(Refusal) {
            return try answer(pdu)
        } catch {
            return [refusal(of: opcode, error.code, handle: error.handle)]
        }
    }

    private struct Refusal: Error {
        var code: ATTErrorCode
        var handle: UInt16
    }

    private func refusal(of opcode: UInt8, _ code: ATTErrorCode, handle: UInt16 = 0) -> Effect {
        .send(ATTPDU.errorResponse(request: opcode, handle: handle, code: code).encoded)
    }

    private mutating func answer(_ pdu: ATTPDU) throws(Refusal) -> [Effect] {
        switch pdu {
        case .exchangeMTURequest(let offered):
            mtu = max(min(offered, maximumMTU), ATTPDU.minimumMTU)
            return [.send(ATTPDU.exchangeMTUResponse(maximumMTU).encoded)]
        case .findInformationRequest(let start, let end):
            return [.send(try information(start: start, end: end).encoded)]
        case .readByTypeRequest(let start, let end, let type):
            return [.send(try attributes(of: type, start: start, end: end).encoded)]
        case .readByGroupTypeRequest(let start, let end, let type):
            return [.send(try services(type, start: start, end: end).encoded)]
        case .readRequest(let handle):
            return [.send(ATTPDU.readResponse(Array(try value(at: handle).prefix(Int(mtu) - 1))).encoded)]
        case .readBlobRequest(let handle, let offset):
            let value = try value(at: handle)
            guard Int(offset) <= value.count else { throw Refusal(code: .invalidOffset, handle: handle) }
            return [.send(ATTPDU.readBlobResponse(Array(value.dropFirst(Int(offset)).prefix(Int(mtu) - 1))).encoded)]
        case .writeRequest(let handle, let value):
            return [.send(ATTPDU.writeResponse.encoded)] + (try write(value, to: handle))
        case .writeCommand(let handle, let value):
            guard case .value(let characteristic)? = attribute(at: handle),
                characteristic.properties.contains(.writeWithoutResponse)
            else { return [] }
            return [.write(characteristic: characteristic.uuid, value: value, acknowledged: false)]
        case .unknown(let opcode, _):
            return ATTPDU.Opcode.isRequest(opcode) ? [refusal(of: opcode, .requestNotSupported)] : []
        case .errorResponse, .exchangeMTUResponse, .findInformationResponse, .readByTypeResponse, .readResponse,
            .readBlobResponse, .readByGroupTypeResponse, .writeResponse, .notification:
            return []
        }
    }

    private mutating func write(_ value: [UInt8], to handle: UInt16) throws(Refusal) -> [Effect] {
        switch attribute(at: handle) {
        case .value(let characteristic)? where characteristic.properties.contains(.write):
            guard value.count <= ATTPDU.maximumValueLength else {
                throw Refusal(code: .invalidAttributeValueLength, handle: handle)
            }
            return [.write(characteristic: characteristic.uuid, value: value, acknowledged: true)]
        case .configuration(let characteristic)?:
            guard value.count == 2 else { throw Refusal(code: .invalidAttributeValueLength, handle: handle) }
            let isOn = value[0] & 1 == 1
            guard isOn != subscriptions.contains(characteristic) else { return [] }
            if isOn { subscriptions.insert(characteristic) } else { subscriptions.remove(characteristic) }
            return [.subscribed(characteristic: characteristic, isOn)]
        case .value?, .service?, .characteristic?: throw Refusal(code: .writeNotPermitted, handle: handle)
        case nil: throw Refusal(code: .invalidHandle, handle: handle)
        }
    }

    private func attribute(at handle: UInt16) -> Kind? {
        handle >= 1 && Int(handle) <= attributes.count ? attributes[Int(handle) - 1] : nil
    }

    private func value(at handle: UInt16) throws(Refusal) -> [UInt8] {
        switch attribute(at: handle) {
        case .service(let uuid, _)?: return uuid.wire
        case .characteristic(let characteristic, let valueHandle)?:
            return [characteristic.properties.rawValue] + valueHandle.littleEndianBytes + characteristic.uuid.wire
        case .value(let characteristic)?:
            guard characteristic.properties.contains(.read) else {
                throw Refusal(code: .readNotPermitted, handle: handle)
            }
            return values[characteristic.uuid] ?? []
        case .configuration(let characteristic)?: return [subscriptions.contains(characteristic) ? 1 : 0, 0]
        case nil: throw Refusal(code: .invalidHandle, handle: handle)
        }
    }

    private func type(of kind: Kind) -> BluetoothUUID {
        switch kind {
        case .service: .primaryService
        case .characteristic: .characteristic
        case .value(let characteristic): characteristic.uuid
        case .configuration: .clientCharacteristicConfiguration
        }
    }

    /// The attributes in a range, in order; refuses a range that is not one.
    private func range(start: UInt16, end: UInt16) throws(Refusal) -> [(handle: UInt16, kind: Kind)] {
        guard start >= 1, start <= end else { throw Refusal(code: .invalidHandle, handle: start) }
        let last = min(Int(end), attributes.count)
        guard Int(start) <= last else { throw Refusal(code: .attributeNotFound, handle: start) }
        return (Int(start)...last).map { (UInt16($0), attributes[$0 - 1]) }
    }

    private func information(start: UInt16, end: UInt16) throws(Refusal) -> ATTPDU {
        let all = try range(start: start, end: end).map {
            ATTPDU.Information(handle: $0.handle, type: type(of: $0.kind))
        }
        let width = all.first?.type.wire.count ?? 2
        let run = all.prefix { $0.type.wire.count == width }
        return .findInformationResponse(Array(run.prefix((Int(mtu) - 2) / (width + 2))))
    }

    private func attributes(of type: BluetoothUUID, start: UInt16, end: UInt16) throws(Refusal) -> ATTPDU {
        var entries: [ATTPDU.Attribute] = []
        var room = Int(mtu) - 2
        for (handle, kind) in try range(start: start, end: end) where self.type(of: kind) == type {
            // Only the first attribute may fail the request; a later one that cannot be read ends the list.
            if !entries.isEmpty, (try? value(at: handle)) == nil { break }
            let value = Array(try value(at: handle).prefix(min(Int(mtu) - 4, 253)))
            guard value.count == entries.first?.value.count ?? value.count, room >= value.count + 2 else { break }
            entries.append(ATTPDU.Attribute(handle: handle, value: value))
            room -= value.count + 2
        }
        guard !entries.isEmpty else { throw Refusal(code: .attributeNotFound, handle: start) }
        return .readByTypeResponse(entries)
    }

    private func services(_ type: BluetoothUUID, start: UInt16, end: UInt16) throws(Refusal) -> ATTPDU {
        guard type == .primaryService || type == .secondaryService else {
            throw Refusal(code: .unsupportedGroupType, handle: start)
        }
        var entries: [ATTPDU.Group] = []
        var room = Int(mtu) - 2
        for (handle, kind) in try range(start: start, end: end) {
            guard type == .primaryService, case .service(let uuid, let end) = kind else { continue }
            let value = uuid.wire
            guard value.count == entries.first?.value.count ?? value.count, room >= value.count + 4 else { break }
            entries.append(ATTPDU.Group(start: handle, end: end, value: value))
            room -= value.count + 4
        }
        guard !entries.isEmpty else { throw Refusal(code: .attributeNotFound, handle: start) }
        return .readByGroupTypeResponse(entries)
    }
}
