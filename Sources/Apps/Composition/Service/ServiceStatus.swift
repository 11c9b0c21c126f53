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
    /// Why no device can be heard; nil while the radio listens.
    var radioProblem: String?

    /// The line.
    var text: String {
        var parts: [String] = []
        let problems = [degraded, radioProblem].compactMap(\.self)
        if !problems.isEmpty { parts.append("degraded: " + problems.joined(separator: " ")) }
        parts.append(devices == 1 ? "1 device" : "\(devices) devices")
        if lost > 0 { parts.append("\(lost) out of reach") }
        if devices > 0, radioProblem == nil { parts.append("the radio listens") }
        parts.append(nextAlarm.map { "next alarm \($0)" } ?? "no alarm planned")
        return parts.joined(separator: "; ")
    }
}
