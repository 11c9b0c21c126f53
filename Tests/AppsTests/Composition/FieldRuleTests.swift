// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Foundation
import SleepModel
import Testing

@testable import Composition

/// The description of the API says of fields what their readers hold them to.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct FieldRuleTests {
    /// A request in which one field after the other gets other values.
    struct Trial: Sendable, CustomTestStringConvertible {
        let endpoint: any AnyEndpoint
        let name: String
        let rules: [String: FieldRule]
        /// The request as JSON.
        let body: String
        /// The object in the request that has the fields; nil for the request itself.
        let object: String?

        init(_ endpoint: any AnyEndpoint, _ request: Any.Type, _ body: String, in object: String? = nil) {
            (self.endpoint, self.body, self.object) = (endpoint, body, object)
            (name, rules) = ("\(request)", FieldRules.of(request))
        }

        var testDescription: String { name }

        /// The request with another value of a field.
        func content(_ key: String, _ value: JSONScalar) throws -> RequestContent {
            var request = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:]
            var holder = object.flatMap { request[$0] as? [String: Any] } ?? request
            holder[key] = value.json
            if let object { request[object] = holder } else { request = holder }
            return RequestContent(body: [UInt8](try JSONSerialization.data(withJSONObject: request)))
        }
    }

    enum JSONScalar {
        case number(Int)
        case text(String)

        var json: Any {
            switch self {
            case .number(let number): number
            case .text(let text): text
            }
        }
    }

    /// Not here are what needs a run (a snooze, a step to go to), and a device that is not paired yet.
    nonisolated static let trials: [Trial] = [
        Trial(
            Endpoints.addAlarm, AlarmRequest.self,
            #"{"name":"up","device":"nursery","color":"amber","ringFor":"3h","rule":{"at":"07:00","days":"daily"}}"#),
        Trial(
            Endpoints.editAlarm, AlarmEditRequest.self, #"{"name":"school","color":"amber","ringFor":"3h","now":false}"#
        ),
        Trial(
            Endpoints.setBedtime, BedtimeRequest.self,
            #"{"device":"nursery","name":"night","wake":"06:45","rule":{"at":"20:00"}}"#),
        Trial(
            Endpoints.addRoutine, RoutineRequest.self,
            #"{"name":"new","device":"nursery","steps":["light amber; for 10m"]}"#),
        Trial(Endpoints.editRoutine, RoutineEditRequest.self, #"{"name":"story","now":false}"#),
        Trial(Endpoints.runRoutine, RoutineRunRequest.self, #"{"name":"story"}"#),
        Trial(
            Endpoints.addAlarm, RuleRequest.self,
            #"{"name":"leap","device":"nursery","rule":{"at":"07:00","yearly":"02-29"}}"#, in: "rule"),
        Trial(Endpoints.light, LightRequest.self, #"{"device":"nursery","color":"amber"}"#),
        Trial(Endpoints.sound, SoundRequest.self, #"{"device":"nursery","sound":"rain"}"#),
        Trial(Endpoints.volume, VolumeRequest.self, #"{"device":"nursery"}"#),
        Trial(Endpoints.startNap, NapRequest.self, #"{"device":"nursery","length":"45m","sound":"off"}"#),
        Trial(Endpoints.setLimit, LimitRequest.self, #"{"device":"nursery"}"#),
        Trial(Endpoints.editFavourite, FavouriteRequest.self, #"{"device":"nursery","number":1,"color":"amber"}"#),
        Trial(Endpoints.setProgram, ProgramRequest.self, #"{"device":"nursery","number":1,"at":"19:00"}"#),
        Trial(Endpoints.switchProgram, ProgramSwitchRequest.self, #"{"device":"nursery","number":1,"enabled":false}"#),
        Trial(Endpoints.playFavourite, SlotRequest.self, #"{"device":"nursery","number":1}"#),
        Trial(Endpoints.record, RecordingRequest.self, #"{"device":"nursery","seconds":1}"#),
        Trial(Endpoints.rename, RenameRequest.self, #"{"device":"nursery"}"#),
        Trial(Endpoints.setGroup, GroupRequest.self, #"{"devices":["nursery"]}"#),
        Trial(
            Endpoints.importHolidays, HolidaysImportRequest.self,
            #"{"calendar":"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20270320\nEND:VEVENT\nEND:VCALENDAR\n"}"#),
    ]

    /// Values at the edges of a rule that it allows, and values beside them that it refuses.
    private func values(_ rule: FieldRule) -> (allowed: [JSONScalar], refused: [JSONScalar]) {
        func text(_ length: Duration) -> JSONScalar { .text(DurationText.format(length)) }
        return switch rule {
        case .number(let range):
            (
                [.number(range.lowerBound), .number(range.upperBound)],
                [.number(range.lowerBound - 1), .number(range.upperBound + 1)]
            )
        case .atLeast(let lowest): ([.number(lowest)], [.number(lowest - 1)])
        case .words(let words): (words.map { .text($0) }, [.text("nonsense")])
        case .characters(let range):
            (
                [.text(String(repeating: "n", count: range.upperBound))],
                [.text(""), .text(String(repeating: "n", count: range.upperBound + 1))]
            )
        case .pattern: ([], [.text("nonsense")])
        // What a text stands for is not about its form.
        case .meaning: ([], [])
        case .length(let range, let other):
            (
                [text(range.lowerBound), text(range.upperBound)] + (other.map { [.text($0)] } ?? []),
                // Nothing is the same as `off`.
                (range.lowerBound > .seconds(1) ? [text(range.lowerBound - .seconds(1))] : [])
                    + [text(range.upperBound + .seconds(1))]
            )
        }
    }

    /// What the reader objects to in a value; nil for what it allows, whatever else keeps it from being done.
    private func refusal(of trial: Trial, _ key: String, _ value: JSONScalar, in house: House) async throws -> String? {
        do {
            _ = try await trial.endpoint.answer(try trial.content(key, value), from: house.composed.services)
            return nil
        } catch let error as ControlError {
            return error.code == .invalidArgument ? "\(error.message) \(error.advice)" : nil
        }
    }

    @Test(arguments: trials)
    func reader_allowsWhatTheRuleAllows_andNothingElse(_ trial: Trial) async throws {
        for (key, rule) in trial.rules.sorted(by: { $0.key < $1.key }) {
            // What is allowed may rename what the next request is about.
            let house = try await House()
            try await house.live {
                _ = try await house.control.perform(
                    Endpoints.addAlarm, AlarmRequest(name: "school", device: "nursery", at: "07:00", days: "daily"))
                _ = try await house.control.perform(
                    Endpoints.addRoutine,
                    RoutineRequest(
                        name: "story", device: "nursery", at: nil, days: nil, steps: ["light amber; for 10m"], zone: nil
                    )
                )
            } _: {
                let (allowed, refused) = values(rule)
                for value in refused {
                    let refusal = try await refusal(of: trial, key, value, in: house)
                    #expect(refusal != nil, "\(key) \(value)")
                }
                for value in allowed {
                    let refusal = try await refusal(of: trial, key, value, in: house)
                    #expect(refusal == nil, "\(key) \(value)")
                }
            }
        }
    }
}
