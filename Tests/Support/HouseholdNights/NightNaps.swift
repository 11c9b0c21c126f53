// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Holds what the log says of the naps of a device against the model.
struct NightNaps {
    let device: Int
    let model: NightModel
    let facts: NightFacts
    /// The log of the device.
    let log: [LogEntry]

    /// How late the log may be in seconds: the daemon may have to wait for the disk or the device first.
    private static let late = 15.0

    /// What went against it.
    var faults: [String] {
        var left = log.filter { $0.name?.hasPrefix("nap of ") ?? false && $0.outcome != .started }
        var faults: [String] = []
        for (at, end) in model.naps where !isOpen(at) {
            let wanted: LogOutcome = end == .done ? .done : .cancelled
            let wall = model.clock.wall(at: at)
            let index = left.firstIndex { entry in
                entry.outcome == wanted && (-1...Self.late).contains((entry.at - wall).inSeconds)
            }
            if let index {
                left.remove(at: index)
            } else {
                faults.append("a nap of device \(device) was to be \(wanted) at \(wall), and the log does not say so")
            }
        }
        return faults
            + left.filter { !isOpen(model.clock.time(of: $0.at)) }.map {
                "a nap of device \(device) is \($0.outcome) at \($0.at), and is not to be"
            }
    }

    /// Whether nobody can say, or a disk that takes nothing lost the line.
    private func isOpen(_ time: Double) -> Bool {
        let isLost = facts.spans([.fullDisk, .hangingDisk], on: nil).contains {
            $0.touches(time - Self.late, time + Self.late)
        }
        return isLost || model.parts.contains { $0.doubt != nil && $0.from - 10 <= time && time <= $0.to + Self.late }
    }
}
