// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Hummingbird
import Logging

/// A request that is answered: who asks, and when.
struct ControlContext: RequestContext {
    /// Who asks when, for a context.
    struct Source: RequestContextSource {
        let peer: Peer
        let now: Duration
        let logger: Logger
    }

    var coreContext: CoreRequestContextStorage
    let peer: Peer
    /// How long the host has run, by a clock that only goes forward.
    let now: Duration

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.peer
        now = source.now
    }

    /// Throws `not_allowed` for somebody who may do less.
    func require(_ grade: Grade) throws(ControlError) {
        guard peer.grade < grade else { return }
        throw ControlError(
            .notAllowed, "This needs the grade “\(grade)”, and you have “\(peer.grade)”.",
            advice: "Ask as root or as the user the daemon runs as, or have its setting “grades” give your group more.")
    }
}
