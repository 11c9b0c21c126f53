// SPDX-License-Identifier: Apache-2.0

public import GATT
public import SleepModel

/// Everything that is to be true on a device; a newer frame takes the place of an older one that is still waiting.
public struct DeviceFrame: Hashable, Sendable {
    /// Grows with every frame of a device.
    public var sequence: Int
    /// At most one action per channel.
    public var actions: [DeviceAction]
    /// What is to be true as well if the device was off before, so that it does not come on with what it last showed.
    public var actionsIfOff: [DeviceAction]
    /// Whether the frame is one of a fade: acknowledged, but not verified, as the next one is on its way.
    public var isTransient: Bool

    /// Makes a frame.
    public init(
        sequence: Int, actions: [DeviceAction], actionsIfOff: [DeviceAction] = [], isTransient: Bool = false
    ) {
        self.sequence = sequence
        self.actions = actions
        self.actionsIfOff = actionsIfOff
        self.isTransient = isTransient
    }
}

/// What became of a frame.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The device reports what was asked for.
    case confirmed(DeviceState)
    /// The device acknowledged, and its report does not say so, or there is none.
    case unconfirmed(DeviceState?)
    /// It did not get there.
    case failed(GATTError)

    /// Whether the device reports it.
    public var isConfirmed: Bool {
        if case .confirmed = self { true } else { false }
    }

    /// Whether the device took it.
    public var isDelivered: Bool {
        switch self {
        case .confirmed, .unconfirmed: true
        case .failed: false
        }
    }
}
