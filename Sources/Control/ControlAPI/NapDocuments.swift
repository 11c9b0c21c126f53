// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

/// Begins a nap.
public struct NapRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// How long, as `45m`.
    public var length: String
    /// A sound by name or number, or `off`; nil for rain.
    public var sound: String?
    /// Volume in percent; nil for 30.
    public var volume: Int?
    /// The colour of the light at its end, or `off`; nil for green.
    public var wakeLight: String?

    /// Makes a request.
    public init(
        device: String, length: String, sound: String? = nil, volume: Int? = nil, wakeLight: String? = nil
    ) {
        self.device = device
        self.length = length
        self.sound = sound
        self.volume = volume
        self.wakeLight = wakeLight
    }
}

/// A nap that lasts, or that somebody ended.
public struct NapDocument: Hashable, Codable, Sendable {
    /// The device's address.
    public var address: MacAddress
    /// Its nickname.
    public var name: String
    /// What it does now.
    public var phase: Nap.Phase
    /// When it began.
    public var since: Instant
    /// When the sound ends.
    public var endsAt: Instant
    /// When its light goes out.
    public var lightUntil: Instant
    /// What plays; null for no sound.
    @NullWhenAbsent public var sound: String?
    /// How loud, in percent.
    public var volume: Int
    /// The light at its end, as `green 20%`; null for none.
    @NullWhenAbsent public var wakeLight: String?
    /// What somebody should know, in a sentence; null when there is nothing.
    @NullWhenAbsent public var warning: String?

    /// Makes a document.
    public init(
        address: MacAddress, name: String, phase: Nap.Phase, since: Instant, endsAt: Instant, lightUntil: Instant,
        sound: String?, volume: Int, wakeLight: String?, warning: String? = nil
    ) {
        self.address = address
        self.name = name
        self.phase = phase
        self.since = since
        self.endsAt = endsAt
        self.lightUntil = lightUntil
        self.sound = sound
        self.volume = volume
        self.wakeLight = wakeLight
        self.warning = warning
    }
}
