// SPDX-License-Identifier: Apache-2.0

/// How a daemon is, in a line for people.
struct ServiceStatus: Hashable, Sendable {
    /// How many devices are paired.
    var devices: Int
    /// How many of them are out of reach.
    var lost: Int
    /// The next alarm and its time; nil when none is planned.
    var nextAlarm: String?
    /// What does not work although alarms ring; nil when everything does.
    var degraded: String?

    /// The line.
    var text: String {
        var parts: [String] = []
        if let degraded { parts.append("degraded: \(degraded)") }
        parts.append(devices == 1 ? "1 device" : "\(devices) devices")
        if lost > 0 { parts.append("\(lost) out of reach") }
        parts.append(nextAlarm.map { "next alarm \($0)" } ?? "no alarm planned")
        return parts.joined(separator: "; ")
    }
}
