// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What Dispatch, which runs the threads of a program, writes to the log of the system by itself.
public enum DispatchLog {
    /// Keeps it out of the log, unless the variable `LIBDISPATCH_LOG` says where it goes.
    ///
    /// A thread that somebody waits for is to get a better priority, and Dispatch writes a line for each one that may not
    /// have it, which no ordinary user may. Call this before anything runs on another thread.
    public static func silence() {
        setenv("LIBDISPATCH_LOG", "NO", 0)
    }
}
