// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// What the state of a link follows from.
struct LinkStanding: Sendable {
    var isOpen = false
    var isInUse = false
    var isConnecting = false
    /// What the next attempt waits for; nil when the last one did not fail.
    var backOff: ConnectionBackOff?
    var lastAdvertisement: Duration?

    /// The state at a time since the host's start, for a device that counts as present for so long after it was heard.
    func state(at now: Duration, presence: Duration) -> DeviceConnectionState {
        if isOpen { return isInUse ? .connected : .held }
        if isConnecting { return .connecting }
        if let backOff { return backOff.remaining(at: now) > .zero ? .coolingDown : .unavailable }
        if let lastAdvertisement, now - lastAdvertisement < presence { return .advertising }
        return .absent
    }
}
