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
    /// The device's limit allows these and no more. The others took place as asked, and the device shows this state.
    case limited([DeviceAction], DeviceState)

    /// What became of a change; `state` is what the device shows if the delivery does not say.
    init(_ change: AppliedChange, otherwise state: DeviceState) {
        let shown: DeviceState
        switch change.outcome {
        case .confirmed(let confirmed): shown = confirmed
        case .unconfirmed(let last): shown = last ?? state
        case .superseded, .failed:
            self = .delivered(change.outcome)
            return
        }
        self =
            !change.heldBack.isEmpty
            ? .heldBack(change.heldBack, shown)
            : !change.limited.isEmpty ? .limited(change.limited, shown) : .delivered(change.outcome)
    }
}
