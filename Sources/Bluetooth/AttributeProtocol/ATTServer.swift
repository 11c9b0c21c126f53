// SPDX-License-Identifier: Apache-2.0

public import GATT

/// The server's side of one connection: takes PDUs and returns what to do.
///
/// The server holds the values; a device updates them with `setValue(_:of:)`, at the latest before the `receive` that
/// reads one. Hostile PDUs get an error or no answer.
///
/// It supports all that a server must, and what phones and BlueZ also send: blobs, notifications, indications and queued
/// writes. It refuses reads of multiple attributes: they are optional, no central is known to send them by itself, and a
/// device would have to update several values for one request. It drops signed writes, because without a bond there is
/// no key to check them with.
public struct ATTServer: Sendable {
    /// What the owner of the connection is to do, in the order given.
    public enum Effect: Hashable, Sendable {
        /// Send a PDU.
        case send([UInt8])
        /// The client wrote a value; it is not kept in the server.
        case write(characteristic: BluetoothUUID, value: [UInt8], acknowledged: Bool)
        /// The client switched notifications or indications of a characteristic on, or both off.
        case subscribed(characteristic: BluetoothUUID, Bool)
    }

    enum Kind {
        case service(BluetoothUUID, end: UInt16)
        case characteristic(CharacteristicDefinition, valueHandle: UInt16)
        case value(CharacteristicDefinition)
        case configuration(of: CharacteristicDefinition)
    }

    struct Refusal: Error {
        var code: ATTErrorCode
        var handle: UInt16
    }

    /// The attribute with handle `n` is at index `n - 1`.
    private(set) var attributes: [Kind] = []
    private var values: [BluetoothUUID: [UInt8]] = [:]
    private var handles: [BluetoothUUID: UInt16] = [:]
    /// The bits of the configuration descriptors that are not 0.
    private var subscriptions: [BluetoothUUID: UInt8] = [:]
    private var queue = ATTPrepareQueue()
    private var hasExchangedMTU = false
    private let maximumMTU: UInt16
    /// The longest PDU either side may send, 23 until the client asks for more.
    public private(set) var mtu = ATTPDU.minimumMTU
    /// Whether the client has not confirmed the last indication yet.
    ///
    /// The standard gives it 30 seconds; the owner of the connection counts them.
    public private(set) var isAwaitingConfirmation = false

    /// Offers `services`, with handles in their order from 1 on, and PDUs of 23 to `maximumMTU` bytes.
    ///
    /// Characteristics that do not fit below handle 0xFFFF are left out.
    public init(services: [ServiceDefinition], maximumMTU: UInt16 = 247) {
        self.maximumMTU = min(max(maximumMTU, ATTPDU.minimumMTU), UInt16(ATTPDU.maximumLength))
        for service in services {
            let size = 1 + service.characteristics.map { $0.properties.isConfigurable ? 3 : 2 }.reduce(0, +)
            guard attributes.count + size < 0xFFFF else { break }
            attributes.append(.service(service.uuid, end: UInt16(attributes.count + size)))
            for characteristic in service.characteristics {
                let valueHandle = UInt16(attributes.count + 2)
                attributes.append(.characteristic(characteristic, valueHandle: valueHandle))
                attributes.append(.value(characteristic))
                if characteristic.properties.isConfigurable { attributes.append(.configuration(of: characteristic)) }
                values[characteristic.uuid] = Self.kept(characteristic.value)
                handles[characteristic.uuid] = valueHandle
            }
        }
    }

    /// Sets the value of a characteristic, up to 512 bytes; ignores a characteristic that is not offered.
    public mutating func setValue(_ value: [UInt8], of characteristic: BluetoothUUID) {
        guard handles[characteristic] != nil else { return }
        values[characteristic] = Self.kept(value)
    }

