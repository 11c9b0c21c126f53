// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// Everything that is to be true on a device; a newer desired state takes the place of an older one that is still
/// waiting.
public struct DesiredState: Hashable, Sendable {
    /// Grows with every desired state of a device.
    public var sequence: Int
    /// At most one action per channel.
    public var actions: [DeviceAction]
    /// What is to be true as well if the device was off before, so that it does not come on with what it last showed.
    public var actionsIfOff: [DeviceAction]
    /// The device's own favourite that shows exactly this, to be named as the one that plays.
    public var favourite: Int?
    /// Whether the desired state is one of a fade: acknowledged, but not verified, as the next one is on its way.
    public var isTransient: Bool
    /// Whether the link is to be kept after it, so that a change at the device, or the loss of it, is seen at once.
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
