// SPDX-License-Identifier: Apache-2.0

import GATT

/// Answers what a client asks about the attributes.
extension ATTServer {
    func information(start: UInt16, end: UInt16) throws(Refusal) -> ATTPDU {
        let all = try range(start: start, end: end).map {
            ATTPDU.Information(handle: $0.handle, type: type(of: $0.kind))
        }
        let width = all.first?.type.wire.count ?? 2
        let run = all.prefix { $0.type.wire.count == width }
        return .findInformationResponse(Array(run.prefix((Int(mtu) - 2) / (width + 2))))
    }

    /// The groups in a range whose declaration has this type and exactly this value; an attribute that declares nothing
    /// is a group of its own, one that cannot be read does not match.
    func groups(_ type: BluetoothUUID, _ value: [UInt8], start: UInt16, end: UInt16) throws(Refusal) -> ATTPDU {
        var entries: [ATTPDU.HandleRange] = []
        for (handle, kind) in try range(start: start, end: end)
        where self.type(of: kind) == type && (try? self.value(at: handle)) == value {
            entries.append(ATTPDU.HandleRange(start: handle, end: lastHandle(of: kind, at: handle)))
        }
        guard !entries.isEmpty else { throw Refusal(code: .attributeNotFound, handle: start) }
        return .findByTypeValueResponse(Array(entries.prefix((Int(mtu) - 1) / 4)))
    }

    func attributes(of type: BluetoothUUID, start: UInt16, end: UInt16) throws(Refusal) -> ATTPDU {
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

    func services(_ type: BluetoothUUID, start: UInt16, end: UInt16) throws(Refusal) -> ATTPDU {
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

    private func type(of kind: Kind) -> BluetoothUUID {
        switch kind {
        case .service: .primaryService
        case .characteristic: .characteristic
        case .value(let characteristic): characteristic.uuid
        case .configuration: .clientCharacteristicConfiguration
        }
    }

    private func lastHandle(of kind: Kind, at handle: UInt16) -> UInt16 {
        switch kind {
        case .service(_, let end): end
        case .characteristic(let characteristic, let valueHandle):
            characteristic.properties.isConfigurable ? valueHandle + 1 : valueHandle
        case .value, .configuration: handle
        }
    }

    /// The attributes in a range, in order; refuses a range that is not one.
    private func range(start: UInt16, end: UInt16) throws(Refusal) -> [(handle: UInt16, kind: Kind)] {
        guard start >= 1, start <= end else { throw Refusal(code: .invalidHandle, handle: start) }
        let last = min(Int(end), attributes.count)
        guard Int(start) <= last else { throw Refusal(code: .attributeNotFound, handle: start) }
        return (Int(start)...last).map { (UInt16($0), attributes[$0 - 1]) }
    }
}
