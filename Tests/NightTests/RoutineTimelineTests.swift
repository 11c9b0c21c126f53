// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Routines
import Scheduling
import SleepModel
import Testing

@Suite struct RoutineTimelineTests {
    private func timeline(_ start: String, _ ends: [RoutineStep.End]) throws -> RoutineTimeline {
        let run = RoutineRun(
            plan: RoutinePlan(steps: ends.map { RoutineStep(end: $0) }),
            start: RunAnchor(wall: Night.instant(start), boot: .seconds(50), bootID: "first"))
        return RoutineTimeline(run, zone: try Night.zones().rules(for: Night.zone))
    }

    @Test func segments_followEachOther_inElapsedTime() throws {
        let timeline = try timeline("2027-01-05T01:00:00Z", [.after(.minutes(10)), .after(.minutes(5))])
        #expect(timeline.segments.map(\.index) == [0, 1])
        #expect(timeline.segments.map(\.start) == [.zero, .minutes(10)])
        #expect(timeline.segments.map(\.end) == [.minutes(10), .minutes(15)])
        #expect(timeline.end == .minutes(15))
    }

    @Test(
        arguments: [
            (Duration.zero, 0), (.minutes(10) - .nanoseconds(1), 0), (.minutes(10), 1), (.minutes(15), nil),
            (.hours(9), nil),
            (.seconds(-5), 0),
        ] as [(Duration, Int?)])
    func segment_isTheStepThatHolds(elapsed: Duration, index: Int?) throws {
        let timeline = try timeline("2027-01-05T01:00:00Z", [.after(.minutes(10)), .after(.minutes(5))])
        #expect(timeline.segment(at: elapsed)?.index == index)
    }

    @Test func segments_endAtAStepThatWaits_asThoseAfterItHaveNoBeginning() throws {
        let timeline = try timeline(
            "2027-01-05T01:00:00Z", [.after(.minutes(10)), .whenStopped, .after(.minutes(5))])
        #expect(timeline.segments.map(\.index) == [0, 1])
        #expect(timeline.end == nil)
        #expect(timeline.segment(at: .hours(1000))?.index == 1)
    }

    @Test(arguments: [
        // K16: "20:00 until 07:00" on an ordinary night and on the nights of both transitions.
        ("2027-01-06T01:00:00Z", Int64(11)), ("2027-03-14T01:00:00Z", 10), ("2026-11-01T00:00:00Z", 12),
    ])
    func segments_endAtTheTimeOfDay_overATransition(start: String, hours: Int64) throws {
        #expect(try timeline(start, [.at(Night.time("07:00"))]).end == .hours(hours))
    }

    @Test func segments_lastTheirElapsedTime_overATransition() throws {
        // K15: a step of 30 minutes from 01:50 EST ends at 03:20 EDT.
        let zone = try Night.zones().rules(for: Night.zone)
        let timeline = try timeline("2027-03-14T06:50:00Z", [.after(.minutes(30))])
        let end = try #require(timeline.end)
        #expect(zone.localISO8601(Night.instant("2027-03-14T06:50:00Z") + end) == "2027-03-14T03:20:00-04:00")
    }

    @Test func segments_takeTheFollowingDay_whenTheTimeOfDayIsTheStart() throws {
        #expect(try timeline("2027-01-05T12:00:00Z", [.at(Night.time("07:00"))]).end == .hours(24))
    }
}
