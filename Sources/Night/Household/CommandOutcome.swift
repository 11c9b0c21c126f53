// SPDX-License-Identifier: Apache-2.0

public import DeviceModules
public import SleepModel

/// What became of a command to a device.
public enum CommandOutcome: Hashable, Sendable {
    /// Nothing was in the way.
    case delivered(DeliveryOutcome)
    /// An alarm rings, which keeps these actions from taking place; the others of the command did, and the device shows
    /// this state.
    case heldBack([DeviceAction], DeviceState)

    /// What became of `actions`; without an outcome something of them is held back, and `state` tells what.
    init(of actions: [DeviceAction], _ outcome: DeliveryOutcome?, state: DeviceState) {
        if let outcome {
            self = .delivered(outcome)
            return
        }
        let heldBack = actions.filter { !$0.isFulfilled(by: state) }
        self = heldBack.isEmpty ? .delivered(.confirmed(state)) : .heldBack(heldBack, state)
    }
}