    /// The characteristic whose value the answer to a PDU needs, as far as it is known in advance; nil if there is none.
    ///
    /// Ask before `receive`, and set the value if it may have changed.
    public func characteristic(readBy bytes: [UInt8]) -> BluetoothUUID? {
        guard let pdu = try? ATTPDU(decoding: bytes) else { return nil }
        switch pdu {
        case .readRequest(let handle), .readBlobRequest(let handle, _):
            guard case .value(let characteristic)? = attribute(at: handle) else { return nil }
            return characteristic.uuid
        case .readByTypeRequest(_, _, let type): return handles[type] == nil ? nil : type
        case .findByTypeValueRequest(_, _, let number, _):
            let type = BluetoothUUID(number)
            return handles[type] == nil ? nil : type
        default: return nil
        }
    }

    /// The notification of a value as a PDU, cut to what the connection carries; nil unless the client subscribed.
    public func notify(_ characteristic: BluetoothUUID, value: [UInt8]) -> [UInt8]? {
        guard let handle = handle(of: characteristic, configured: .notify) else { return nil }
        return ATTPDU.notification(handle: handle, value: Array(value.prefix(Int(mtu) - 3))).encoded
    }

    /// The indication of a value as a PDU, cut to what the connection carries; nil unless the client asked for
    /// indications, and while it has not confirmed the last one.
    public mutating func indicate(_ characteristic: BluetoothUUID, value: [UInt8]) -> [UInt8]? {
        guard !isAwaitingConfirmation, let handle = handle(of: characteristic, configured: .indicate) else {
            return nil
        }
        isAwaitingConfirmation = true
        return ATTPDU.indication(handle: handle, value: Array(value.prefix(Int(mtu) - 3))).encoded
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

    private func refusal(of opcode: UInt8, _ code: ATTErrorCode, handle: UInt16 = 0) -> Effect {
        .send(ATTPDU.errorResponse(request: opcode, handle: handle, code: code).encoded)
    }

    private mutating func answer(_ pdu: ATTPDU) throws(Refusal) -> [Effect] {
        switch pdu {
        case .exchangeMTURequest(let offered): return [.send(try agree(on: offered).encoded)]
        case .findInformationRequest(let start, let end):
            return [.send(try information(start: start, end: end).encoded)]
        case .findByTypeValueRequest(let start, let end, let type, let value):
            return [.send(try groups(BluetoothUUID(type), value, start: start, end: end).encoded)]
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
            try expectWritable(handle)
            try expectWritable(value, handle)
            return [.send(ATTPDU.writeResponse.encoded)] + write(value, to: handle)
        case .writeCommand(let handle, let value):
            guard case .value(let characteristic)? = attribute(at: handle),
                characteristic.properties.contains(.writeWithoutResponse), value.count <= ATTPDU.maximumValueLength
            else { return [] }
            return [.write(characteristic: characteristic.uuid, value: value, acknowledged: false)]
        case .prepareWriteRequest(let handle, let offset, let part):
            try expectWritable(handle)
            guard !queue.isFull else { throw Refusal(code: .prepareQueueFull, handle: handle) }
            queue.append(part, at: offset, to: handle)
            return [.send(ATTPDU.prepareWriteResponse(handle: handle, offset: offset, part: part).encoded)]
        case .executeWriteRequest(let flags): return try execute(flags)
        case .confirmation:
            isAwaitingConfirmation = false
            return []
        case .readMultipleRequest, .readMultipleVariableRequest, .unknown:
            guard ATTPDU.Opcode.isRequest(pdu.opcode) else { return [] }
            throw Refusal(code: .requestNotSupported, handle: 0)
        case .errorResponse, .exchangeMTUResponse, .findInformationResponse, .findByTypeValueResponse,
            .readByTypeResponse, .readResponse, .readBlobResponse, .readMultipleResponse, .readByGroupTypeResponse,
            .writeResponse, .prepareWriteResponse, .executeWriteResponse, .notification, .indication,
            .readMultipleVariableResponse, .multipleNotification, .signedWriteCommand:
            return []
        }
    }

    /// A client may ask once: after a second answer the two sides could use different lengths.
    private mutating func agree(on offered: UInt16) throws(Refusal) -> ATTPDU {
        guard !hasExchangedMTU else { throw Refusal(code: .requestNotSupported, handle: 0) }
        hasExchangedMTU = true
        mtu = max(min(offered, maximumMTU), ATTPDU.minimumMTU)
        return .exchangeMTUResponse(maximumMTU)
    }

    /// Writes all queued values, or none if one of them is wrong; the queue is empty afterwards in both cases.
    private mutating func execute(_ flags: UInt8) throws(Refusal) -> [Effect] {
        defer { queue.removeAll() }
        guard flags <= 1 else { throw Refusal(code: .invalidPDU, handle: 0) }
        let writes = flags == 1 ? try queue.writes() : []
        for write in writes { try expectWritable(write.value, write.handle) }
        return [.send(ATTPDU.executeWriteResponse.encoded)] + writes.flatMap { write($0.value, to: $0.handle) }
    }

    private func expectWritable(_ handle: UInt16) throws(Refusal) {
        switch attribute(at: handle) {
        case .value(let characteristic)? where characteristic.properties.contains(.write): return
        case .configuration?: return
        case .value?, .service?, .characteristic?: throw Refusal(code: .writeNotPermitted, handle: handle)
        case nil: throw Refusal(code: .invalidHandle, handle: handle)
        }
    }

    /// Refuses values that an attribute does not take.
    ///
    /// Some clients always set both bits of a configuration; it is enough if one of them can be set.
    private func expectWritable(_ value: [UInt8], _ handle: UInt16) throws(Refusal) {
        guard case .configuration(let characteristic)? = attribute(at: handle) else {
            guard value.count <= ATTPDU.maximumValueLength else {
                throw Refusal(code: .invalidAttributeValueLength, handle: handle)
            }
            return
        }
        guard value.count == 2 else { throw Refusal(code: .invalidAttributeValueLength, handle: handle) }
        guard value[0] & 3 == 0 || value[0] & characteristic.properties.configurationBits != 0 else {
            throw Refusal(code: .improperConfiguration, handle: handle)
        }
    }

    private mutating func write(_ value: [UInt8], to handle: UInt16) -> [Effect] {
        switch attribute(at: handle) {
        case .value(let characteristic)?:
            return [.write(characteristic: characteristic.uuid, value: value, acknowledged: true)]
        case .configuration(let characteristic)?:
            let bits = value.first.map { $0 & characteristic.properties.configurationBits } ?? 0
            let wasOn = subscriptions[characteristic.uuid] != nil
            subscriptions[characteristic.uuid] = bits == 0 ? nil : bits
            return wasOn == (bits != 0) ? [] : [.subscribed(characteristic: characteristic.uuid, bits != 0)]
        case .service?, .characteristic?, nil: return []
        }
    }

    private static func kept(_ value: [UInt8]) -> [UInt8] {
        Array(value.prefix(ATTPDU.maximumValueLength))
    }

    private func attribute(at handle: UInt16) -> Kind? {
        handle >= 1 && Int(handle) <= attributes.count ? attributes[Int(handle) - 1] : nil
    }

    private func handle(of characteristic: BluetoothUUID, configured property: CharacteristicProperties) -> UInt16? {
        guard let bits = subscriptions[characteristic], bits & property.configurationBits != 0 else { return nil }
        return handles[characteristic]
    }

    func value(at handle: UInt16) throws(Refusal) -> [UInt8] {
        switch attribute(at: handle) {
        case .service(let uuid, _)?: return uuid.wire
        case .characteristic(let characteristic, let valueHandle)?:
            return [characteristic.properties.rawValue] + valueHandle.littleEndianBytes + characteristic.uuid.wire
        case .value(let characteristic)?:
            guard characteristic.properties.contains(.read) else {
                throw Refusal(code: .readNotPermitted, handle: handle)
            }
            return values[characteristic.uuid] ?? []
        case .configuration(let characteristic)?: return [subscriptions[characteristic.uuid] ?? 0, 0]
        case nil: throw Refusal(code: .invalidHandle, handle: handle)
        }
    }
}
