// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Household
import Scheduling
import SleepModel

/// Finds where a device's own programs and its sleep timer meet alarms and nights.
struct OwnMeetings {
    /// An alarm or a night, from its first light to its end.
    private struct Span {
        var start: Instant
        var end: Instant
        /// Which one it is and when, as part of a sentence.
        var words: String
    }

    /// How far ahead to look: every day of the week once, and the night that follows.
    private static let horizon = Duration.seconds(8 * 86_400)

    private let zone: ZoneRules
    private let now: Instant
    private let spans: [Span]

    /// Looks at what runs on a device and is planned there, or at what is planned of one schedule alone.
    @MainActor
    init(with controller: DeviceController, of single: ScheduleID? = nil, zones: ZoneBook, at now: Instant) {
        self.now = now
        let zone = zones.rules(of: nil)
        self.zone = zone
        func time(_ instant: Instant) -> String { Self.text(instant, in: zone) }
        func alarm(_ name: String, from start: Instant, at ring: Instant, until end: Instant) -> Span {
            Span(start: start, end: end, words: "the alarm “\(name)” at \(time(ring))")
        }
        func night(_ name: String, from start: Instant, until end: Instant) -> Span {
            Span(start: start, end: end, words: "the night “\(name)” from \(time(start)) to \(time(end))")
        }
        let running =
            controller.runningAlarms.map { running in
                let end = max(running.phaseEnd, running.record.planned) + running.run.plan.ringFor
                return alarm(running.record.name, from: now, at: running.record.planned, until: end)
            }
            + controller.runningBedtimes.map {
                night($0.record.name, from: now, until: $0.run.plan.end(wakingAt: $0.run.wake))
            }
        let planned = controller.upcoming(after: now, until: now + Self.horizon).compactMap {
            schedule, occurrence in
            guard schedule.id == single ?? schedule.id else { return Span?.none }
            return switch schedule.plan {
            case .alarm(let plan):
                alarm(
                    schedule.name, from: occurrence.starts, at: occurrence.planned,
                    until: occurrence.planned + plan.ringFor)
            case .bedtime(let plan):
                night(
                    schedule.name, from: occurrence.starts,
                    until: plan.nightEnd(after: occurrence.planned, zone: zones.rules(of: schedule.zone)))
            case .routine: Span?.none
            }
        }
        spans = ((single == nil ? running : []) + planned).sorted { $0.start < $1.start }
    }

    /// What an enabled program meets first, as one sentence; nil when nothing, and for a program of the mirror.
    func warning(about program: DeviceProgram) -> String? {
        guard program.isEnabled, program.durationSeconds > 0, program.mirrorRole == nil else { return nil }
        let length = Duration.seconds(program.durationSeconds)
        // One that runs now began before.
        for (start, _) in program.starts(after: now - length, until: now + Self.horizon, in: zone) {
            guard let span = spans.first(where: { $0.start < start + length && start <= $0.end }) else {
                continue
            }
            let end = Self.text(zone.civil(at: start + length).time)
            return
                "Program \(program.number) runs from \(Self.text(start, in: zone)) to \(end) and meets \(span.words)."
        }
        return nil
    }

    /// The alarm or the night in which a timer ends, as one sentence; nil when there is none.
    func warning(aboutTimerEnding end: Instant) -> String? {
        spans.first { $0.start <= end && end <= $0.end }.map {
            "The timer ends at \(Self.text(end, in: zone)) and meets \($0.words)."
        }
    }

    private static func text(_ instant: Instant, in zone: ZoneRules) -> String {
        let civil = zone.civil(at: instant)
        return "\(civil.date) \(text(civil.time))"
    }

    /// A time without its seconds.
    private static func text(_ time: TimeOfDay) -> Substring { "\(time)".prefix(5) }
}
