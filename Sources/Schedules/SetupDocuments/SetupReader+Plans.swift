// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

extension SetupReader {
    static let routineKeys: [SetupKey] = [.ifRunning, .steps]
    static let alarmKeys: [SetupKey] = [
        .sunrise, .light, .sound, .volume, .crescendo, .ringFor, .snooze, .snoozeLimit, .touch, .lightAfter, .backup,
    ]
    static let bedtimeKeys: [SetupKey] = [
        .reminder, .windDown, .light, .sound, .volume, .nightVolume, .soundFor, .nightLight, .stayInBed,
        .stayInBedLight,
        .wake, .sleep, .mornings, .wakeLight, .wakeFor, .return,
    ]

    private static let light = "a light such as amber 40%, #FF890E 40%, gradient 100% or off"
    private static let level = "a level such as 40% or 103/255"
    private static let sound = "a sound of this device, by number or name, or off"

    func plan(
        _ values: SetupMapping, _ kind: ScheduleKind, _ product: HardwareProduct
    ) throws(SetupError) -> Schedule.Plan {
        switch kind {
        case .routine:
            var steps: [RoutineStep] = []
            let nodes = try values.required(.steps, "a list of steps").items()
            for (number, node) in nodes.enumerated() {
                steps.append(try step(node, isLast: number == nodes.count - 1, product))
            }
            let ifRunning = try values.optional(.ifRunning) { node throws(SetupError) in
                try node.value("replace, queue or ignore", RoutineMeeting.init)
            }
            return .routine(RoutinePlan(steps: steps, ifRunning: ifRunning ?? .replace))
        case .alarm:
            return .alarm(
                AlarmPlan(
                    sunrise: try values.optional(.sunrise, duration), light: try values.optional(.light, light),
                    sound: try sound(try values.required(.sound, Self.sound), product),
                    volume: try level(try values.required(.volume, Self.level)),
                    crescendo: try values.optional(.crescendo, duration),
                    ringFor: try values.optional(.ringFor, duration) ?? AlarmPlan.usualRing,
                    snooze: try duration(try values.required(.snooze, Self.duration)),
                    snoozeLimit: try values.optional(.snoozeLimit, count) ?? AlarmPlan.usualSnoozeLimit,
                    touch: try values.optional(.touch, touch) ?? .snooze,
                    lightAfter: try values.optional(.lightAfter, duration),
                    backup: try values.optional(.backup, duration)))
        case .bedtime:
            let wakeEnd = try values.optional(.wakeFor, wakeEnd) ?? (length: nil, until: nil)
            return .bedtime(
                BedtimePlan(
                    reminder: try values.optional(.reminder, duration),
                    windDown: try duration(try values.required(.windDown, Self.duration)),
                    light: try light(try values.required(.light, Self.light)),
                    sound: try sound(try values.required(.sound, Self.sound), product),
                    volume: try level(try values.required(.volume, Self.level)),
                    nightVolume: try values.optional(.nightVolume, level),
                    soundFor: try values.optional(.soundFor, duration),
                    nightLight: try values.optional(.nightLight, light), stayInBed: try stayInBed(values),
                    wake: try values.optional(.wake, weekdayTimes),
                    sleep: try values.optional(.sleep, duration),
                    mornings: try values.optional(.mornings, mornings) ?? [:],
                    wakeLight: try light(try values.required(.wakeLight, Self.light)),
                    wakeFor: wakeEnd.length ?? BedtimePlan.usualWakeDuration, wakeUntil: wakeEnd.until,
                    returnsAfter: try values.optional(.return, duration)))
        }
    }

    /// A time for each of some dates.
    private func mornings(_ node: SetupNode) throws(SetupError) -> [CivilDate: TimeOfDay] {
        guard let pairs = node.pairs else {
            throw node.error("mornings needs dates with their times, such as 2027-03-13: 08:00")
        }
        var times: [CivilDate: TimeOfDay] = [:]
        for pair in pairs {
            let date = try date(pair.key)
            guard times[date] == nil else { throw pair.key.error("\(pair.key.keyText.quoted) is there twice") }
            times[date] = try time(pair.value)
        }
        return times
    }

