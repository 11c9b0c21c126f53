// SPDX-License-Identifier: Apache-2.0

public import GATT
import SleepModel

/// What the kernel's management interface reports (source: bluez `doc/mgmt-api.txt`).
public enum ManagementEvent: Hashable, Sendable {
    /// The answer to a command; `reply` is empty unless the status is `success`.
    case answered(opcode: UInt16, adapter: UInt16, ManagementStatus, reply: [UInt8])
    /// An adapter came.
    case added(adapter: UInt16)
    /// An adapter went.
    case removed(adapter: UInt16)
    /// An adapter was switched on or off, or something else of it was.
    case changed(adapter: UInt16)
    /// A search begins or has ended, whoever asked for it.
    case discovering(adapter: UInt16, Bool)
    /// Somebody was heard on the air; a packet and its scan response, as far as there were both.
    case heard(adapter: UInt16, PeripheralAddress, rssi: Int?, packet: [UInt8])
    /// Something that does not matter here.
    case other(UInt16)

    private static let headerLength = 6
    /// In place of a signal strength that the adapter does not know.
    private static let unknownStrength: Int8 = 127

    /// Reads one report; nil if it is none, or breaks off, or goes on after its end.
    ///
    /// What a stranger sent is in `packet` alone and is not looked at here.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headerLength else { return nil }
        let (code, adapter) = (bytes.number(at: 0), bytes.number(at: 2))
        let body = Array(bytes.dropFirst(Self.headerLength))
        guard body.count == bytes.number(at: 4) else { return nil }
        switch code {
        case 0x0001, 0x0002:
            guard body.count >= 3 else { return nil }
            let status = ManagementStatus(rawValue: body[2])
            let reply = code == 0x0001 && status == .success ? Array(body.dropFirst(3)) : []
            self = .answered(opcode: body.number(at: 0), adapter: adapter, status, reply: reply)
        case 0x0004: self = .added(adapter: adapter)
        case 0x0005: self = .removed(adapter: adapter)
        case 0x0006: self = .changed(adapter: adapter)
        case 0x0012: self.init(heard: body, by: adapter)
        case 0x0013:
            guard body.count == 2 else { return nil }
            self = .discovering(adapter: adapter, body[1] != 0)
        default: self = .other(code)
        }
    }

    private init?(heard body: [UInt8], by adapter: UInt16) {
        guard body.count >= 14, body.count == 14 + Int(body.number(at: 12)),
            let address = MacAddress(bytes: body.prefix(6).reversed())
        else { return nil }
        guard let kind = AddressKind(number: body[6]) else {
            // Not Bluetooth LE.
            self = .other(0x0012)
            return
        }
        let strength = Int8(bitPattern: body[7])
        self = .heard(
            adapter: adapter, PeripheralAddress(address, kind),
            rssi: strength == Self.unknownStrength ? nil : Int(strength), packet: Array(body.dropFirst(14)))
    }
}

extension [UInt8] {
    /// A 16-bit number, least significant byte first; the bytes must be there.
    func number(at offset: Int) -> UInt16 { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }
}
