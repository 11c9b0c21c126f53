// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// A plan as stored; durations are nanoseconds, levels and sounds the device's numbers.
enum PlanPayload: Codable {
    case routine(plan: RoutinePlanPayload)
    case alarm(plan: AlarmPlanPayload)
    case bedtime(plan: BedtimePlanPayload)

    init(_ plan: Schedule.Plan) {
        self =
            switch plan {
            case .routine(let plan): .routine(plan: RoutinePlanPayload(plan))
            case .alarm(let plan): .alarm(plan: AlarmPlanPayload(plan))
            case .bedtime(let plan): .bedtime(plan: BedtimePlanPayload(plan))
            }
    }

    func value() throws -> Schedule.Plan {
        switch self {
        case .routine(let plan): .routine(try plan.value())
        case .alarm(let plan): .alarm(plan.value)
        case .bedtime(let plan): .bedtime(try plan.value())
        }
    }
}

struct LightPayload: Codable {
    enum Appearance: Codable {
        case color(red: UInt8, green: UInt8, blue: UInt8)
        case gradient
    }

    var appearance: Appearance
    var brightness: UInt8

    init(_ light: Light) {
        appearance =
            switch light.appearance {
            case .color(let color): .color(red: color.red, green: color.green, blue: color.blue)
            case .gradient: .gradient
            }
        brightness = light.brightness.rawValue
    }

    var value: Light {
        let level = Level(rawValue: brightness)
        return switch appearance {
        case .color(let red, let green, let blue):
            Light(.color(RGBColor(red: red, green: green, blue: blue)), brightness: level)
        case .gradient:
            Light(.gradient, brightness: level)
        }
    }
}

struct RoutinePlanPayload: Codable {
    struct Step: Codable {
        enum End: Codable {
            case after(nanoseconds: Int64)
            case at(time: String)
            case whenStopped
        }

        var light: LightPayload?
        var lightFadeNanoseconds: Int64
        var sound: UInt8?
        var volume: UInt8?
        var volumeFadeNanoseconds: Int64
        var end: End
    }

    var steps: [Step]
    /// Nil for one that replaces others.
    var ifRunning: RoutineMeeting?

    init(_ plan: RoutinePlan) {
        ifRunning = plan.ifRunning == .replace ? nil : plan.ifRunning
        steps = plan.steps.map { step in
            Step(
                light: step.light.map(LightPayload.init), lightFadeNanoseconds: step.lightFade.storedNanoseconds,
                sound: step.sound?.rawValue, volume: step.volume?.rawValue,
                volumeFadeNanoseconds: step.volumeFade.storedNanoseconds, end: Step.End(step.end))
        }
    }

    func value() throws -> RoutinePlan {
        RoutinePlan(
            steps: try steps.map { step in
                RoutineStep(
                    light: step.light?.value, lightFade: .nanoseconds(step.lightFadeNanoseconds),
                    sound: step.sound.map(SoundID.init(rawValue:)), volume: step.volume.map(Level.init(rawValue:)),
                    volumeFade: .nanoseconds(step.volumeFadeNanoseconds), end: try step.end.value())
            }, ifRunning: ifRunning ?? .replace)
    }
}

extension RoutinePlanPayload.Step.End {
    init(_ end: RoutineStep.End) {
        self =
            switch end {
            case .after(let duration): .after(nanoseconds: duration.storedNanoseconds)
            case .at(let time): .at(time: time.description)
            case .whenStopped: .whenStopped
            }
    }

    func value() throws -> RoutineStep.End {
        switch self {
        case .after(let nanoseconds): .after(.nanoseconds(nanoseconds))
        case .at(let time): .at(try TimeOfDay(stored: time))
        case .whenStopped: .whenStopped
        }
    }
}

struct AlarmPlanPayload: Codable {
    var sunriseNanoseconds: Int64?
    var light: LightPayload?
    var sound: UInt8
    var volume: UInt8
    var crescendoNanoseconds: Int64?
    /// Nil for as long as usual.
    var ringForNanoseconds: Int64?
    var snoozeNanoseconds: Int64
    /// Nil for as many as usual.
    var snoozeLimit: Int?
    /// Nil for a snooze.
    var touch: AlarmTouch?
    var lightAfterNanoseconds: Int64?
    var backupNanoseconds: Int64?

    init(_ plan: AlarmPlan) {
        sunriseNanoseconds = plan.sunrise?.storedNanoseconds
        light = plan.light.map(LightPayload.init)
        sound = plan.sound.rawValue
        volume = plan.volume.rawValue
        crescendoNanoseconds = plan.crescendo?.storedNanoseconds
        ringForNanoseconds = plan.ringFor == AlarmPlan.usualRing ? nil : plan.ringFor.storedNanoseconds
        snoozeNanoseconds = plan.snooze.storedNanoseconds
        snoozeLimit = plan.snoozeLimit == AlarmPlan.usualSnoozeLimit ? nil : plan.snoozeLimit
        touch = plan.touch == .snooze ? nil : plan.touch
        lightAfterNanoseconds = plan.lightAfter?.storedNanoseconds
        backupNanoseconds = plan.backup?.storedNanoseconds
    }

