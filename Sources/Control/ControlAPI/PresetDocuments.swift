// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

/// A device's sleep timer.
public struct TimerDocument: Hashable, Codable, Sendable {
    /// The device's address.
    public var address: MacAddress
    /// Its nickname.
    public var name: String
    /// How long it still runs; null when it does not run.
    @NullWhenAbsent public var remainingSeconds: Int?
    /// When it ends and switches the device off; null when it does not run.
    @NullWhenAbsent public var endsAt: Instant?

    /// Makes a document.
    public init(address: MacAddress, name: String, remainingSeconds: Int?, endsAt: Instant?) {
        self.address = address
        self.name = name
        self.remainingSeconds = remainingSeconds
        self.endsAt = endsAt
    }
}

/// A device's own clock.
public struct ClockDocument: Hashable, Codable, Sendable {
    /// The device's address.
    public var address: MacAddress
    /// Its nickname.
    public var name: String
    /// The local time it shows; null when it holds no valid date.
    @ClockText public var clock: CivilDateTime?
    /// How far it is from the host's, in seconds; positive when it is ahead.
    @NullWhenAbsent public var driftSeconds: Int?

    /// Makes a document.
    public init(address: MacAddress, name: String, clock: CivilDateTime?, driftSeconds: Int?) {
        self.address = address
        self.name = name
        self.clock = clock
        self.driftSeconds = driftSeconds
    }
}
