// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel
import Testing

@testable import Composition

/// The ledger in pages.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct OccurrencePageTests {
    /// A house in which a routine was run five times in one moment, and its id.
    private func house(
        _ body: @escaping @MainActor @Sendable (House, String) async throws -> Void
    ) async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            let routine = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(
                    name: "story", device: "nursery", rule: RuleRequest(), steps: ["light amber 40%; for 10m"]))
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(name: "other", device: "nursery", rule: RuleRequest(), steps: ["light red 40%; for 10m"])
            )
            for name in ["story", "story", "other", "story", "story", "story"] {
                _ = try await house.control.perform(
                    Endpoints.runRoutine, RoutineRunRequest(name: name, device: "nursery"))
            }
            try await body(house, routine.schedule)
        }
    }

    @Test func pages_haveEachOccurrenceOnce_alsoOfOneMoment() async throws {
        try await house { house, schedule in
            var pages: [OccurrencePageDocument] = []
            repeat {
                pages.append(
                    try await house.control.perform(
                        Endpoints.occurrences,
                        OccurrencePageQuery(schedule: schedule, limit: 2, cursor: pages.last?.next)))
            } while pages.last?.next != nil
            #expect(pages.map(\.occurrences.count) == [2, 2, 1])
            let all = pages.flatMap(\.occurrences)
            #expect(Set(all.map(\.occurrence)).count == 5)
            // Of two that begin in one moment, either may take the other's place.
            #expect(Set(all.map(\.outcome)).isSubset(of: [nil, .superseded]))
            #expect(all.allSatisfy { $0.occurrence.schedule == schedule && $0.name == "story" })
        }
    }

    @Test func page_hasAllSchedules_sinceAMoment() async throws {
        try await house { house, _ in
            let all = try await house.control.perform(Endpoints.occurrences, OccurrencePageQuery())
            #expect(all.occurrences.map(\.name) == ["story", "story", "other", "story", "story", "story"])
            #expect(all.next == nil)
            let later = try await house.control.perform(
                Endpoints.occurrences, OccurrencePageQuery(since: "2027-01-15T13:00"))
            #expect(later == OccurrencePageDocument(occurrences: [], next: nil))
        }
    }

    private func names(_ house: House, of schedule: String) async throws -> [String] {
        try await house.control.perform(Endpoints.occurrences, OccurrencePageQuery(schedule: schedule))
            .occurrences.map(\.name)
    }

    @Test func page_isOfASchedule_byItsIdItsRouteOrItsName() async throws {
        try await house { (house, schedule) async throws -> Void in
            let route = Route.schedule(.routine, ScheduleID(rawValue: schedule)).description
            for text in [schedule, route, "story", "STORY"] {
                #expect(try await names(house, of: text) == Array(repeating: "story", count: 5), "\(text)")
            }
        }
    }

    @Test func page_isOfARemovedSchedule_byItsIdOrItsRoute() async throws {
        try await house { (house, schedule) async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.removeRoutine, ScheduleSelection(name: "story", device: nil))
            let route = Route.schedule(.routine, ScheduleID(rawValue: schedule)).description
            for text in [schedule, route] {
                #expect(try await names(house, of: text) == Array(repeating: "story", count: 5), "\(text)")
            }
        }
    }

    @Test func page_isEmpty_ofAScheduleThatNeverOccurred() async throws {
        let house = try await House()
        let alarm = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "13:00"))
        #expect(try await names(house, of: alarm.schedule) == [])
        #expect(try await names(house, of: alarm.route.description) == [])
    }

    @Test func page_isOfTheScheduleWithThatName_beforeTheOneWithThatId() async throws {
        try await house { (house, schedule) async throws -> Void in
            let request = RoutineRequest(
                name: schedule, device: "nursery", rule: RuleRequest(), steps: ["light red 40%; for 10m"])
            _ = try await house.control.perform(Endpoints.addRoutine, request)
            #expect(try await names(house, of: schedule) == [])
        }
    }

    @Test(arguments: [
        ("nonsense", ControlErrorCode.unknownSchedule, "No schedule has the id or the name “nonsense”."),
        ("sto", .unknownSchedule, "No schedule has the id or the name “sto”."),
        ("", .invalidArgument, "No schedule was named."),
        ("lull://routine/none", .unknownSchedule, "There is no routine at lull://routine/none."),
        ("lull://routine", .invalidArgument, "“lull://routine” leads nowhere."),
        (
            "lull://device/DC:06:41:00:00:01", .invalidArgument,
            "lull://device/DC:06:41:00:00:01 does not name a schedule."
        ),
    ])
    func page_isRefused_ofWhatIsNoSchedule(_ text: String, _ code: ControlErrorCode, _ message: String) async throws {
        try await house { (house, schedule) async throws -> Void in
            let error = await #expect(throws: ControlError.self) { _ = try await names(house, of: text) }
            #expect(error?.code == code)
            #expect(error?.message == message)
            // The route of another kind leads nowhere either.
            let other = await #expect(throws: ControlError.self) {
                _ = try await names(house, of: Route.schedule(.alarm, ScheduleID(rawValue: schedule)).description)
            }
            #expect(other?.code == .unknownSchedule)
        }
    }

    @Test func page_isRefused_ofANameThatSeveralSchedulesHave() async throws {
        try await house { (house, _) async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "story", device: "nursery", at: "13:00"))
            let error = await #expect(throws: ControlError.self) { _ = try await names(house, of: "story") }
            #expect(
                error
                    == ControlError(
                        .unknownSchedule, "Several schedules are called “story”: an alarm and a routine.",
                        advice: "Give the id or the route of one."))
        }
    }

    @Test(arguments: [
        OccurrencePageQuery(limit: 0), OccurrencePageQuery(limit: 1001), OccurrencePageQuery(cursor: ""),
        OccurrencePageQuery(cursor: "1/0/2027-01-15/1/scheduled"), OccurrencePageQuery(cursor: "1/-1/2027-01-15/1/s/a"),
        OccurrencePageQuery(since: "soon"),
    ])
    func page_isRefused_forWhatIsNoPage(_ query: OccurrencePageQuery) async throws {
        let house = try await House()
        let error = await #expect(throws: ControlError.self) {
            _ = try await house.control.perform(Endpoints.occurrences, query)
        }
        #expect(error?.code == .invalidArgument)
    }
}
