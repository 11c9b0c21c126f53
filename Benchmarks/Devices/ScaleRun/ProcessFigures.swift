// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// What this process has used so far.
struct ProcessFigures {
    /// Resident memory in KiB.
    var memory = 0
    /// Processor time of all threads.
    var processor = Duration.zero

    /// Read from the kernel.
    static var now: ProcessFigures {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let times = [usage.ru_utime, usage.ru_stime]
        return ProcessFigures(
            memory: line("VmRSS:", of: "/proc/self/status").flatMap { Int($0.filter(\.isNumber)) } ?? 0,
            processor: times.reduce(.zero) { $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec) })
    }

    /// How many processes waited for a processor of this host in the last one, five and fifteen minutes.
    static var load: String {
        line("", of: "/proc/loadavg").map { $0.split(separator: " ").prefix(3).joined(separator: " ") } ?? "unknown"
    }

    /// How many descriptors are open, two of them for each thing that is waited for.
    static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// What has been added for each of `count`, in words.
    func memory(since earlier: ProcessFigures, per count: Int) -> String {
        let tenths = (memory - earlier.memory) * 10 / count
        return "\(tenths / 10).\(tenths % 10) KiB"
    }

    private static func line(_ beginning: String, of path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(beginning) }
            .map { String($0.dropFirst(beginning.count)) }
    }
}

extension Duration {
    /// For example `1.25 ms`.
    var inMilliseconds: String {
        let hundredths = Int(self / .microseconds(10))
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) ms"
    }
}
