// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The lines that Dispatch, the library of threads, writes to the system's log.
public enum DispatchLog {
    /// Keeps these lines out of the log, unless the variable `LIBDISPATCH_LOG` says where they go.
    ///
    /// Dispatch raises the priority of a thread that another one waits for. An ordinary user may not do that, and Dispatch
    /// writes a line each time. Call this before anything runs on another thread.
    public static func silence() {
        setenv("LIBDISPATCH_LOG", "NO", 0)
    }
}
