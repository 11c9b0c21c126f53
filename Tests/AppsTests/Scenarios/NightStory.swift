// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceDocuments
import SimulatedDevice
import SleepModel

/// What a device showed and played, as somebody in the room would tell it: a line for each change, in UTC.
///
/// A change is `07:00 red 5% rain 30%`, and a fade is `06:30–07:00 red 1%→100% rain 30%`. States of one second are one
/// change, unless somebody would notice one in between: a light or a sound of neither before nor after, something
/// brighter or louder than both, or a gap in what goes on. A fade is three states or more, a few minutes apart at most,
/// that go one way in small steps.
struct NightStory {
    /// The lines, in order.
    let lines: [String]

    /// Tells the states of a journal, each with its time.
    init(_ states: [(at: Instant, state: DeviceStateDocument)]) {
        var parts: [Part] = []
        for change in Self.changes(in: states.map { Moment(at: $0.at, scene: NightScene($0.state)) }) {
            if parts.last?.takes(change) == true {
                parts[parts.count - 1].moments.append(change)
            } else {
                parts.append(Part(moments: [change]))
            }
        }
        lines = parts.flatMap(\.lines)
    }

    /// The moments that somebody would notice.
    private static func changes(in moments: [Moment]) -> [Moment] {
        var noticed: [Moment] = []
        var rest = moments[...]
        while let first = rest.first {
            let delivery = rest.prefix { $0.at < first.at + .seconds(1) }
            rest = rest.dropFirst(delivery.count)
            guard let last = delivery.last else { break }
            let before = noticed.last?.scene ?? NightScene()
            noticed += delivery.dropLast().filter { !$0.scene.isOnTheWay(from: before, to: last.scene) }
            noticed.append(last)
        }
        return noticed.reduce(into: []) { kept, moment in
            if kept.last?.scene != moment.scene { kept.append(moment) }
        }
    }

    private struct Moment {
        var at: Instant
        var scene: NightScene

        var line: String { "\(time) \(scene.text())" }

        var time: String {
            let time = ZoneRules.utc.civil(at: at).time
            return [time.hour, time.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        }
    }

    /// Moments that may be one fade.
    private struct Part {
        /// At least one.
        var moments: [Moment]

        func takes(_ next: Moment) -> Bool {
            guard let last = moments.last, next.at - last.at <= .seconds(150) else { return false }
            guard let step = last.scene.smallStep(to: next.scene) else { return false }
            guard moments.count > 1, let way = moments[moments.count - 2].scene.smallStep(to: last.scene) else {
                return true
            }
            return zip(way, step).allSatisfy { $0 * $1 >= 0 }
        }

        var lines: [String] {
            guard moments.count > 2, let first = moments.first, let last = moments.last else {
                return moments.map(\.line)
            }
            let times = first.time == last.time ? first.time : "\(first.time)–\(last.time)"
            return ["\(times) \(first.scene.text(fadingTo: last.scene))"]
        }
    }
}

extension SimulatedNight {
    /// What the device has shown and played so far, as `NightStory` tells it.
    var story: [String] {
        NightStory(
            journal.entries().compactMap { entry in
                if case .state(let state) = entry.event { (entry.at, state) } else { nil }
            }
        ).lines
    }
}
