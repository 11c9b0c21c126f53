// SPDX-License-Identifier: Apache-2.0

/// How long to wait for acknowledgements, and when to go on without them.
///
/// A single one gets lost now and then, and a new link tells whether the command counted. A unit that accepts the
/// subscription and never notifies (j2deen/hatch_ha_rest_ble) loses them all: then reading its state has to do.
struct AcknowledgementWatch: Hashable, Sendable {
    /// How long the first command of a link waits while the device is taken for a silent one.
    private static let briefly = Duration.milliseconds(250)
    /// How many in a row make a device a silent one.
    private static let enough = 2

    /// Whether there has been one.
    private(set) var hasHeard = false
    private var lost = 0
    private var deafSession: Int?

    /// How long to wait in a session; nil where nobody listens any more.
    func patience(in session: Int, usually: Duration) -> Duration? {
        if deafSession == session { return nil }
        return lost < Self.enough ? usually : min(usually, Self.briefly)
    }

    /// Notes an acknowledgement.
    mutating func heard() {
        hasHeard = true
        lost = 0
    }

    /// Notes one that did not come; true when the session goes on without them.
    mutating func missed(in session: Int) -> Bool {
        lost += 1
        guard lost >= Self.enough else { return false }
        deafSession = session
        return true
    }
}
