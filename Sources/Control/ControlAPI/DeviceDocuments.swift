// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

/// A device as `devices` and `scan` list it.
public struct DeviceDocument: Hashable, Codable, Sendable {
    /// Its address.
    public var address: MacAddress
    /// Its nickname, or the name it advertises.
    public var name: String?
    /// The product's stable name.
    public var product: String
    /// Whether Lull can control it.
    public var supported: Bool
    /// Why not, if it cannot.
    public var reason: String?
    /// Signal strength in dBm, where it is known.
    public var rssi: Int?
    /// Whether it is paired.
    public var paired: Bool

    /// Makes a document.
    public init(
        address: MacAddress, name: String?, product: String, supported: Bool, reason: String?, rssi: Int?, paired: Bool
    ) {
        self.address = address
        self.name = name
        self.product = product
        self.supported = supported
        self.reason = reason
        self.rssi = rssi
        self.paired = paired
    }

    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(address, forKey: .address)
        try container.encode(name, forKey: .name)
        try container.encode(product, forKey: .product)
        try container.encode(supported, forKey: .supported)
        try container.encode(reason, forKey: .reason)
        try container.encode(rssi, forKey: .rssi)
        try container.encode(paired, forKey: .paired)
    }
}

/// A device as `status` shows it.
public struct StatusDocument: Hashable, Codable, Sendable {
    /// Its address.
    public var address: MacAddress
    /// Its nickname.
    public var name: String
    /// The product's stable name.
    public var product: String
    /// `absent`, `advertising`, `connecting`, `connected`, `held`, `cooling-down` or `unavailable`.
    public var link: String
    /// Its last known state; null when none is known yet.
    public var state: DeviceStateDocument?
    /// How far the device's clock is from the host's, in seconds; positive when it is ahead.
    public var clockDriftSeconds: Int?
    /// Battery in percent, where it is known.
    public var battery: Int?
    /// Who decides each channel; a channel that nobody owns is absent.
    public var owners: [String: OwnerDocument]
    /// What happens next on it.
    public var next: NextDocument?

    /// Makes a document.
    public init(
        address: MacAddress, name: String, product: String, link: String, state: DeviceStateDocument?,
        clockDriftSeconds: Int?, battery: Int?, owners: [String: OwnerDocument], next: NextDocument?
    ) {
        self.address = address
        self.name = name
        self.product = product
        self.link = link
        self.state = state
        self.clockDriftSeconds = clockDriftSeconds
        self.battery = battery
        self.owners = owners
        self.next = next
    }

    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(address, forKey: .address)
        try container.encode(name, forKey: .name)
        try container.encode(product, forKey: .product)
        try container.encode(link, forKey: .link)
        try container.encode(state, forKey: .state)
        try container.encode(clockDriftSeconds, forKey: .clockDriftSeconds)
        try container.encode(battery, forKey: .battery)
        try container.encode(owners, forKey: .owners)
        try container.encode(next, forKey: .next)
    }
}

/// Who decides a channel, and until when.
public struct OwnerDocument: Hashable, Codable, Sendable {
    /// `alarm`, `manual`, `sunrise` or `routine`.
    public var layer: String
    /// Since when.
    public var since: Instant
    /// Until when, where that is known.
    public var until: Instant?
    /// The schedule's name, or `person`.
    public var by: String

    /// Makes a document.
    public init(layer: String, since: Instant, until: Instant?, by: String) {
        self.layer = layer
        self.since = since
        self.until = until
        self.by = by
    }

    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(layer, forKey: .layer)
        try container.encode(since, forKey: .since)
        try container.encode(until, forKey: .until)
        try container.encode(by, forKey: .by)
    }
}

/// What became of a command to a device.
public struct ControlResult: Hashable, Codable, Sendable {
    /// The device's address.
    public var address: MacAddress
    /// Its nickname.
    public var name: String
    /// `confirmed` when the device reports what was asked for, `unconfirmed` when it only acknowledged,
    /// `held-back` when something that matters more owns the channel.
    public var outcome: String
    /// The state it reports; null when it did not.
    public var state: DeviceStateDocument?

    /// Makes a result.
    public init(address: MacAddress, name: String, outcome: String, state: DeviceStateDocument?) {
        self.address = address
        self.name = name
        self.outcome = outcome
        self.state = state
    }

    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(address, forKey: .address)
        try container.encode(name, forKey: .name)
        try container.encode(outcome, forKey: .outcome)
        try container.encode(state, forKey: .state)
    }
}
