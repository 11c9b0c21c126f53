// SPDX-License-Identifier: Apache-2.0

/// A schedule to start from: the request that adds it, but for its device.
public struct Template: Hashable, Sendable {
    /// Its name, which is also that of what it adds.
    public var name: String
    /// What it is for, in a sentence.
    public var about: String
    /// The routine that it adds; nil when it adds something else.
    public var routine: RoutineRequest?
    /// The alarm that it adds; nil when it adds something else.
    public var alarm: AlarmRequest?
    /// The bedtime that it adds; nil when it adds something else.
    public var bedtime: BedtimeRequest?

    private init(_ name: String, _ about: String) {
        self.name = name
        self.about = about
    }

    /// What it adds to a device, under another name and at another time where they are given.
    public func adding(
        to device: String, as newName: String? = nil, at time: String? = nil, days: String? = nil
    ) -> Template {
        var copy = self
        copy.name = newName ?? name
        func change(_ rule: RuleRequest) -> RuleRequest {
            var rule = rule
            if let time { rule.at = time }
            if let days { rule.days = days }
            return rule
        }
        if var request = routine {
            (request.name, request.device, request.rule) = (copy.name, device, change(request.rule))
            copy.routine = request
        }
        if var request = alarm {
            (request.name, request.device, request.rule) = (copy.name, device, change(request.rule))
            copy.alarm = request
        }
        if var request = bedtime {
            (request.name, request.device, request.rule) = (copy.name, device, change(request.rule))
            // What a template leaves out is off, and not as in another bedtime of the device.
            (request.reminder, request.returnAfter) = (request.reminder ?? "off", request.returnAfter ?? "off")
            (request.soundFor, request.stayInBed) = (request.soundFor ?? "off", request.stayInBed ?? "off")
            request.wake = request.wake ?? "off"
            copy.bedtime = request
        }
        return copy
    }
}

extension Template {
    /// All there are.
    public static let library = [storyTime, tidyUp, nap, toddler, newborn, sunrise]

    private static let storyTime = routine(
        "story time", "Light to read by that grows dim, then rain in the dark that fades away.",
        "light warm-white 40% fade 1m; for 20m", "light amber 15% fade 10m; for 10m",
        "light off fade 5m; sound rain 20% fade 1m; for 30m", "sound off fade 20m; for 20m")

    private static let tidyUp = routine(
        "tidy up", "Ten bright minutes, three amber ones to come to an end, and a minute of colours.",
        "light 4000K 100%; for 10m", "light amber 60%; for 3m", "light gradient 100%; for 1m")

    private static let nap = routine(
        "nap", "Rain in the dark for three quarters of an hour, then a gentle light until it is stopped.",
        "light off fade 5m; sound rain 30%; for 35m", "sound off fade 10m; for 10m",
        "light amber 20% fade 5m; until stopped")

    private static let toddler: Template = {
        var template = Template(
            "toddler OK-to-wake", "A dim night, amber for the last half hour in bed, and green to get up.")
        var request = BedtimeRequest(
            device: "", at: "19:30", days: "daily", windDown: "30m", color: "amber 40%", sound: "rain", volume: 30,
            wake: "06:45")
        (request.nightVolume, request.nightLight) = (20, "red 3%")
        (request.stayInBed, request.stayInBedLight) = ("30m", "amber 10%")
        (request.wakeLight, request.wakeFor) = ("green 30%", "30m")
        template.bedtime = request
        return template
    }()

    private static let newborn: Template = {
        var template = Template("newborn night", "Quiet noise and a red light for feeds, all night.")
        var request = BedtimeRequest(
            device: "", at: "20:00", days: "daily", windDown: "20m", color: "red 20%", sound: "noise", volume: 30)
        (request.nightVolume, request.nightLight) = (20, "red 3%")
        template.bedtime = request
        return template
    }()

    private static let sunrise: Template = {
        var template = Template("adult sunrise", "Half an hour of growing light on weekdays, then birds.")
        template.alarm = AlarmRequest(
            name: "adult sunrise", device: "", at: "06:30", days: "weekdays", sunrise: "30m", color: "warm-white",
            sound: "bird", volume: 40, snooze: "9m")
        return template
    }()

    private static func routine(_ name: String, _ about: String, _ steps: String...) -> Template {
        var template = Template(name, about)
        template.routine = RoutineRequest(name: name, device: "", rule: RuleRequest(), steps: steps)
        return template
    }
}
