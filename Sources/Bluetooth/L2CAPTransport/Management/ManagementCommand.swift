// SPDX-License-Identifier: Apache-2.0

public import GATT
import SleepModel

/// What can be asked of the kernel's management interface (source: bluez `doc/mgmt-api.txt`).
public struct ManagementCommand: Hashable, Sendable {
    /// The number of the command.
    public var opcode: UInt16
    /// The number of the adapter it is for.
    public var adapter: UInt16
    /// What it needs to know.
    public var parameters: [UInt8]

    /// Makes a command.
    public init(opcode: UInt16, adapter: UInt16 = noAdapter, parameters: [UInt8] = []) {
        self.opcode = opcode
        self.adapter = adapter
        self.parameters = parameters
    }

    /// In place of an adapter for what is not about one.
    public static let noAdapter: UInt16 = 0xFFFF

    /// Asks which adapters there are.
    public static let listAdapters = ManagementCommand(opcode: 0x0003)

    /// Asks for what an adapter is and does.
    public static func describe(_ adapter: UInt16) -> ManagementCommand {
        ManagementCommand(opcode: 0x0004, adapter: adapter)
    }

    /// Asks which devices an adapter is connected to, whoever connected them; needs `CAP_NET_ADMIN`.
    public static func listConnections(_ adapter: UInt16) -> ManagementCommand {
        ManagementCommand(opcode: 0x0015, adapter: adapter)
    }

    /// Switches an adapter on or off, and ends its links; needs `CAP_NET_ADMIN`.
    public static func setPower(_ isOn: Bool, _ adapter: UInt16) -> ManagementCommand {
        ManagementCommand(opcode: 0x0005, adapter: adapter, parameters: [isOn ? 1 : 0])
    }

    /// Begins a search for Bluetooth LE devices, which the kernel ends after about ten seconds.
    public static func startDiscovery(_ adapter: UInt16) -> ManagementCommand {
        ManagementCommand(opcode: 0x0023, adapter: adapter, parameters: [lowEnergy])
    }

    /// Ends such a search.
    public static func stopDiscovery(_ adapter: UInt16) -> ManagementCommand {
        ManagementCommand(opcode: 0x0024, adapter: adapter, parameters: [lowEnergy])
    }

    /// Puts packets on the air, in place of those before, for whoever wants to connect.
    public static func startAdvertising(_ packets: AdvertisingPackets, _ adapter: UInt16) -> ManagementCommand {
        // Connectable, without an end, and with no flags of the kernel's own.
        let settings: [UInt8] = [advertisement, 1, 0, 0, 0, 0, 0, 0, 0]
        let lengths = [packets.advertisement, packets.scanResponse].map { UInt8(clamping: $0.count) }
        return ManagementCommand(opcode: 0x003E, adapter: adapter, parameters: settings + lengths + packets.bytes)
    }

    /// Takes them from the air.
    public static func stopAdvertising(_ adapter: UInt16) -> ManagementCommand {
        ManagementCommand(opcode: 0x003F, adapter: adapter, parameters: [advertisement])
    }

    /// The command as the kernel takes it.
    public var encoded: [UInt8] {
        [opcode, adapter, UInt16(clamping: parameters.count)].flatMap(\.littleEndianBytes) + parameters
    }

    /// The number of the one advertisement.
    private static let advertisement: UInt8 = 1

    /// The set of address types to search for: both of Bluetooth LE.
    private static let lowEnergy: UInt8 =
        1 << AddressKind.assigned.number | 1 << AddressKind.random.number
}

extension UInt16 {
    var littleEndianBytes: [UInt8] { [UInt8(truncatingIfNeeded: self), UInt8(truncatingIfNeeded: self >> 8)] }
}
