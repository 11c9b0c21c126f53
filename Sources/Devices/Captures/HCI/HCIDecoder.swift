// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel

/// Decodes what HCI packets say about low-energy devices and the host.
struct HCIDecoder: Sendable {
    private static let advertiserLimit = 256

    private var reassembler = ACLReassembler()
    /// The last advertisement of each device, for its scan response.
    private var advertised: [MacAddress: [UInt8]] = [:]
    /// How many packets did not matter here.
    private(set) var ignored = 0

    /// Takes one packet; a fragment says nothing by itself, and does not count as ignored.
    mutating func decode(_ packet: HCIPacket) -> [HCIStatement] {
        switch packet.kind {
        case .event:
            guard let event = HCIEvent(packet.bytes) else { break }
            return statements(of: event, packet.controller)
        case .data:
            switch reassembler.take(packet) {
            case .complete(let link, let pdu): return [.attribute(link, isSent: packet.isSent, pdu)]
            case .waiting: return []
            case .useless: break
            }
        case .command, nil: break
        }
        ignored += 1
        return []
    }

    private mutating func statements(of event: HCIEvent, _ controller: UInt16) -> [HCIStatement] {
        switch event {
        case .connected(status: 0, let handle, let isCentral, let address):
            let link = HCILink(controller: controller, handle: handle)
            reassembler.forget(link)
            return [.connected(link, address, isCentral: isCentral)]
        case .connected(let status, _, _, let address): return [.connectionFailed(address, status: status)]
        case .disconnected(let handle, let reason):
            let link = HCILink(controller: controller, handle: handle)
            reassembler.forget(link)
            return [.disconnected(link, reason: reason)]
        case .advertised(let reports): return reports.map { .advertisement(advertisement($0)) }
        }
    }

    private mutating func advertisement(_ report: HCIEvent.Report) -> Advertisement {
        guard !report.isScanResponse else {
            let packet = (advertised[report.address] ?? []) + report.data
            return Advertisement(address: report.address, rssi: report.rssi, packet: packet)
        }
        if advertised.count >= Self.advertiserLimit { advertised.removeAll() }
        advertised[report.address] = report.data
        return Advertisement(address: report.address, rssi: report.rssi, packet: report.data)
    }
}

/// What an HCI packet says, as far as it matters here.
enum HCIStatement: Hashable, Sendable {
    /// Somebody advertised, with the scan response if this was one.
    case advertisement(Advertisement)
    /// A connection was made; the host is the central or the peripheral of it.
    case connected(HCILink, MacAddress, isCentral: Bool)
    /// A connection could not be made.
    case connectionFailed(MacAddress, status: UInt8)
    /// A connection ended.
    case disconnected(HCILink, reason: UInt8)
    /// One PDU of the attribute protocol.
    case attribute(HCILink, isSent: Bool, [UInt8])
}

/// The number by which the host and its controller name a connection; used again after the connection has ended.
struct HCILink: Hashable, Sendable {
    var controller: UInt16
    var handle: UInt16
}
