// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// A Bluetooth adapter of this host as the kernel describes it.
public struct AdapterInformation: Hashable, Sendable {
    /// The kernel's number, 0 for `hci0`.
    public var number: UInt16
    /// Its own address.
    public var address: MacAddress
    /// Whether its radio is on.
    public var isPowered: Bool
    /// Whether it may use Bluetooth LE.
    public var usesLowEnergy: Bool

    /// Makes a description.
    public init(number: UInt16, address: MacAddress, isPowered: Bool, usesLowEnergy: Bool) {
        self.number = number
        self.address = address
        self.isPowered = isPowered
        self.usesLowEnergy = usesLowEnergy
    }

    /// The name that programs know it by.
    public var name: String { "hci\(number)" }

    /// Whether it can be used now.
    public var isReady: Bool { isPowered && usesLowEnergy }

    /// Whether `name` is its name or address; nil fits every adapter.
    public func isCalled(_ name: String?) -> Bool {
        guard let name else { return true }
        return self.name == name || address == MacAddress(rawValue: name)
    }

    /// Reads the kernel's answer to `describe`; nil if it is too short.
    public init?(number: UInt16, reply: [UInt8]) {
        guard reply.count >= Self.settingsOffset + 4, let address = MacAddress(bytes: reply.prefix(6).reversed()) else {
            return nil
        }
        let settings = reply.number(at: Self.settingsOffset)
        self.init(
            number: number, address: address, isPowered: settings & Self.powered != 0,
            usesLowEnergy: settings & Self.lowEnergy != 0)
    }

    /// Reads the kernel's answer to `listAdapters`: a count and as many numbers; nil if they are not there.
    public static func numbers(in reply: [UInt8]) -> [UInt16]? {
        guard reply.count >= 2, reply.count == 2 + 2 * Int(reply.number(at: 0)) else { return nil }
        return stride(from: 2, to: reply.count, by: 2).map { reply.number(at: $0) }
    }

    /// Reads the kernel's answer to `listConnections`: a count, and as many addresses with a type each; nil if they are not
    /// there.
    public static func connections(in reply: [UInt8]) -> [MacAddress]? {
        guard reply.count >= 2, reply.count == 2 + 7 * Int(reply.number(at: 0)) else { return nil }
        return stride(from: 2, to: reply.count, by: 7).compactMap { MacAddress(bytes: reply[$0..<$0 + 6].reversed()) }
    }

    /// After the address, the version, the maker and what the adapter supports comes what is switched on.
    private static let settingsOffset = 13
    private static let powered: UInt16 = 1 << 0
    private static let lowEnergy: UInt16 = 1 << 9
}
