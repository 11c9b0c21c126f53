// SPDX-License-Identifier: Apache-2.0

/// Which thread waits for which running factory; one edge per waiting thread.
///
/// The one thing all containers of a process share, since a wait can lead from one tree into another.
enum WaitForGraph {
    private static let edges = Lock<[UInt: ResolutionFrame]>([:])

    /// Waits for the factory of `frame`, or returns the frame of this thread that would then be waited for in turn.
    static func wait(for frame: ResolutionFrame) -> ResolutionFrame? {
        let thread = ResolutionFrame.currentThread
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
