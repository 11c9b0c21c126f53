// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// What a device is to show and play now; a newer desired state replaces an older one that is still waiting.
public struct DesiredState: Hashable, Sendable {
    /// Grows with every desired state of a device.
    public var sequence: Int
    /// At most one action per channel.
    public var actions: [DeviceAction]
    /// More actions for a device that was off, so that it does not come on with what it last showed.
    public var actionsIfOff: [DeviceAction]
    /// The device's own favourite that shows exactly this; the device then reports it as playing.
    public var favourite: Int?
    /// Whether it is a step of a fade: acknowledged, but not verified, because the next one follows soon.
    public var isTransient: Bool
    /// Whether the link is kept after it, so that a touch of the device or a loss of its power is seen at once.
    public var keepsLink: Bool

    /// Makes a desired state.
    public init(
        sequence: Int, actions: [DeviceAction], actionsIfOff: [DeviceAction] = [], favourite: Int? = nil,
        isTransient: Bool = false, keepsLink: Bool = false
    ) {
        self.sequence = sequence
        self.actions = actions
        self.actionsIfOff = actionsIfOff
        self.favourite = favourite
        self.isTransient = isTransient
        self.keepsLink = keepsLink
    }
}
