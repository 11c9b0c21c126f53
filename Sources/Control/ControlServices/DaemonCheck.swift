// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// Refuses what makes no sense while no daemon runs.
struct DaemonCheck: Sendable {
    let session: SessionKind

    /// Throws `invalid_argument` while no daemon runs; `reason` ends the sentence.
    func require(for command: String, because reason: String) throws(ControlError) {
        guard session == .direct else { return }
        throw ControlError(
            .invalidArgument, "`\(command)` needs the daemon: without it, \(reason).",
            advice: "Start `lulld`, and leave out --direct.")
    }
}
