// SPDX-License-Identifier: Apache-2.0

import ControlAPI

extension NightSchedule {
    /// Adds it as people do.
    func add(to control: any ControlService) async throws {
        let device = HouseholdNight.name(device)
        switch plan {
        case .alarm(let alarm):
            var request = AlarmRequest(name: name, device: device, rule: rule)
            if alarm.sunrise > 0 { request.sunrise = "\(alarm.sunrise)s" }
            (request.color, request.sound) = (alarm.color?.text, sound(alarm.sound))
            (request.volume, request.snooze) = (alarm.volume, "\(alarm.snooze)s")
            (request.snoozeLimit, request.ringFor) = (alarm.snoozeLimit, "\(alarm.ringFor)s")
            if alarm.crescendo > 0 { request.crescendo = "\(alarm.crescendo)s" }
            if alarm.isDismissedByTouch { request.touch = "dismiss" }
            if alarm.lightAfter > 0 { request.lightAfter = "\(alarm.lightAfter)s" }
            request.backup = alarm.backup.map { "\($0)s" }
            if isOfGroup { request.device = HouseholdNight.group }
            _ = try await control.perform(Endpoints.Each.addAlarm, request)
        case .routine(let steps):
            _ = try await control.perform(
                Endpoints.Each.addRoutine, request(steps, on: isOfGroup ? HouseholdNight.group : device))
        case .bedtime(let bedtime):
            var request = request(bedtime)
            (request.device, request.rule) = (isOfGroup ? HouseholdNight.group : device, rule)
            request.name = isLater ? name : nil
            _ = try await control.perform(Endpoints.Each.setBedtime, request)
        }
    }
}

extension NightShown {
    /// Makes it a favourite of a device that its ring plays.
    func request(_ number: Int, on device: String) -> FavouriteRequest {
        FavouriteRequest(
            device: device, number: number, color: light.color.text, brightness: Int(light.level * 100 / 255 + 0.5),
            sound: "\(sound)", volume: Int(volume * 100 / 255 + 0.5), enabled: true)
    }
}

extension NightSchedule {
    private var rule: RuleRequest {
        var rule = RuleRequest(at: timeText, days: dayNames)
        if case .once(let date) = days { rule.date = "\(date)" }
        (rule.fromDate, rule.untilDate) = (dates.first.map { "\($0)" }, dates.last.map { "\($0)" })
        let exceptions = dates.exceptions.sorted().map { "\($0)" }
        if !exceptions.isEmpty { rule.except = exceptions.joined(separator: ",") }
        rule.place = sun?.placeText
        rule.earliest = sun?.earliest.map { "\($0)" }
        rule.latest = sun?.latest.map { "\($0)" }
        rule.fallback = sun?.fallback.map { "\($0)" }
        if !notOn.isEmpty { rule.notOn = notOn.joined(separator: ",") }
        if !onlyOn.isEmpty { rule.onlyOn = onlyOn.joined(separator: ",") }
        return rule
    }

    private func sound(_ number: Int) -> String { number == 0 ? "off" : "\(number)" }

    /// All of it, so that nothing depends on what a new bedtime begins from.
    private func request(_ bedtime: Bedtime) -> BedtimeRequest {
        func length(_ seconds: Int?) -> String { seconds.map { "\($0)s" } ?? "off" }
        var request = BedtimeRequest(
            device: "", at: nil, windDown: "\(bedtime.windDown)s", color: "\(bedtime.color.text) 40%",
            sound: sound(bedtime.sound), volume: bedtime.volume, wake: bedtime.wakeText ?? "off")
        request.nightVolume = bedtime.nightVolume
        request.nightLight = bedtime.nightLight?.text ?? "off"
        (request.wakeLight, request.wakeFor) = ("green 20%", "\(bedtime.wakeFor)s")
        request.stayInBed = length(bedtime.stayInBed?.lead)
        request.stayInBedLight = bedtime.stayInBed?.light.text
        (request.soundFor, request.returnAfter) = (length(bedtime.soundFor), length(bedtime.returnsAfter))
        request.reminder = length(bedtime.reminder)
        return request
    }

    private func request(_ steps: [Step], on device: String) -> RoutineRequest {
        var request = RoutineRequest(
            name: name, device: device, rule: rule, steps: steps.map(\.text))
        request.ifRunning = ifRunning.rawValue
        return request
    }
}

extension NightPlan.Steering {
    func request(_ name: String, on device: String) -> RoutineControlRequest {
        func request(_ action: RoutineControlRequest.Action) -> RoutineControlRequest {
            RoutineControlRequest(name: name, device: device, action: action)
        }
        switch self {
        case .next: return request(.next)
        case .previous: return request(.previous)
        case .pause: return request(.pause)
        case .resume: return request(.resume)
        case .step(let step):
            return RoutineControlRequest(name: name, device: device, action: .goto, step: step + 1)
        case .extend(let seconds):
            return RoutineControlRequest(name: name, device: device, action: .extend, length: "\(seconds)s")
        }
    }
}

extension NightNap {
    func request(on device: String) -> NapRequest {
        NapRequest(
            device: device, length: "\(length)s", sound: sound == 0 ? "off" : "\(sound)", volume: volume,
            wakeLight: color?.text ?? "off")
    }
}

extension NightLimit {
    /// It in place of any other.
    func request(on device: String) -> LimitRequest {
        LimitRequest(
            device: device, volume: volume ?? 100, brightness: brightness ?? 100,
            between: hours.map { "\($0.from)-\($0.until)" } ?? "always")
    }
}
