// SPDX-License-Identifier: Apache-2.0

/// Which thread waits for which running factory; one edge per waiting thread.
///
/// All containers of a process share it, because a wait can lead from one tree into another.
enum WaitForGraph {
    private static let edges = Lock<[UInt: ResolutionFrame]>([:])

    /// Waits for the factory of `frame`; if that would be a deadlock, returns this thread's frame in the cycle.
    static func wait(for frame: ResolutionFrame) -> ResolutionFrame? {
        let thread = PlatformThread.current
        let blocked: ResolutionFrame? = edges.withLock { edges in
            var next = frame
            while !next.isFinished {
                if next.thread == thread { return next }
                guard let edge = edges[next.thread] else { break }
                next = edge
            }
            edges[thread] = frame
            return nil
        }
        guard blocked == nil else { return blocked }
        frame.wait()
        edges.withLock { edges in _ = edges.removeValue(forKey: thread) }
        return nil
    }
}
