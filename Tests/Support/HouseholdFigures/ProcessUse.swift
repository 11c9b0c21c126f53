// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// What this process has used so far.
struct ProcessUse {
    /// Resident memory in KiB.
    var memory: Int
    /// Processor time of all threads.
    var processor: Duration

    /// Read from the kernel.
    static var now: ProcessUse {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let memory = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?.filter(\.isNumber)
        return ProcessUse(
            memory: memory.flatMap { Int($0) } ?? 0,
            processor: [usage.ru_utime, usage.ru_stime].reduce(.zero) {
                $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec)
            })
    }

    /// How many processes waited for a processor of this host in the last one, five and fifteen minutes.
    static var load: String {
        (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").prefix(3)
            .joined(separator: " ") ?? "unknown"
    }
}
