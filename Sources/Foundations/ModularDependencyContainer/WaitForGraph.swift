// SPDX-License-Identifier: Apache-2.0

/// Which call stack waits for which running factory; one edge per waiting call stack, over all containers.
enum WaitForGraph {
    private static let edges = Lock<[ObjectIdentifier: ResolutionFrame]>([:])

    /// Waits for the factory of `frame`, or returns the frame that already waits for `waiter`'s call stack.
    ///
    /// A call stack that runs no factory has nothing others could wait for, so it needs no edge.
    static func wait(for frame: ResolutionFrame, as waiter: ResolutionFrame?) -> ResolutionFrame? {
        guard let callStack = waiter?.callStack else {
            frame.wait()
            return nil
        }
        let blocked: ResolutionFrame? = edges.withLock { edges in
            var next = frame
            while !next.isFinished {
                if next.callStack == callStack { return next }
                guard let edge = edges[next.callStack] else { break }
                next = edge
            }
            edges[callStack] = frame
            return nil
        }
        guard blocked == nil else { return blocked }
        frame.wait()
        edges.withLock { edges in _ = edges.removeValue(forKey: callStack) }
        return nil
    }
}
