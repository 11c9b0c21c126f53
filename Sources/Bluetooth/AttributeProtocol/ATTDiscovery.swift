// SPDX-License-Identifier: Apache-2.0

import GATT

/// Discovers a server's attributes: services, then characteristics, then the configuration descriptors of those that
/// notify or indicate.
///
/// Each answer must reach higher handles than the one before, so discovery always ends.
struct ATTDiscovery {
    enum Progress {
        case request(ATTPDU)
        case finished
        case failed(GATTError)
    }

    private enum Phase {
        case services(from: UInt16)
        case characteristics(from: UInt16)
        case descriptors(of: Int, from: UInt16)
    }

    private struct Violation: Error {
        var message: String
    }

    private var phase = Phase.services(from: 1)
    private var services: [ClosedRange<UInt16>] = []
    private var declarations: [UInt16] = []
    private(set) var characteristics: [DiscoveredCharacteristic] = []

    /// The request to start with.
    var firstRequest: ATTPDU { .readByGroupTypeRequest(start: 1, end: 0xFFFF, type: .primaryService) }

    mutating func receive(_ response: ATTPDU) -> Progress {
        do throws(Violation) {
            switch (phase, response) {
            case (.services(let from), .readByGroupTypeResponse(let groups)): return try add(groups, from: from)
            case (.characteristics(let from), .readByTypeResponse(let entries)): return try add(entries, from: from)
            case (.descriptors(let index, let from), .findInformationResponse(let entries)):
                return try add(entries, to: index, from: from)
            case (.services, .errorResponse(_, _, .attributeNotFound)):
                return services.isEmpty ? .finished : findCharacteristics(from: 1)
            case (.characteristics, .errorResponse(_, _, .attributeNotFound)): return findDescriptors(from: 0)
            case (.descriptors(let index, _), .errorResponse(_, _, .attributeNotFound)):
                return findDescriptors(from: index + 1)
            case (_, .errorResponse(_, _, let code)): return .failed(.refused(code))
            default: throw Violation(message: "The device sent an answer that does not fit the discovery.")
            }
        } catch {
            return .failed(GATTError(.protocolViolation, error.message))
        }
    }

    private mutating func add(_ groups: [ATTPDU.Group], from: UInt16) throws(Violation) -> Progress {
        var lowest = from
        for group in groups {
            guard group.start >= lowest, group.end >= group.start, BluetoothUUID(wire: group.value) != nil else {
                throw Violation(message: "The device listed an invalid service.")
            }
            services.append(group.start...group.end)
            guard group.end < 0xFFFF else { return findCharacteristics(from: 1) }
            lowest = group.end + 1
        }
        phase = .services(from: lowest)
        return .request(.readByGroupTypeRequest(start: lowest, end: 0xFFFF, type: .primaryService))
    }

    private mutating func add(_ entries: [ATTPDU.Attribute], from: UInt16) throws(Violation) -> Progress {
        var lowest = from
        for entry in entries {
            var reader = ByteReader(entry.value)
            guard entry.handle >= lowest, let properties = try? reader.byte(), let valueHandle = try? reader.number(),
                valueHandle > entry.handle, let uuid = try? reader.uuid(length: reader.remaining)
            else { throw Violation(message: "The device listed an invalid characteristic.") }
            declarations.append(entry.handle)
            characteristics.append(
                DiscoveredCharacteristic(
                    uuid: uuid, properties: CharacteristicProperties(rawValue: properties), valueHandle: valueHandle))
            // The value's handle is above this one, so there is one more.
            lowest = entry.handle + 1
        }
        return findCharacteristics(from: lowest)
    }

    private mutating func add(
        _ entries: [ATTPDU.Information], to index: Int, from: UInt16
    ) throws(Violation) -> Progress {
        let end = end(of: index)
        var last: UInt16?
        for entry in entries {
            guard entry.handle >= from, entry.handle <= end, entry.handle > last ?? 0 else {
                throw Violation(message: "The device listed an invalid descriptor.")
            }
            last = entry.handle
            if entry.type == .clientCharacteristicConfiguration {
                characteristics[index].configurationHandle = entry.handle
                return findDescriptors(from: index + 1)
            }
        }
        guard let last, last < end else { return findDescriptors(from: index + 1) }
        phase = .descriptors(of: index, from: last + 1)
        return .request(.findInformationRequest(start: last + 1, end: end))
    }

    private mutating func findCharacteristics(from: UInt16) -> Progress {
        phase = .characteristics(from: from)
        return .request(.readByTypeRequest(start: from, end: 0xFFFF, type: .characteristic))
    }

    private mutating func findDescriptors(from first: Int) -> Progress {
        for index in characteristics.indices.dropFirst(first) {
            let characteristic = characteristics[index]
            let end = end(of: index)
            guard characteristic.properties.isConfigurable, characteristic.valueHandle < end else { continue }
            phase = .descriptors(of: index, from: characteristic.valueHandle + 1)
            return .request(.findInformationRequest(start: characteristic.valueHandle + 1, end: end))
        }
        return .finished
    }

    /// The last handle that can belong to a characteristic: before the next one, and within its service.
    private func end(of index: Int) -> UInt16 {
        let declaration = declarations[index]
        let serviceEnd = services.first { $0.contains(declaration) }?.upperBound ?? 0xFFFF
        // A declaration follows another one's, so its handle is above zero.
        return index + 1 < declarations.count ? min(declarations[index + 1] - 1, serviceEnd) : serviceEnd
    }
}
