// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT

/// Follows the attribute protocol on one connection, and matches answers with the host's requests.
struct AttributeTracker: Sendable {
    enum Statement: Hashable, Sendable {
        /// A characteristic stands behind a handle.
        case discovered(BluetoothUUID, handle: UInt16)
        /// The descriptor behind a handle switches the notifications of the characteristic before it.
        case configuration(handle: UInt16)
        case write(handle: UInt16, [UInt8], isAcknowledged: Bool)
        case read(handle: UInt16, [UInt8])
        /// A further part of the value that was read last.
        case readOn(handle: UInt16, [UInt8])
        case notification(handle: UInt16, [UInt8])
        case refused(ATTErrorCode, handle: UInt16, CaptureEntry.Kind)
    }

    private static let characteristic = BluetoothUUID(0x2803)
    private static let configuration = BluetoothUUID(0x2902)
    /// Types of attributes that are never the value of a characteristic: declarations and descriptors.
    private static let structure: ClosedRange<UInt16> = 0x2800...0x29FF

    private var request: ATTPDU?

    /// Takes one PDU of the host; nil if it does not matter here.
    mutating func sent(_ pdu: ATTPDU) -> [Statement]? {
        switch pdu {
        case .writeRequest(let handle, let value):
            request = pdu
            return [.write(handle: handle, value, isAcknowledged: true)]
        case .writeCommand(let handle, let value): return [.write(handle: handle, value, isAcknowledged: false)]
        case .readRequest, .readBlobRequest, .readByTypeRequest, .readByGroupTypeRequest, .findInformationRequest:
            request = pdu
            return []
        default: return nil
        }
    }

    /// Takes one PDU of the device; nil if it does not matter here.
    mutating func received(_ pdu: ATTPDU) -> [Statement]? {
        switch pdu {
        case .notification(let handle, let value), .indication(let handle, let value):
            return [.notification(handle: handle, value)]
        default: break
        }
        guard let asked = request else { return nil }
        switch (pdu, asked) {
        case (.readResponse(let value), .readRequest(let handle)): return answered(.read(handle: handle, value))
        case (.readBlobResponse(let part), .readBlobRequest(let handle, _)):
            return answered(.readOn(handle: handle, part))
        case (.readByTypeResponse(let entries), .readByTypeRequest(_, _, Self.characteristic)):
            request = nil
            return entries.compactMap(Self.declaration)
        case (.findInformationResponse(let entries), .findInformationRequest):
            request = nil
            return entries.compactMap(Self.information)
        case (.writeResponse, .writeRequest), (.readByGroupTypeResponse, .readByGroupTypeRequest):
            request = nil
            return []
        case (.errorResponse(_, let handle, let code), _): return refusal(code, handle, of: asked)
        default: return nil
        }
    }

    private mutating func answered(_ statement: Statement) -> [Statement] {
        request = nil
        return [statement]
    }

    private mutating func refusal(_ code: ATTErrorCode, _ handle: UInt16, of asked: ATTPDU) -> [Statement]? {
        request = nil
        switch asked {
        case .writeRequest: return [.refused(code, handle: handle, .write)]
        case .readRequest: return [.refused(code, handle: handle, .read)]
        // Discovery ends with a refusal, and so does reading a value that is just as long as one answer.
        default: return []
        }
    }

    /// The value of a declaration: properties, the handle of the characteristic's value, its UUID.
    private static func declaration(_ attribute: ATTPDU.Attribute) -> Statement? {
        var cursor = ByteCursor(attribute.value)
        guard cursor.skip(1), let handle = cursor.number(), let uuid = BluetoothUUID(wire: cursor.remainder()) else {
            return nil
        }
        return .discovered(uuid, handle: handle)
    }

    private static func information(_ entry: ATTPDU.Information) -> Statement? {
        if entry.type == configuration { return .configuration(handle: entry.handle) }
        let isStructure = entry.type.assigned.map(structure.contains) ?? false
        return isStructure ? nil : .discovered(entry.type, handle: entry.handle)
    }
}
