// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments
public import SleepModel

/// Sets what nothing may exceed on a device; what is nil stays as it is.
public struct LimitRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// The highest volume in percent, from 10; 100 allows any.
    public var volume: Int?
    /// The highest brightness in percent, from 1; 100 allows any.
    public var brightness: Int?
    /// The hours in which it holds, as `20:00-07:00`; `always` for all.
    public var between: String?

    /// Makes a request.
    public init(device: String, volume: Int? = nil, brightness: Int? = nil, between: String? = nil) {
        self.device = device
        self.volume = volume
        self.brightness = brightness
        self.between = between
    }
}

/// What nothing may exceed on a device.
public struct LimitDocument: Hashable, Codable, Sendable {
    /// The device's address.
    public var address: MacAddress
    /// Its nickname.
    public var name: String
    /// The highest volume in percent; null for any.
    @NullWhenAbsent public var volume: Int?
    /// The highest brightness in percent; null for any.
    @NullWhenAbsent public var brightness: Int?
    /// The hours in which it holds, by the host's clock, as `20:00-07:00`; null for all.
    @NullWhenAbsent public var between: String?
    /// Whether it holds now.
    public var active: Bool
    /// What may be louder now, in a sentence, after it was removed; null for nothing.
    @NullWhenAbsent public var warning: String?

    /// Makes a document.
    public init(
        address: MacAddress, name: String, volume: Int?, brightness: Int?, between: String?, active: Bool
    ) {
        self.address = address
        self.name = name
        self.volume = volume
        self.brightness = brightness
        self.between = between
        self.active = active
    }
}
