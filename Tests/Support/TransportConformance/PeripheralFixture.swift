// SPDX-License-Identifier: Apache-2.0

public import GATT
public import SleepModel

/// A transport's peripheral role and a central that can hear it; every conformance case takes a fresh one.
public struct PeripheralFixture: Sendable {
    /// The role to be examined; it serves nothing yet.
    public var peripheral: any PeripheralTransport
    /// A central in reach.
    public var central: any CentralTransport
    /// Where the central finds what `peripheral` serves.
    public var address: MacAddress

    /// The company of everything the cases have advertised.
    public static let company: UInt16 = 0xFFFF

    /// Makes a fixture.
    public init(peripheral: any PeripheralTransport, central: any CentralTransport, address: MacAddress) {
        self.peripheral = peripheral
        self.central = central
        self.address = address
    }
}
