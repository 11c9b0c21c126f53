// SPDX-License-Identifier: Apache-2.0

import Coordination
public import DeviceModules
public import SleepModel

/// What became of a command to a device.
public enum CommandOutcome: Hashable, Sendable {
    /// Nothing was in the way.
    case delivered(DeliveryOutcome)
    /// A ringing alarm prevents these actions. The others took place, and the device shows this state.
    case heldBack([DeviceAction], DeviceState)

    /// What became of a change; `state` is what the device shows if the delivery does not say.
    init(_ change: AppliedChange, otherwise state: DeviceState) {
        switch change.outcome {
        case .confirmed(let shown) where !change.heldBack.isEmpty: self = .heldBack(change.heldBack, shown)
        case .unconfirmed(let shown) where !change.heldBack.isEmpty: self = .heldBack(change.heldBack, shown ?? state)
        case .confirmed, .unconfirmed, .superseded, .failed: self = .delivered(change.outcome)
        }
    }
}
