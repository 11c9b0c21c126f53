// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import SleepModel

/// What a device still has of what is over.
extension CoordinationMachine {
    /// Notes that a process before may have left the device with a light and a sound that nothing wants any more.
    public mutating func noteLeftovers() {
        remainder.formUnion([.light, .sound])
        runs.noteLeftovers()
    }

    /// Notes that the device has taken the desired state: what somebody else owns now, what is neutral or off stays as it
    /// is from now on, as somebody may change it at the device.
    mutating func settleRemainder() {
        let actions = desired?.actions ?? []
        guard !actions.contains(.power(false)) else { return remainder = [] }
        remainder = remainder.filter { channel in
            shown[channel] == nil && !(channel.neutral.map(actions.contains) ?? true)
        }
    }

    /// What is to be done before a device is switched on that is off, so that nothing shows beside what is wanted.
    func actionsIfOff(_ actions: [DeviceAction]) -> [DeviceAction] {
        guard actions.contains(.power(true)) else { return [] }
        // What is only turned down is not what it is switched on for.
        let channels = Set(actions.map(\.channel)).intersection(Set(shown.keys).union(remainder))
        // Switching on alone brings back what was last shown, but never what rang; with anything else, only that is
        // wanted.
        guard channels.count > 1 else { return hasRung ? [.sound(.none)] : [] }
        return [.light(.off), .sound(.none)].filter { !channels.contains($0.channel) }
    }
}
