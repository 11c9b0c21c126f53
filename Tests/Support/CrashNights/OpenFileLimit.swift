// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// How many files this process may have open.
struct OpenFileLimit {
    private let usual: rlimit

    /// Remembers the present limit, once the queues of this process have all the files that they need.
    init() {
        // Dispatch ends a process that cannot open what it waits with; the first timer opens that.
        let isReady = DispatchSemaphore(value: 0)
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { isReady.signal() }
        timer.schedule(deadline: .now())
        timer.activate()
        isReady.wait()
        timer.cancel()
        var limit = rlimit()
        getrlimit(Self.resource, &limit)
        usual = limit
    }

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// Lets the process open nothing more, and says whether that holds; what is open stays open.
    func forbidOpening() -> Bool {
        // The lowest number that is free, so that none below it is.
        let free = dup(STDIN_FILENO)
        guard free >= 0 else { return errno == EMFILE }
        close(free)
        set(rlim_t(free))
        let probe = dup(STDIN_FILENO)
        guard probe >= 0 else { return errno == EMFILE }
        close(probe)
        return false
    }

    /// Lets the process open as many as before.
    func allowOpening() { set(usual.rlim_cur) }

    private func set(_ most: rlim_t) {
        var limit = rlimit(rlim_cur: most, rlim_max: usual.rlim_max)
        setrlimit(Self.resource, &limit)
    }
}