    var value: AlarmPlan {
        AlarmPlan(
            sunrise: sunriseNanoseconds.map { .nanoseconds($0) }, light: light?.value,
            sound: SoundID(rawValue: sound), volume: Level(rawValue: volume),
            crescendo: crescendoNanoseconds.map { .nanoseconds($0) },
            ringFor: ringForNanoseconds.map { .nanoseconds($0) } ?? AlarmPlan.usualRing,
            snooze: .nanoseconds(snoozeNanoseconds), snoozeLimit: snoozeLimit ?? AlarmPlan.usualSnoozeLimit,
            touch: touch ?? .snooze, lightAfter: lightAfterNanoseconds.map { .nanoseconds($0) },
            backup: backupNanoseconds.map { .nanoseconds($0) })
    }
}

struct BedtimePlanPayload: Codable {
    var windDownNanoseconds: Int64
    var light: LightPayload
    var sound: UInt8
    var volume: UInt8
    /// When all days share it.
    var wake: String?
    /// Otherwise; seven of them, Sunday first.
    var wakeByWeekday: [String?]?
    /// Nil where lights-out has a time of its own.
    var sleepNanoseconds: Int64?
    /// The times of single mornings by their dates; nil for none.
    var mornings: [String: String]?
    var wakeLight: LightPayload
    /// Nil for the usual length.
    var wakeForNanoseconds: Int64?
    /// Nil for a length.
    var wakeUntil: String?
    var nightVolume: UInt8?
    var soundForNanoseconds: Int64?
    var nightLight: LightPayload?
    var stayInBedNanoseconds: Int64?
    var stayInBedLight: LightPayload?
    var returnNanoseconds: Int64?
    var reminderNanoseconds: Int64?

    init(_ plan: BedtimePlan) {
        windDownNanoseconds = plan.windDown.storedNanoseconds
        light = LightPayload(plan.light)
        sound = plan.sound.rawValue
        volume = plan.volume.rawValue
        wake = plan.wake?.everyDay?.description
        wakeByWeekday = wake == nil ? plan.wake?.stored : nil
        sleepNanoseconds = plan.sleep?.storedNanoseconds
        mornings =
            plan.mornings.isEmpty
            ? nil
            : Dictionary(uniqueKeysWithValues: plan.mornings.map { ($0.key.description, $0.value.description) })
        wakeLight = LightPayload(plan.wakeLight)
        wakeForNanoseconds =
            plan.wakeFor == BedtimePlan.usualWakeDuration ? nil : plan.wakeFor.storedNanoseconds
        wakeUntil = plan.wakeUntil?.description
        nightVolume = plan.nightVolume?.rawValue
        soundForNanoseconds = plan.soundFor?.storedNanoseconds
        nightLight = plan.nightLight.map(LightPayload.init)
        stayInBedNanoseconds = plan.stayInBed?.lead.storedNanoseconds
        stayInBedLight = plan.stayInBed.map { LightPayload($0.light) }
        returnNanoseconds = plan.returnsAfter?.storedNanoseconds
        reminderNanoseconds = plan.reminder?.storedNanoseconds
    }

    func value() throws -> BedtimePlan {
        BedtimePlan(
            reminder: reminderNanoseconds.map { .nanoseconds($0) }, windDown: .nanoseconds(windDownNanoseconds),
            light: light.value, sound: SoundID(rawValue: sound),
            volume: Level(rawValue: volume), nightVolume: nightVolume.map(Level.init(rawValue:)),
            soundFor: soundForNanoseconds.map { .nanoseconds($0) }, nightLight: nightLight?.value,
            stayInBed: stayInBedNanoseconds.flatMap { lead in
                stayInBedLight.map { BedtimePlan.StayInBed(lead: .nanoseconds(lead), light: $0.value) }
            },
            wake: try wake.map { WeekdayTimes(everyDay: try TimeOfDay(stored: $0)) }
                ?? wakeByWeekday.map(WeekdayTimes.init(stored:)),
            sleep: sleepNanoseconds.map { .nanoseconds($0) },
            mornings: try (mornings ?? [:]).reduce(into: [:]) { times, entry in
                times[try CivilDate(stored: entry.key)] = try TimeOfDay(stored: entry.value)
            },
            wakeLight: wakeLight.value,
            wakeFor: wakeForNanoseconds.map { .nanoseconds($0) } ?? BedtimePlan.usualWakeDuration,
            wakeUntil: try wakeUntil.map(TimeOfDay.init(stored:)),
            returnsAfter: returnNanoseconds.map { .nanoseconds($0) })
    }
}
