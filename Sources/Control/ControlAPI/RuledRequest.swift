// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// A request of which some fields have to be like something.
public protocol RuledRequest {
    /// The rules of the fields, by their keys.
    static var fieldRules: [String: FieldRule] { get }
}

extension AlarmRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] {
        AlarmEditRequest.fieldRules.filter { $0.key != "newName" }
            .merging(["name": .characters(RequestRange.name)]) { _, name in name }
    }
}

extension AlarmEditRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] {
        [
            "newName": .characters(RequestRange.name), "volume": .number(RequestRange.audible),
            "snoozeLimit": .number(RequestRange.snoozes), "touch": .words(AlarmTouch.self),
            "sunrise": .length(RequestRange.sunrise, or: "off"),
            "crescendo": .length(RequestRange.crescendo, or: "off"), "ringFor": .length(RequestRange.ring),
            "snooze": .length(RequestRange.snooze), "lightAfter": .length(RequestRange.lightAfter, or: "off"),
            "backup": .length(RequestRange.backup, or: "off"),
        ]
    }
}

extension BedtimeRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] {
        [
            "newName": .characters(RequestRange.name), "volume": .number(RequestRange.audible),
            "nightVolume": .number(RequestRange.audible), "reminder": .length(RequestRange.reminder, or: "off"),
            "windDown": .length(RequestRange.windDown, or: "off"),
            "soundFor": .length(RequestRange.sound, or: "off"),
            "stayInBed": .length(RequestRange.stayInBed, or: "off"),
            "wakeFor": .length(RequestRange.wake, or: "08:30"),
            "returnAfter": .length(RequestRange.returning, or: "off"),
        ]
    }
}

extension RoutineRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] {
        ["name": .characters(RequestRange.name), "ifRunning": .words(RoutineMeeting.self)]
    }
}

extension RoutineEditRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] {
        ["newName": .characters(RequestRange.name), "ifRunning": .words(RoutineMeeting.self)]
    }
}

extension RoutineRunRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { ["ifRunning": .words(RoutineMeeting.self)] }
}

extension RoutineControlRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { ["step": .atLeast(1)] }
}

extension RuleRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] {
        [
            "gap": .words(GapPolicy.self), "overlap": .words(OverlapPolicy.self),
            "leapDay": .words(MonthDay.LeapDayPolicy.self),
        ]
    }
}

extension SnoozeRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { ["length": .length(RequestRange.snooze)] }
}

extension LightRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { ["brightness": .number(RequestRange.percent)] }
}

extension SoundRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { ["volume": .number(RequestRange.percent)] }
}

extension VolumeRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { ["volume": .number(RequestRange.percent)] }
}

extension NapRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] {
        ["length": .length(RequestRange.nap), "volume": .number(RequestRange.percent)]
    }
}

extension LimitRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] {
        [
            "volume": .number(RequestRange.highestVolume),
            "brightness": .number(RequestRange.highestBrightness),
        ]
    }
}

extension FavouriteRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] {
        [
            "number": .atLeast(1), "brightness": .number(RequestRange.percent),
            "volume": .number(RequestRange.percent),
        ]
    }
}

extension ProgramRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { FavouriteRequest.fieldRules }
}

extension ProgramSwitchRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { ["number": .atLeast(1)] }
}

extension SlotRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { ["number": .atLeast(1)] }
}

extension RecordingRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { ["seconds": .number(RequestRange.recording)] }
}

extension PairRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] {
        ["address": .pattern(RequestRange.address), "name": .characters(RequestRange.name)]
    }
}

extension RenameRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { ["name": .characters(RequestRange.name)] }
}

extension GroupRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { ["name": .characters(RequestRange.name)] }
}

extension HolidaysImportRequest: RuledRequest {
    /// The rules of the fields, by their keys.
    public static var fieldRules: [String: FieldRule] { ["name": .characters(RequestRange.name)] }
}