    /// A length of time, or a time of day.
    private func wakeEnd(_ node: SetupNode) throws(SetupError) -> (length: Duration?, until: TimeOfDay?) {
        try node.value("a duration such as 1h30m or a time such as 08:30") { text in
            if let until = TimeOfDay(parsing: text) { return (nil, until) }
            return SetupText.duration(text).map { ($0, nil) }
        }
    }

    private func count(_ node: SetupNode) throws(SetupError) -> Int {
        try node.value("a whole number", SetupText.number)
    }

    private func touch(_ node: SetupNode) throws(SetupError) -> AlarmTouch {
        try node.choice()
    }

    private func stayInBed(_ values: SetupMapping) throws(SetupError) -> BedtimePlan.StayInBed? {
        switch (values[.stayInBed], values[.stayInBedLight]) {
        case (nil, nil): return nil
        case (let lead?, let light?):
            return BedtimePlan.StayInBed(lead: try duration(lead), light: try self.light(light))
        default: throw values.node.error("stay-in-bed and stay-in-bed-light need each other")
        }
    }

    /// Reads a step; the last one may leave out its end, and then waits to be stopped, as in `--step`.
    private func step(
        _ node: SetupNode, isLast: Bool, _ product: HardwareProduct
    ) throws(SetupError) -> RoutineStep {
        let values = try node.mapping([.light, .lightFade, .sound, .volume, .volumeFade, .for, .until])
        let end: RoutineStep.End
        switch (values[.for], values[.until]) {
        case (let node?, nil): end = .after(try duration(node))
        case (nil, let node?):
            end = try node.value("stopped, told, or a time of day such as 07:00") { text in
                text == "stopped" || text == "told" ? .whenStopped : TimeOfDay(parsing: text).map { .at($0) }
            }
        case (nil, nil) where isLast: end = .whenStopped
        case (nil, nil):
            throw node.error("a step before the last needs its end: write for: 30m, until: 07:00, or until: told")
        default: throw node.error("a step has for or until, and not both")
        }
        let sound = try values.optional(.sound) { node throws(SetupError) in try levelledSound(node, product) }
        let volume = try values.optional(.volume, level)
        if let other = values[.volume], sound?.volume != nil { throw other.error("the sound has a volume already") }
        return RoutineStep(
            light: try values.optional(.light, light), lightFade: try values.optional(.lightFade, duration) ?? .zero,
            sound: sound?.sound, volume: sound?.volume ?? volume,
            volumeFade: try values.optional(.volumeFade, duration) ?? .zero, end: end)
    }

    private func light(_ node: SetupNode) throws(SetupError) -> Light {
        try node.value(Self.light, SetupText.light)
    }

    func level(_ node: SetupNode) throws(SetupError) -> Level {
        try node.value(Self.level, SetupText.level)
    }

    private func sound(_ node: SetupNode, _ product: HardwareProduct) throws(SetupError) -> SoundID {
        try node.value(Self.sound) { sound($0, product) }
    }

    /// A sound that may have its volume beside it, as a light has its brightness.
    private func levelledSound(
        _ node: SetupNode, _ product: HardwareProduct
    ) throws(SetupError) -> (sound: SoundID, volume: Level?) {
        try node.value(Self.sound) { text in
            if let sound = sound(text, product) { return (sound, nil) }
            let words = text.split(separator: " ")
            guard words.count > 1, let volume = words.last.flatMap({ SetupText.level(String($0)) }) else { return nil }
            return sound(words.dropLast().joined(separator: " "), product).map { ($0, volume) }
        }
    }

    private func sound(_ text: String, _ product: HardwareProduct) -> SoundID? {
        if text == "off" { return SoundID.none }
        if let number = SetupText.number(text) { return UInt8(exactly: number).map(SoundID.init(rawValue:)) }
        return sounds.sound(text, product)
    }
}
