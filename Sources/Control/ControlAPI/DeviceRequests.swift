// SPDX-License-Identifier: Apache-2.0

/// Names a device by nickname, address, or where nothing is destroyed a unique prefix of either.
public struct DeviceSelection: Hashable, Codable, QueryRequest {
    /// The items that there may be.
    public static let parameters = [QueryParameter("device", isRequired: true)]

    /// The nickname, the address, the prefix, or the route.
    public var device: String

    /// Makes a selection.
    public init(device: String) {
        self.device = device
    }

    /// Reads the item `device`.
    public init(query: [String: String]) {
        device = query["device"] ?? ""
    }

    /// The items to send.
    public var query: [String: String] { ["device": device] }
}

/// Asks which devices are nearby.
public struct ScanRequest: Hashable, QueryRequest {
    /// The items that there may be.
    public static let parameters = [QueryParameter("seconds", .integer, within: 1...60)]

    /// How many seconds to listen, 1 to 60.
    public var seconds: Int

    /// Makes a request.
    public init(seconds: Int = 5) {
        self.seconds = seconds
    }

    /// Reads the item `seconds`; 5 when it is absent.
    public init(query: [String: String]) throws(ControlError) {
        seconds = try query.number("seconds", "a number of seconds", advice: "Give a number from 1 to 60.") ?? 5
    }

    /// The items to send.
    public var query: [String: String] { ["seconds": String(seconds)] }
}

/// Pairs a device.
public struct PairRequest: Hashable, Codable, Sendable {
    /// Its address.
    public var address: String
    /// The nickname; nil for the name it advertises, made unique.
    public var name: String?

    /// Makes a request.
    public init(address: String, name: String?) {
        self.address = address
        self.name = name
    }
}

/// Switches a device on or off.
public struct PowerRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// On or off.
    public var on: Bool

    /// Makes a request.
    public init(device: String, on: Bool) {
        self.device = device
        self.on = on
    }
}

/// Changes the light.
public struct LightRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// A colour by name, `#rrggbb` or `2000K`; `gradient`; `on` for the light that it shows, or showed last; or `off`.
    public var color: String
    /// Brightness in percent, 0 to 100; nil keeps the current one; if the light is off, it takes that of the last light for
    /// `on`, and 50 otherwise.
    public var brightness: Int?

    /// Makes a request.
    public init(device: String, color: String, brightness: Int?) {
        self.device = device
        self.color = color
        self.brightness = brightness
    }
}

/// Changes the sound.
public struct SoundRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// A sound by name or number, or `off`.
    public var sound: String
    /// Volume in percent, 0 to 100; nil keeps the current one.
    public var volume: Int?

    /// Makes a request.
    public init(device: String, sound: String, volume: Int?) {
        self.device = device
        self.sound = sound
        self.volume = volume
    }
}

/// Changes the volume.
public struct VolumeRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// Percent, 0 to 100.
    public var volume: Int

    /// Makes a request.
    public init(device: String, volume: Int) {
        self.device = device
        self.volume = volume
    }
}

/// All devices, or one.
public struct DeviceChoice: Hashable, Codable, QueryRequest {
    /// The items that there may be.
    public static let parameters = [QueryParameter("device")]

    /// Which device; nil for all.
    public var device: String?

    /// Makes a choice.
    public init(device: String? = nil) {
        self.device = device
    }

    /// Reads the item `device`.
    public init(query: [String: String]) {
        device = query["device"]
    }

    /// The items to send.
    public var query: [String: String] {
        device.map { ["device": $0] } ?? [:]
    }
}

/// Asks for a recording of the packets between Lull and a device.
public struct RecordingRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// How many seconds to record, 1 to 600.
    public var seconds: Int

    /// Makes a request.
    public init(device: String, seconds: Int) {
        self.device = device
        self.seconds = seconds
    }
}

/// A recording of the packets between Lull and a device.
public struct RecordingDocument: Hashable, Codable, Sendable {
    /// A whole btsnoop file, in Base64.
    public var btsnoop: String
    /// How many packets it holds.
    public var packets: Int
    /// Whether packets are missing at the end, because the recording was full.
    public var truncated: Bool

    /// Makes a document.
    public init(btsnoop: String, packets: Int, truncated: Bool) {
        self.btsnoop = btsnoop
        self.packets = packets
        self.truncated = truncated
    }
}
