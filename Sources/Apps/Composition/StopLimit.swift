// SPDX-License-Identifier: Apache-2.0

import Glibc
import UnixSignals

/// Ends the process of the daemon five seconds after it was asked to stop, and at once when it is asked again.
///
/// A bus or a disk that hangs would keep it otherwise.
public enum StopLimit {
    private static let seconds: UInt32 = 5

    /// Watches for SIGTERM and SIGINT, until cancelled.
    public static func watch() async {
        var isStopping = false
        for await signal in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
            // As a shell reports what a signal ended.
            if isStopping { _exit(128 + signal.rawValue) }
            isStopping = true
            startTimer()
        }
    }

    /// A signal, as all threads that run tasks may be stuck.
    private static func startTimer() {
        signal(SIGALRM) { _ in
            let text: StaticString = "lulld: The stop took longer than 5 seconds. Some devices may stay connected.\n"
            _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
            _exit(75)
        }
        alarm(seconds)
    }
}
