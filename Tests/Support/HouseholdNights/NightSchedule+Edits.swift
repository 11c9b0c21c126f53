// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SeededRandom

/// Other plans of schedules, and how people ask for them.
extension NightSchedule {
    /// It with another plan: with other features, and another light or sound; its times stay.
    func replanned(_ generator: inout SeededGenerator) -> NightSchedule.Plan {
        let sound = [2, 5, 7, 9, 13].randomElement(using: &generator) ?? 7
        let percent = Int.random(in: 1...30, using: &generator)
        func part() -> Int { Int.random(in: 30...220, using: &generator) }
        let color = Color(red: part(), green: part(), blue: part())
        switch (plan, withFeatures(&generator).plan) {
        case (.alarm(let before), .alarm(var alarm)):
            (alarm.sound, alarm.volume) = (sound, before.volume + 1)
            if before.color != nil { alarm.color = color }
            return .alarm(alarm)
        case (.bedtime(let before), .bedtime(var bedtime)):
            (bedtime.sound, bedtime.volume) = (before.sound == 0 ? 0 : sound, percent + 5)
            (bedtime.color, bedtime.reminder) = (color, before.reminder)
            bedtime.nightVolume = bedtime.nightVolume ?? before.nightVolume ?? percent
            if percent % 3 == 0 { bedtime.nightLight = nil }
            return .bedtime(bedtime)
        case (.routine(var steps), _):
            for index in steps.indices where steps[index].light?.percent ?? 0 > 0 {
                steps[index].light = Light(color: color, percent: percent)
            }
            return .routine(steps)
        case (let plan, _): return plan
        }
    }
}

extension NightPlan.Change {
    func perform(by control: any ControlService, on device: String) async throws {
        switch plan {
        case .alarm(let alarm): _ = try await control.perform(Endpoints.editAlarm, request(alarm, on: device))
        case .routine(let steps):
            var request = RoutineEditRequest(name: name, device: device, now: now)
            request.steps = steps.map(\.text)
            _ = try await control.perform(Endpoints.editRoutine, request)
        case .bedtime(let bedtime):
            _ = try await control.perform(Endpoints.Each.setBedtime, request(bedtime, on: device))
        }
    }

    private func length(_ seconds: Int?) -> String { seconds.map { $0 > 0 ? "\($0)s" : "off" } ?? "off" }

    private func request(_ alarm: NightSchedule.Alarm, on device: String) -> AlarmEditRequest {
        var request = AlarmEditRequest(name: name, device: device, now: now)
        (request.color, request.sound, request.volume) = (alarm.color?.text, "\(alarm.sound)", alarm.volume)
        (request.snoozeLimit, request.ringFor) = (alarm.snoozeLimit, "\(alarm.ringFor)s")
        request.crescendo = length(alarm.crescendo)
        request.touch = alarm.isDismissedByTouch ? "dismiss" : "snooze"
        request.lightAfter = length(alarm.lightAfter)
        request.backup = length(alarm.backup)
        return request
    }

    private func request(_ bedtime: NightSchedule.Bedtime, on device: String) -> BedtimeRequest {
        var request = BedtimeRequest(
            device: device, name: name, at: nil, color: bedtime.color.text,
            sound: bedtime.sound == 0 ? "off" : "\(bedtime.sound)", volume: bedtime.volume)
        (request.nightVolume, request.nightLight) = (bedtime.nightVolume, bedtime.nightLight?.text ?? "off")
        request.soundFor = length(bedtime.soundFor)
        request.stayInBed = length(bedtime.stayInBed?.lead)
        request.stayInBedLight = bedtime.stayInBed?.light.text
        request.wakeFor = bedtime.wakeText.map { _ in "\(bedtime.wakeFor)s" }
        request.returnAfter = length(bedtime.returnsAfter)
        request.now = now
        return request
    }
}
