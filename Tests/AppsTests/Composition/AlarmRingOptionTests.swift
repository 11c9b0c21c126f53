// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel
import Testing

/// How alarms ring, as people ask for it.
@Suite(.timeLimit(.minutes(1))) @MainActor
struct AlarmRingOptionTests {
    private func add(
        to house: House, crescendo: String? = nil, ringFor: String? = nil, snoozeLimit: Int? = nil
    ) async throws -> AlarmDocument {
        var request = AlarmRequest(name: "up", device: "nursery", at: "13:00", days: "daily")
        (request.crescendo, request.ringFor, request.snoozeLimit) = (crescendo, ringFor, snoozeLimit)
        return try await house.control.perform(Endpoints.addAlarm, request)
    }

    private static func refusal(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? ControlError)?.message
        }
    }

    private func ring(of alarm: AlarmDocument) -> [Int?] {
        [alarm.crescendoSeconds, alarm.ringForSeconds, alarm.snoozeLimit]
    }

    @Test func alarm_ringsAsUsual_whenNothingIsGiven() async throws {
        #expect(ring(of: try await add(to: try await House())) == [nil, 1800, 3])
    }

    @Test(arguments: ["--from-date", "--until-date", "--except"])
    func alarm_needsDays_forDates(option: String) async throws {
        let house = try await House()
        var request = AlarmRequest(name: "up", device: "nursery", at: "13:00")
        switch option {
        case "--from-date": request.rule.fromDate = "2027-03-01"
        case "--until-date": request.rule.untilDate = "2027-03-01"
        default: request.rule.except = "2027-03-01"
        }
        let refusal = await Self.refusal { [request] in
            _ = try await house.control.perform(Endpoints.addAlarm, request)
        }
        #expect(refusal == "\(option) is for what happens on more than one date.")
    }

    @Test func alarm_keepsItsBrightness_whenItsColourChanges() async throws {
        let house = try await House()
        func light(_ alarm: AlarmDocument) -> String { "\(alarm.color ?? "") \(alarm.brightness ?? 0)" }
        var request = AlarmRequest(name: "up", device: "nursery", at: "13:00", days: "daily")
        request.color = "amber 30%"
        #expect(light(try await house.control.perform(Endpoints.addAlarm, request)) == "#FF890E 30")
        var edit = AlarmEditRequest(name: "up")
        for (color, expected) in [("red", "#FF0000 30"), ("#00ff00 60%", "#00FF00 60"), ("off", " 0")] {
            edit.color = color
            #expect(light(try await house.control.perform(Endpoints.editAlarm, edit)) == expected)
        }
        edit.color = "gradient"
        let refusal = await Self.refusal { [edit] in _ = try await house.control.perform(Endpoints.editAlarm, edit) }
        #expect(refusal == "An alarm has one colour, not a gradient.")
    }

    @Test func alarm_keepsHowItRings_whenItIsEditedAndExported() async throws {
        let house = try await House()
        #expect(ring(of: try await add(to: house, crescendo: "60s", ringFor: "45m", snoozeLimit: 0)) == [60, 2700, 0])
        var edit = AlarmEditRequest(name: "up")
        edit.volume = 40
        #expect(ring(of: try await house.control.perform(Endpoints.editAlarm, edit)) == [60, 2700, 0])
        (edit.crescendo, edit.ringFor, edit.snoozeLimit) = ("off", "10m", 5)
        #expect(ring(of: try await house.control.perform(Endpoints.editAlarm, edit)) == [nil, 600, 5])
        let setup = try await house.control.perform(Endpoints.exportSetup).document
        #expect(setup.contains("ring-for: 10m") && setup.contains("snooze-limit: 5"))
    }

    @Test(
        arguments: [
            ("31m", nil, nil, "--crescendo 31m is out of range."),
            ("2m", "1m", nil, "The alarm would end before it is at its full volume."),
            (nil, "59s", nil, "--ring-for 59s is out of range."),
            (nil, "181m", nil, "--ring-for 3h1m is out of range."),
            (nil, nil, 11, "--snooze-limit 11 is out of range."), (nil, nil, -1, "--snooze-limit -1 is out of range."),
        ] as [(String?, String?, Int?, String)])
    func alarm_isRefused_whenItsRingMakesNoSense(
        crescendo: String?, ringFor: String?, snoozeLimit: Int?, message: String
    ) async throws {
        let house = try await House()
        #expect(
            await Self.refusal {
                _ = try await add(to: house, crescendo: crescendo, ringFor: ringFor, snoozeLimit: snoozeLimit)
            } == message)
    }

    private func afterRing(of alarm: AlarmDocument) -> [String?] {
        [alarm.touch.rawValue, alarm.lightAfterSeconds.map(String.init), alarm.backupSeconds.map(String.init)]
    }

    @Test func alarm_keepsWhatComesAfterItsRing_whenItIsEditedAndExported() async throws {
        let house = try await House()
        var request = AlarmRequest(name: "up", device: "nursery", at: "13:00", days: "daily", color: "amber")
        #expect(afterRing(of: try await house.control.perform(Endpoints.addAlarm, request)) == ["snooze", nil, nil])
        request.name = "later"
        (request.touch, request.lightAfter, request.backup) = ("Dismiss", "10m", "5m")
        let kept: [String?] = ["dismiss", "600", "300"]
        #expect(afterRing(of: try await house.control.perform(Endpoints.addAlarm, request)) == kept)
        var edit = AlarmEditRequest(name: "later")
        edit.volume = 40
        #expect(afterRing(of: try await house.control.perform(Endpoints.editAlarm, edit)) == kept)
        let setup = try await house.control.perform(Endpoints.exportSetup).document
        #expect(
            ["touch: dismiss", "light-after: 10m", "backup: 5m"].allSatisfy { setup.contains($0) }, "\(setup)")
        (edit.touch, edit.lightAfter, edit.backup) = ("snooze", "off", "off")
        #expect(afterRing(of: try await house.control.perform(Endpoints.editAlarm, edit)) == ["snooze", nil, nil])
    }

    @Test(
        arguments: [
            ("tickle", nil, nil, "--touch “tickle” is unknown."),
            (nil, "59s", nil, "--light-after 59s is out of range."),
            (nil, "10m", nil, "An alarm without a light has none that stays."),
            (nil, nil, "3h", "--backup 3h is out of range."),
        ] as [(String?, String?, String?, String)])
    func alarm_isRefused_whenWhatComesAfterItsRingMakesNoSense(
        touch: String?, lightAfter: String?, backup: String?, message: String
    ) async throws {
        let house = try await House()
        var request = AlarmRequest(name: "up", device: "nursery", at: "13:00")
        (request.touch, request.lightAfter, request.backup) = (touch, lightAfter, backup)
        #expect(
            await Self.refusal { _ = try await house.control.perform(Endpoints.addAlarm, request) } == message)
    }

    @Test func alarm_isDark_whenItsColourIsOff() async throws {
        let house = try await House()
        var request = AlarmRequest(name: "up", device: "nursery", at: "13:00", color: "off")
        #expect(try await house.control.perform(Endpoints.addAlarm, request).color == nil)
        (request.name, request.sunrise) = ("later", "30m")
        #expect(
            await Self.refusal { _ = try await house.control.perform(Endpoints.addAlarm, request) }
                == "A sunrise needs a light.")
    }
}
