// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Testing

@testable import LullCommands

/// What the commands about routines say.
@Suite
struct RoutineTextTests {
    private static let seven = Instant(secondsSince1970: 1_800_000_000)
    private let times = LocalTimes(host: .utc)

    private func routine(_ running: RunningStepDocument?) throws -> RoutineDocument {
        RoutineDocument(
            id: ScheduleID(rawValue: "r-1"), name: "story", device: "nursery",
            address: try #require(MacAddress(rawValue: "DC:06:41:00:00:01")), rule: nil,
            steps: ["light amber 40%; for 10m", "light off; until stopped"], zone: nil, running: running, next: nil)
    }

    private static func step(_ step: Int, until: Instant? = nil, paused: Instant? = nil) -> RunningStepDocument {
        RunningStepDocument(step: step, since: seven, until: nil, stepUntil: until, pausedSince: paused)
    }

    @Test(
        arguments: [
            (nil, "“story” on nursery has ended."),
            (step(1, until: seven), "“story” on nursery is at step 1 of 2 until Fri 2027-01-15 08:00."),
            (step(1), "“story” on nursery is at step 1 of 2 until `lull routine next`."),
            (step(2), "“story” on nursery is at step 2 of 2 until it is stopped."),
            (
                step(1, paused: seven),
                "“story” on nursery is paused in step 1 of 2. It goes on with `lull routine resume`."
            ),
        ] as [(RunningStepDocument?, String)])
    func answer_saysWhereTheRoutineStands(_ running: RunningStepDocument?, _ text: String) throws {
        #expect(Describe.steered(try routine(running), times) == text)
    }

    @Test(
        arguments: [
            (nil, nil, true, "; run it with `lull routine run story`."),
            (.weekly(.daily), seven, true, "; it runs daily at 08:00, next Fri 2027-01-15 08:00."),
            (.once(CivilDate(daysSince1970: 20_833)), seven, true, "; it runs Fri 2027-01-15 08:00."),
            (.weekly(.daily), nil, true, "; it does not run until `lull resume`."),
            (.weekly(.daily), nil, false, ". It is disabled."),
        ] as [(Recurrence.Days?, Instant?, Bool, String)])
    func answer_saysOnWhichDaysARoutineRuns(
        days: Recurrence.Days?, next: Instant?, isEnabled: Bool, text: String
    ) throws {
        let eight = try #require(TimeOfDay(hour: 8, minute: 0))
        var routine = try routine(nil)
        routine.rule = days.map { RuleDocument(Recurrence(days: $0, time: eight)) }
        (routine.next, routine.enabled) = (next, isEnabled)
        #expect(routine.rhythm(times) == text)
    }

    @Test func answer_saysThatAPausedStepLastsLonger() throws {
        #expect(
            Describe.steered(try routine(Self.step(1, paused: Self.seven)), times, longerBy: "10m")
                == "“story” on nursery is paused in step 1 of 2, which lasts 10m longer. It goes on with "
                + "`lull routine resume`.")
    }

    @Test func answer_saysThatARoutineWaits() throws {
        var routine = try routine(nil)
        #expect(Describe.started(routine, times) == "“story” runs on nursery until it is stopped.")
        routine.running = Self.step(1)
        #expect(
            Describe.started(routine, times) == "“story” on nursery is at step 1 of 2 until `lull routine next`.")
        routine.running = RunningStepDocument(step: 1, since: Self.seven, until: Self.seven)
        #expect(Describe.started(routine, times) == "“story” runs on nursery until Fri 2027-01-15 08:00.")
        routine.waitsUntil = Self.seven
        #expect(
            Describe.started(routine, times)
                == "“story” begins on nursery when the routine that runs has ended, until Fri 2027-01-15 08:00 at the "
                + "latest.")
    }

    @Test func status_saysThatARoutineWaits() {
        let run = RunningDocument(
            id: ScheduleID(rawValue: "r-1"), kind: .routine, name: "story", phase: "queued", until: Self.seven)
        #expect(
            Describe.running(run, times)
                == "routine “story” waits for the end of another, until Fri 2027-01-15 08:00 at most")
    }

    @Test func status_saysThatARoutineIsPaused() {
        let run = RunningDocument(
            id: ScheduleID(rawValue: "r-1"), kind: .routine, name: "story", phase: "2", until: nil,
            pausedSince: Self.seven)
        #expect(Describe.running(run, times) == "routine “story”, paused in step 2")
    }

    @Test(
        arguments: [
            (LogOutcome.queued, "", "routine “story” on nursery waits until another routine has ended"),
            (.stepped, "step 3", "routine “story” on nursery went to step 3"),
            (.extended, "step 3, 10m longer", "routine “story” on nursery was extended: step 3, 10m longer"),
            (.paused, "step 3", "routine “story” on nursery was paused in step 3"),
            (.resumed, "step 3", "routine “story” on nursery goes on with step 3"),
        ] as [(LogOutcome, String, String)])
    func log_saysWhatSomebodyDidToARoutine(_ outcome: LogOutcome, _ detail: String, _ text: String) {
        let entry = LogDocument(
            at: Self.seven, planned: Self.seven, device: "nursery", kind: .routine, name: "story", detail: detail,
            outcome: outcome, lateSeconds: 0, actor: .person)
        #expect(Describe.sentence(entry, times) == text)
    }
}
