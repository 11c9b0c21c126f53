// SPDX-License-Identifier: Apache-2.0

import Glibc
import Storage
import Synchronization

/// Kills its own process the n-th time a point is passed, which is the same for the kernel and for files as somebody
/// else doing so.
final class KillSwitch: Sendable {
    /// At which point, and how often it is passed by then.
    struct Target: Hashable, Codable, Sendable {
        var point: KillPoint
        var pass: Int
    }

    private struct State {
        var target: Target?
        var passes = 0
        var committing: [ChangeKind] = []
    }

    /// The one of the process; SQLite's hooks know no other place to ask.
    static let shared = KillSwitch()

    private let state = Mutex(State())

    /// Arms the switch; nil for a process that may live.
    func arm(_ target: Target?) {
        state.withLock { $0.target = target }
    }

    /// Goes by a point, and no further if it is the one.
    func pass(_ point: KillPoint) {
        let isHit = state.withLock { state in
            guard let target = state.target, target.point == point else { return false }
            state.passes += 1
            return state.passes == target.pass
        }
        if isHit { kill(getpid(), SIGKILL) }
    }

    /// Begins the commit of some changes.
    func begins(_ changes: [StoreChange]) {
        let kinds = ChangeKind.allCases.filter(Set(changes.map { ChangeKind($0) }).contains)
        state.withLock { $0.committing = kinds }
        for kind in kinds { pass(.commit(kind, .before)) }
    }

    /// SQLite calls this before it commits.
    func isInside() {
        for kind in state.withLock({ $0.committing }) { pass(.commit(kind, .inside)) }
    }

    /// Ends the commit.
    func ends() {
        let kinds = state.withLock { state in
            defer { state.committing = [] }
            return state.committing
        }
        for kind in kinds { pass(.commit(kind, .after)) }
    }
}
