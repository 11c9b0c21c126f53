// SPDX-License-Identifier: Apache-2.0

public import DeviceModules
public import SleepModel

/// What became of a manual change.
public struct AppliedChange: Hashable, Sendable {
    /// What became of its delivery.
    public var outcome: DeliveryOutcome
    /// What did not take place, because a higher layer wants something else; empty when everything did.
    public var heldBack: [DeviceAction] = []
    /// What took place only as far as the limit allows, as it did.
    public var limited: [DeviceAction] = []
}
