// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments
public import SleepModel

/// A device of a group that a request for the group leaves as it is.
public struct GroupOutsider: Hashable, Codable, Sendable {
    /// Its address.
    public var address: MacAddress
    /// Its nickname.
    public var device: String
    /// The name of the schedule that it has as its own in place of the group's; null if it has none.
    @NullWhenAbsent public var own: String?

    /// Makes a document.
    public init(address: MacAddress, device: String, own: String? = nil) {
        self.address = address
        self.device = device
        self.own = own
    }
}
