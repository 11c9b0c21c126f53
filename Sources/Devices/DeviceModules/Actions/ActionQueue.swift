// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// The desired states that wait for a device or are being delivered, in the order they came; only the newest value of a
/// channel counts.
struct ActionQueue: Sendable {
    private var channels: [(ticket: Int, channels: Set<DeviceChannel>)] = []
    private var lastTicket = 0

    /// Notes the channels of a desired state, and returns a ticket for it.
    mutating func enter(_ actions: [DeviceAction]) -> Int {
        lastTicket += 1
        channels.append((lastTicket, Set(actions.map(\.channel))))
        return lastTicket
    }

    /// Notes that a desired state has been delivered or given up.
    mutating func leave(_ ticket: Int) {
        channels.removeAll { $0.ticket == ticket }
    }

    /// Whether a newer desired state decides the channel of `action`.
    func isSuperseded(_ action: DeviceAction, of ticket: Int) -> Bool {
        channels.contains { $0.ticket > ticket && $0.channels.contains(action.channel) }
    }
}
