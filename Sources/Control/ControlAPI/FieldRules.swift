// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// What fields of requests have to be like, for whoever describes the API.
public enum FieldRules {
    /// The rules of the fields of a request, by their keys.
    public static func of(_ request: Any.Type) -> [String: FieldRule] { table[ObjectIdentifier(request)] ?? [:] }

    private static let table = Dictionary(uniqueKeysWithValues: rows.map { (ObjectIdentifier($0), $1) })

    private static let rows: [(Any.Type, [String: FieldRule])] = [
        (AlarmRequest.self, alarm.merging(["name": .characters(RequestRange.name)]) { _, name in name }),
        (
            AlarmEditRequest.self,
            alarm.merging(["name": schedule, "newName": .characters(RequestRange.name)]) { _, name in name }
        ),
        (
            BedtimeRequest.self,
            [
                "name": .meaning(ScheduleName.bedtime), "newName": .characters(RequestRange.name),
                "volume": .number(RequestRange.audible),
                "nightVolume": .number(RequestRange.audible), "reminder": .length(RequestRange.reminder, or: "off"),
                "windDown": .length(RequestRange.windDown, or: "off"),
                "soundFor": .length(RequestRange.sound, or: "off"),
                "stayInBed": .length(RequestRange.stayInBed, or: "off"),
                "wakeFor": .length(RequestRange.wake, or: "08:30"),
                "returnAfter": .length(RequestRange.returning, or: "off"),
            ]
        ),
        (RoutineRequest.self, ["name": .characters(RequestRange.name), "ifRunning": .words(RoutineMeeting.self)]),
        (
            RoutineEditRequest.self,
            [
                "name": schedule, "newName": .characters(RequestRange.name), "ifRunning": .words(RoutineMeeting.self),
            ]
        ),
        (RoutineRunRequest.self, ["name": schedule, "ifRunning": .words(RoutineMeeting.self)]),
        (RoutineControlRequest.self, ["name": schedule, "step": .atLeast(1)]),
        (ScheduleSelection.self, ["name": schedule]),
        (ScheduleSwitchRequest.self, ["name": schedule]),
        (SkipRequest.self, ["name": schedule]),
        (MoveRequest.self, ["name": schedule]),
        (
            RuleRequest.self,
            [
                "gap": .words(GapPolicy.self), "overlap": .words(OverlapPolicy.self),
                "leapDay": .words(MonthDay.LeapDayPolicy.self),
            ]
        ),
        (SnoozeRequest.self, ["name": schedule, "length": .length(RequestRange.snooze)]),
        (SnoozeAllRequest.self, ["length": .length(RequestRange.snooze)]),
        (LightRequest.self, ["brightness": .number(RequestRange.percent)]),
        (SoundRequest.self, ["volume": .number(RequestRange.percent)]),
        (VolumeRequest.self, ["volume": .number(RequestRange.percent)]),
        (NapRequest.self, ["length": .length(RequestRange.nap), "volume": .number(RequestRange.percent)]),
        (
            LimitRequest.self,
            [
                "volume": .number(RequestRange.highestVolume),
                "brightness": .number(RequestRange.highestBrightness),
            ]
        ),
        (FavouriteRequest.self, favourite),
        (ProgramRequest.self, favourite),
        (ProgramSwitchRequest.self, ["number": .atLeast(1)]),
        (SlotRequest.self, ["number": .atLeast(1)]),
        (RecordingRequest.self, ["seconds": .number(RequestRange.recording)]),
        (PairRequest.self, ["address": .pattern(RequestRange.address), "name": .characters(RequestRange.name)]),
        (RenameRequest.self, ["name": .characters(RequestRange.name)]),
        (GroupRequest.self, ["name": .characters(RequestRange.name)]),
        (HolidaysImportRequest.self, ["name": .characters(RequestRange.name)]),
    ]

    private static let schedule = FieldRule.meaning(ScheduleName.words)

    private static let alarm: [String: FieldRule] = [
        "volume": .number(RequestRange.audible),
        "snoozeLimit": .number(RequestRange.snoozes), "touch": .words(AlarmTouch.self),
        "sunrise": .length(RequestRange.sunrise, or: "off"),
        "crescendo": .length(RequestRange.crescendo, or: "off"), "ringFor": .length(RequestRange.ring),
        "snooze": .length(RequestRange.snooze), "lightAfter": .length(RequestRange.lightAfter, or: "off"),
        "backup": .length(RequestRange.backup, or: "off"),
    ]

    private static let favourite: [String: FieldRule] = [
        "number": .atLeast(1), "brightness": .number(RequestRange.percent),
        "volume": .number(RequestRange.percent),
    ]
}
