// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import Synchronization

/// How often actions ended in which way.
final class OutcomeTally: Sendable {
    private let storage = Mutex<[ActionOutcome: Int]>([:])

    var counts: [ActionOutcome: Int] { storage.withLock { $0 } }

    func count(_ outcome: ActionOutcome) {
        storage.withLock { $0[outcome, default: 0] += 1 }
    }
}
