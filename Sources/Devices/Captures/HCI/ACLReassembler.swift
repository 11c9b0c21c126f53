// SPDX-License-Identifier: Apache-2.0

/// Puts together the PDUs of the attribute protocol that were cut into pieces for the radio.
///
/// Keeps at most one PDU for each direction of a connection, of at most 64 KiB, and of at most 64 of those.
struct ACLReassembler: Sendable {
    enum Outcome: Hashable, Sendable {
        /// A whole PDU.
        case complete(HCILink, [UInt8])
        /// Not complete yet.
        case waiting
        /// It does not matter here, or does not fit what came before.
        case useless
    }

    private struct Key: Hashable {
        var link: HCILink
        var isSent: Bool
    }

    private static let attributeChannel: UInt16 = 4
    private static let capacity = 64

    private var pending: [Key: [UInt8]] = [:]

    /// Forgets what was begun on a connection that has ended.
    mutating func forget(_ link: HCILink) {
        pending[Key(link: link, isSent: true)] = nil
        pending[Key(link: link, isSent: false)] = nil
    }

    /// Takes one data packet with its header.
    mutating func take(_ packet: HCIPacket) -> Outcome {
        var cursor = ByteCursor(packet.bytes)
        guard let header = cursor.number(), let length = cursor.number() else { return .useless }
        let piece = cursor.remainder()
        guard piece.count == Int(length) else { return .useless }
        let link = HCILink(controller: packet.controller, handle: header & 0x0FFF)
        let key = Key(link: link, isSent: packet.isSent)
        let isContinuation = header >> 12 & 0b11 == 0b01
        let begun = pending.removeValue(forKey: key)
        guard isContinuation else { return extend([], by: piece, key) }
        guard let begun else { return .useless }
        return extend(begun, by: piece, key)
    }

    private mutating func extend(_ begun: [UInt8], by piece: [UInt8], _ key: Key) -> Outcome {
        let bytes = begun + piece
        var cursor = ByteCursor(bytes)
        if let length = cursor.number(), let channel = cursor.number() {
            let carried = cursor.remainder()
            guard channel == Self.attributeChannel, carried.count <= Int(length) else { return .useless }
            if carried.count == Int(length) { return .complete(key.link, carried) }
        }
        // Too many unfinished PDUs: a damaged capture, so they are dropped.
        if pending.count >= Self.capacity { pending.removeAll() }
        pending[key] = bytes
        return .waiting
    }
}
