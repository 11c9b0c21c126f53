// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel

/// Finds in HCI packets what a host and low-energy devices said to each other.
struct HCIDecoder: Sendable {
    private static let advertiserLimit = 256

    private var reassembler = ACLReassembler()
    /// What was advertised last, to which a scan response belongs.
    private var advertised: [MacAddress: [UInt8]] = [:]
    /// How many packets said nothing that is of use here.
    private(set) var ignored = 0

    /// Takes one packet; a piece of something is neither a finding nor ignored.
    mutating func decode(_ packet: HCIPacket) -> [HCIFinding] {
        switch packet.kind {
        case .event:
            guard let event = HCIEvent(packet.bytes) else { break }
            return findings(of: event, packet.controller)
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

    private mutating func findings(of event: HCIEvent, _ controller: UInt16) -> [HCIFinding] {
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
