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
    /// The alarm or the night in which it ends, as one sentence; null when there is none.
    @NullWhenAbsent public var warning: String?

    /// Makes a document.
    public init(
        address: MacAddress, name: String, remainingSeconds: Int?, endsAt: Instant?,
        warning: String? = nil
    ) {
        self.address = address
        self.name = name
        self.remainingSeconds = remainingSeconds
        self.endsAt = endsAt
        self.warning = warning
    }
}

/// A device's program that was set or switched: the document of the program with one more key.
public struct ProgramChangeDocument: Hashable, Codable, Sendable {
    /// The program.
    public var program: DeviceProgramDocument
    /// The alarm or the night that it meets within eight days, as one sentence; null when there is none.
    public var warning: String?

    private enum Key: String, CodingKey {
        case warning
    }

    /// Makes a document.
    public init(_ program: DeviceProgramDocument, warning: String?) {
        self.program = program
        self.warning = warning
    }

    /// Reads the keys of the program beside its own.
    public init(from decoder: any Decoder) throws {
        program = try DeviceProgramDocument(from: decoder)
        warning = try decoder.container(keyedBy: Key.self).decodeIfPresent(
            String.self, forKey: .warning)
    }

    /// Writes the keys of the program beside its own.
    public func encode(to encoder: any Encoder) throws {
        try program.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(warning, forKey: .warning)
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
    /// How far it is from the host's, in seconds; positive when it is ahead, null when the device does not know the time.
    @NullWhenAbsent public var driftSeconds: Int?

    /// Makes a document.
    public init(address: MacAddress, name: String, clock: CivilDateTime?, driftSeconds: Int?) {
        self.address = address
        self.name = name
        self.clock = clock
        self.driftSeconds = driftSeconds
    }
}
