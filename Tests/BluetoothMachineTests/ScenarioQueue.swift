// SPDX-License-Identifier: Apache-2.0

/// Which scenarios the next machine runs, when the kernel of one has panicked.
///
/// Linux 6.1 may panic when bluetoothd closes a link while its adapter goes (`hci_chan_del` deletes a channel twice). That
/// says nothing about Lull, so what was not run goes on in another machine. A scenario in which so many machines panicked
/// has failed.
struct ScenarioQueue {
    /// What no machine has run to its end, in order.
    private(set) var left: [Scenario]
    /// The scenarios that a machine panicked in or just before, in order.
    private(set) var panics: [Scenario] = []

    /// How many machines may panic in one scenario; a crowded host makes it likelier.
    static let patience = 5

    init(_ scenarios: [Scenario]) {
        left = scenarios
    }

    /// Notes how a machine ended, and returns whether another one is to go on.
    mutating func machineEnded(after finished: Set<Scenario>, hasPanicked: Bool) -> Bool {
        left.removeAll(where: finished.contains)
        guard hasPanicked, let next = left.first else { return false }
        panics.append(next)
        return panics.count { $0 == next } < Self.patience
    }
}
