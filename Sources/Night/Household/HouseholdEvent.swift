// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// Something that happened in the household, for those who watch.
public struct HouseholdEvent: Hashable, Sendable {
    /// What happened.
    public enum Content: Hashable, Sendable {
        /// A device reported a state; `soundName` is what its product calls the sound.
        case state(DeviceState, product: HardwareProduct, soundName: String?)
        /// The link to a device changed.
        case link(DeviceConnectionState)
        /// Somebody paired a device.
        case paired
        /// Somebody unpaired a device.
        case unpaired
        /// Something went into the log.
        case logged(LogEntry)
        /// Somebody should know something.
        case noticed(Notice)
        /// The reader asked for what came after an event that is no longer known; where devices stand comes next.
        case snapshot
        /// The reader fell behind and missed this many events.
        case dropped(Int)
    }

    /// When.
    public var at: Instant
    /// The device it is about; nil if it is about none.
    public var device: MacAddress?
    /// What the device is called: its nickname, or its address once it is forgotten.
    public var deviceName: String?
    /// What happened.
    public var content: Content
    /// Whether it is a state that is only a step of a fade.
    public var isFadeStep: Bool

    init(
        at: Instant, device: MacAddress? = nil, deviceName: String? = nil, content: Content, isFadeStep: Bool = false
    ) {
        self.isFadeStep = isFadeStep
        self.at = at
        self.device = device
        self.deviceName = deviceName
        self.content = content
    }
}

/// What a reader of events gets next.
public enum HouseholdMessage: Hashable, Sendable {
    /// Something happened.
    case event(HouseholdEvent)
    /// Nothing happened for a while, and the household still runs.
    case heartbeat
}
