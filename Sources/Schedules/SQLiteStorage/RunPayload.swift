// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// The state of a running occurrence as stored.
enum RunPayload: Codable {
    case routine(
        plan: RoutinePlanPayload, start: AnchorPayload, before: ShownPayload?, course: CoursePayload?, isQueued: Bool?)
    case alarm(
        plan: AlarmPlanPayload, phase: AlarmPhasePayload, yielded: [DeviceChannel], chosenVolume: UInt8?,
        backup: AlarmRun.Backup?)
    case bedtime(plan: BedtimePlanPayload, start: AnchorPayload, bedtime: InstantPayload, wake: InstantPayload)

    init(_ run: OccurrenceRun) {
        self =
            switch run {
            case .routine(let run):
                .routine(
                    plan: RoutinePlanPayload(run.plan), start: AnchorPayload(run.start),
                    before: run.before.map(ShownPayload.init), course: CoursePayload(run.course),
                    isQueued: run.isQueued ? true : nil)
            case .alarm(let run):
                .alarm(
                    plan: AlarmPlanPayload(run.plan), phase: AlarmPhasePayload(run.phase),
                    yielded: run.yielded.sorted { $0.rawValue < $1.rawValue },
                    chosenVolume: run.chosenVolume?.rawValue, backup: run.backup)
            case .bedtime(let run):
                .bedtime(
                    plan: BedtimePlanPayload(run.plan), start: AnchorPayload(run.start),
                    bedtime: InstantPayload(run.bedtime), wake: InstantPayload(run.wake))
            }
    }

    func value() throws -> OccurrenceRun {
        switch self {
        case .routine(let plan, let start, let before, let course, let isQueued):
            .routine(
                RoutineRun(
                    plan: try plan.value(), start: try start.value(), before: before?.value,
                    course: course?.value ?? RoutineCourse(), isQueued: isQueued ?? false))
        case .alarm(let plan, let phase, let yielded, let chosenVolume, let backup):
            .alarm(
                AlarmRun(
                    plan: plan.value, phase: try phase.value(), yielded: Set(yielded),
                    chosenVolume: chosenVolume.map(Level.init(rawValue:)), backup: backup))
        case .bedtime(let plan, let start, let bedtime, let wake):
            .bedtime(
                BedtimeRun(
                    plan: try plan.value(), start: try start.value(), bedtime: try bedtime.value(),
                    wake: try wake.value()))
        }
    }
}

struct CoursePayload: Codable {
    var step: Int
    var beginsNanoseconds: Int64
    var lengthsNanoseconds: [Int: Int64]
    var rounds: [Int: Int]
    var pausedAtNanoseconds: Int64?

    /// Nil for the course of the plan.
    init?(_ course: RoutineCourse) {
        guard course != RoutineCourse() else { return nil }
        step = course.step
        beginsNanoseconds = course.begins.storedNanoseconds
        lengthsNanoseconds = course.lengths.mapValues(\.storedNanoseconds)
        rounds = course.rounds
        pausedAtNanoseconds = course.pausedAt?.storedNanoseconds
    }

    var value: RoutineCourse {
        RoutineCourse(
            step: max(step, 0), begins: .nanoseconds(beginsNanoseconds),
            lengths: lengthsNanoseconds.mapValues { .nanoseconds($0) }, rounds: rounds,
            pausedAt: pausedAtNanoseconds.map { .nanoseconds($0) })
    }
}

struct ShownPayload: Codable {
    var light: LightPayload
    var volume: UInt8

    init(_ shown: ShownValues) {
        light = LightPayload(shown.light)
        volume = shown.volume.rawValue
    }

    var value: ShownValues { ShownValues(light: light.value, volume: Level(rawValue: volume)) }
}

struct InstantPayload: Codable {
    var seconds: Int64
    var nanosecond: Int32

    init(_ instant: Instant) {
        seconds = instant.secondsSince1970
        nanosecond = instant.nanosecond
    }

    func value() throws -> Instant {
        try Instant(storedSeconds: seconds, nanosecond: nanosecond)
    }
}

struct AnchorPayload: Codable {
    var wall: InstantPayload
    var bootNanoseconds: Int64
    var bootID: String

    init(_ anchor: RunAnchor) {
        wall = InstantPayload(anchor.wall)
        bootNanoseconds = anchor.boot.storedNanoseconds
        bootID = anchor.bootID
    }

    func value() throws -> RunAnchor {
        RunAnchor(wall: try wall.value(), boot: .nanoseconds(bootNanoseconds), bootID: bootID)
    }
}

enum AlarmPhasePayload: Codable {
    case sunrise(since: AnchorPayload)
    case ringing(round: Int, since: AnchorPayload)
    case snoozed(round: Int, since: AnchorPayload, lengthNanoseconds: Int64)
    case unanswered(round: Int, since: AnchorPayload)
    case lightAfter(outcome: OccurrenceOutcome, since: AnchorPayload)

    init(_ phase: AlarmRun.Phase) {
        self =
            switch phase {
            case .sunrise(let since): .sunrise(since: AnchorPayload(since))
            case .ringing(let round, let since): .ringing(round: round, since: AnchorPayload(since))
            case .snoozed(let round, let since, let length):
                .snoozed(
                    round: round, since: AnchorPayload(since), lengthNanoseconds: length.storedNanoseconds)
            case .unanswered(let round, let since): .unanswered(round: round, since: AnchorPayload(since))
            case .lightAfter(let outcome, let since): .lightAfter(outcome: outcome, since: AnchorPayload(since))
            }
    }

    func value() throws -> AlarmRun.Phase {
        switch self {
        case .sunrise(let since): .sunrise(since: try since.value())
        case .ringing(let round, let since): .ringing(round: round, since: try since.value())
        case .snoozed(let round, let since, let length):
            .snoozed(round: round, since: try since.value(), length: .nanoseconds(length))
        case .unanswered(let round, let since): .unanswered(round: round, since: try since.value())
        case .lightAfter(let outcome, let since): .lightAfter(outcome, since: try since.value())
        }
    }
}
