// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// An address on the air with its type, without which nobody can be called.
public struct PeripheralAddress: Hashable, Sendable {
    /// How long an address stays the device's own.
    public enum Lifetime: Hashable, Sendable {
        /// For ever, or at least until the device starts anew.
        case lasting
        /// For some minutes; whoever has the device's key can tell whose it is.
        case resolvable
        /// For some minutes; nobody can tell whose it is.
        case unresolvable
    }

    /// The address.
    public var address: MacAddress
    /// Its type.
    public var kind: AddressKind

    /// Makes an address.
    public init(_ address: MacAddress, _ kind: AddressKind) {
        self.address = address
        self.kind = kind
    }

    /// The address of a device that nobody has heard yet.
    ///
    /// A Rest's address is a random one, whose two highest bits are set. Makers are assigned few such addresses, so any
    /// other is taken for an assigned one.
    public init(guessing address: MacAddress) {
        self.init(address, Self.highestBits(of: address) == 0b11 ? .random : .assigned)
    }

    /// How long it is the device's (source: Bluetooth Core 5.4, volume 6, part B, section 1.3).
    public var lifetime: Lifetime {
        guard kind == .random else { return .lasting }
        switch Self.highestBits(of: address) {
        case 0b11: return .lasting
        case 0b01: return .resolvable
        default: return .unresolvable
        }
    }

    /// Why nobody can keep it; nil if it lasts.
    public var refusal: GATTError? {
        guard lifetime != .lasting else { return nil }
        return GATTError(
            .addressChanges,
            "\(address) is an address that its device changes every few minutes, so Lull cannot keep it.",
            advice: "A Rest has an address of its own that stays; see `lull scan` for it.")
    }

    /// The six bytes in the order of the air.
    public var bytes: [UInt8] { address.bytes.reversed() }

    private static func highestBits(of address: MacAddress) -> UInt8 { (address.bytes.first ?? 0) >> 6 }
}
