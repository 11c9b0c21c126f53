// SPDX-License-Identifier: Apache-2.0

/// What became of a run.
struct CrashReport: Sendable, CustomStringConvertible {
    let run: CrashRun
    /// Where its processes were killed, in order.
    var kills: [KillPoint] = []
    /// How many processes it took.
    var starts = 0
    /// How often everything looked at the clock.
    var looks = 0
    /// What must not be.
    var faults: [String] = []
    /// Where the store and the journal are, if something must not be.
    var folder: String

    /// What is needed to find the fault and to see it again.
    var description: String {
        let shown = faults.prefix(6).map { "\n  " + $0.prefix(600) }.joined()
        let rest = faults.count > 6 ? "\n  and \(faults.count - 6) more" : ""
        return """
            run \(run), killed at \(kills.map(\.rawValue).joined(separator: ", ")): \(faults.count) faults\(shown)\(rest)
              kept in \(folder); again with: .ci/crash-nights --only \(run)
            """
    }
}
