// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import CivilTime
import DeviceModules
import GATT
import SleepModel

/// Makes the entries of a timeline out of what packets say, up to a limit.
struct TimelineBuilder: Sendable {
    private struct Connection {
        var number: Int
        var address: MacAddress?
        var tracker = AttributeTracker()
    }

    /// A device that reports once a second makes a sixth of that in a night.
    static let entryLimit = 200_000
    private static let connectionLimit = 64

    private let codecs: [any ProductCodec]
    private var start: Instant?
    private var connections: [HCILink: Connection] = [:]
    private var connectionCount = 0
    /// The entry of the last read on each link, for further parts of its value.
    private var lastRead: [HCILink: Int] = [:]
    private(set) var ignored = 0
    private(set) var isFull = false
    private(set) var names = CharacteristicNames()
    private(set) var entries: [CaptureEntry] = []

    init(codecs: [any ProductCodec]) {
        self.codecs = codecs
    }

    mutating func begin(at time: Instant) {
        start = start ?? time
    }

    mutating func add(_ statement: HCIStatement, of record: BtsnoopRecord) {
        let start = start ?? record.time
        switch statement {
        case .advertisement(let advertisement):
            guard let codec = codecs.first(where: { $0.recognize(advertisement) != nil }) else {
                ignored += 1
                return
            }
            var entry = CaptureEntry(
                .advertisement, of: record, since: start, .received, address: advertisement.address)
            entry.advertisement = advertisement
            entry.bytes = codec.companies.sorted().lazy.compactMap { advertisement.manufacturerData[$0] }.first ?? []
            append(entry)
        case .connected(let link, let address, let isCentral):
            let number = open(link, address)
            append(
                CaptureEntry(
                    .connected, of: record, since: start, .received, connection: number, address: address,
                    text: isCentral ? "connected" : "connected as the peripheral"))
        case .connectionFailed(let address, let status):
            append(
                CaptureEntry(
                    .error, of: record, since: start, .received, address: address,
                    text: "the connection could not be made: \(HCIStatus.text(status))"))
        case .disconnected(let link, let reason):
            guard let connection = connections.removeValue(forKey: link) else {
                ignored += 1
                return
            }
            var entry = CaptureEntry(
                .disconnected, of: record, since: start, .received, connection: connection.number,
                address: connection.address, text: HCIStatus.text(reason))
            entry.isEndedByHost = reason == HCIStatus.endedByHost
            append(entry)
        case .attribute(let link, let isSent, let bytes): add(bytes, isSent: isSent, on: link, of: record, start)
        }
    }

    private mutating func open(_ link: HCILink, _ address: MacAddress?) -> Int {
        if connections.count >= Self.connectionLimit { connections.removeAll() }
        connectionCount += 1
        lastRead[link] = nil
        connections[link] = Connection(number: connectionCount, address: address)
        return connectionCount
    }

    private mutating func add(
        _ bytes: [UInt8], isSent: Bool, on link: HCILink, of record: BtsnoopRecord, _ start: Instant
    ) {
        if connections[link] == nil { _ = open(link, nil) }
        guard let pdu = try? ATTPDU(decoding: bytes), let connection = connections[link],
            let statements = isSent
                ? connections[link]?.tracker.sent(pdu) : connections[link]?.tracker.received(pdu)
        else {
            ignored += 1
            return
        }
        for statement in statements {
            func entry(_ kind: CaptureEntry.Kind, _ handle: UInt16, _ bytes: [UInt8] = []) -> CaptureEntry {
                CaptureEntry(
                    kind, of: record, since: start, isSent ? .sent : .received, connection: connection.number,
                    address: connection.address, handle: handle, bytes: bytes)
            }
            switch statement {
            case .discovered(let uuid, let handle):
                guard names.learn(uuid, handle, on: connection.number, of: connection.address) else { continue }
                append(entry(.discovered, handle))
            case .configuration(let handle):
                names.learnConfiguration(handle, on: connection.number, of: connection.address)
            case .write(let handle, let value, let isAcknowledged):
                append(entry(isAcknowledged ? .write : .writeWithoutResponse, handle, value))
            case .read(let handle, let value):
                lastRead[link] = entries.count
                append(entry(.read, handle, value))
            case .readOn(let handle, let part):
                guard let index = lastRead[link], index < entries.count, entries[index].handle == handle,
                    entries[index].bytes.count + part.count <= ATTPDU.maximumValueLength
                else { continue }
                entries[index].bytes += part
            case .notification(let handle, let value): append(entry(.notification, handle, value))
            case .refused(let code, let handle, let kind):
                var refusal = entry(.error, handle)
                refusal.refused = kind
                refusal.text = "the device refused the \(kind == .read ? "read" : "write"): \(code)"
                append(refusal)
            }
        }
    }

    private mutating func append(_ entry: CaptureEntry) {
        guard entries.count < Self.entryLimit else {
            isFull = true
            return
        }
        entries.append(entry)
    }
}
