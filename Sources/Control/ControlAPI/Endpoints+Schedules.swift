// SPDX-License-Identifier: Apache-2.0

extension Endpoints {
    // MARK: - Routines
    /// The routines of all devices, or of one.
    public static let routines = Endpoint<DeviceChoice, [RoutineDocument]>(
        get: "/v1/routines", "The routines of all devices, or of one."
    ) { $0.routines.routines }
    /// Adds a routine.
    public static let addRoutine = Endpoint<RoutineRequest, RoutineDocument>(
        post: "/v1/routines/add", "Adds a routine.", grade: .admin
    ) {
        $0.routines.addRoutine
    }
    /// One routine.
    public static let routine = Endpoint<ScheduleSelection, RoutineDocument>(get: "/v1/routines/show", "One routine.") {
        $0.routines.routine
    }
    /// Edits a routine.
    public static let editRoutine = Endpoint<RoutineEditRequest, RoutineDocument>(
        post: "/v1/routines/edit", "Edits a routine.", grade: .admin
    ) {
        $0.routines.editRoutine
    }
    /// Enables or disables a routine.
    public static let switchRoutine = Endpoint<ScheduleSwitchRequest, RoutineDocument>(
        post: "/v1/routines/switch", "Enables or disables a routine.", grade: .admin
    ) {
        $0.routines.switchRoutine
    }
    /// Removes a routine.
    public static let removeRoutine = Endpoint<ScheduleSelection, RoutineDocument>(
        post: "/v1/routines/remove", "Removes a routine.", grade: .admin
    ) {
        $0.routines.removeRoutine
    }
    /// Skips a routine.
    public static let skipRoutine = Endpoint<SkipRequest, RoutineDocument>(
        post: "/v1/routines/skip", "Skips a routine."
    ) {
        $0.routines.skipRoutine
    }
    /// Cancels the skip of a routine.
    public static let unskipRoutine = Endpoint<SkipRequest, RoutineDocument>(
        post: "/v1/routines/unskip", "Cancels the skip of a routine."
    ) {
        $0.routines.unskipRoutine
    }
    /// Gives a routine another time on a date.
    public static let moveRoutine = Endpoint<MoveRequest, RoutineDocument>(
        post: "/v1/routines/move", "Gives a routine another time on a date."
    ) {
        $0.routines.moveRoutine
    }
    /// Runs a routine now.
    public static let runRoutine = Endpoint<RoutineRunRequest, RoutineDocument>(
        post: "/v1/routines/run", "Runs a routine now."
    ) {
        $0.routines.runRoutine
    }
    /// Stops a running routine.
    public static let stopRoutine = Endpoint<ScheduleSelection, RoutineDocument>(
        post: "/v1/routines/stop", "Stops a running routine."
    ) {
        $0.routines.stopRoutine
    }
    /// Steers a running routine.
    public static let controlRoutine = Endpoint<RoutineControlRequest, RoutineDocument>(
        post: "/v1/routines/control", "Steers a running routine."
    ) {
        $0.routines.controlRoutine
    }

    // MARK: - Alarms
    /// The alarms of all devices, or of one.
    public static let alarms = Endpoint<DeviceChoice, [AlarmDocument]>(
        get: "/v1/alarms", "The alarms of all devices, or of one."
    ) { $0.alarms.alarms }
    /// Adds an alarm.
    public static let addAlarm = Endpoint<AlarmRequest, AlarmDocument>(
        post: "/v1/alarms/add", "Adds an alarm.", grade: .admin
    ) { $0.alarms.addAlarm }
    /// One alarm.
    public static let alarm = Endpoint<ScheduleSelection, AlarmDocument>(get: "/v1/alarms/show", "One alarm.") {
        $0.alarms.alarm
    }
    /// Edits an alarm.
    public static let editAlarm = Endpoint<AlarmEditRequest, AlarmDocument>(
        post: "/v1/alarms/edit", "Edits an alarm.", grade: .admin
    ) {
        $0.alarms.editAlarm
    }
    /// Enables or disables an alarm.
    public static let switchAlarm = Endpoint<ScheduleSwitchRequest, AlarmDocument>(
        post: "/v1/alarms/switch", "Enables or disables an alarm.", grade: .admin
    ) {
        $0.alarms.switchAlarm
    }
    /// Removes an alarm.
    public static let removeAlarm = Endpoint<ScheduleSelection, AlarmDocument>(
        post: "/v1/alarms/remove", "Removes an alarm.", grade: .admin
    ) {
        $0.alarms.removeAlarm
    }
    /// Silences a ringing alarm for a while.
    public static let snoozeAlarm = Endpoint<SnoozeRequest, AlarmDocument>(
        post: "/v1/alarms/snooze", "Silences a ringing alarm for a while."
    ) {
        $0.alarms.snoozeAlarm
    }
    /// Silences all ringing alarms for a while.
    public static let snoozeAlarms = Endpoint<SnoozeAllRequest, [AlarmDocument]>(
        post: "/v1/alarms/snooze-all", "Silences all ringing alarms for a while."
    ) {
        $0.alarms.snoozeAlarms
    }
    /// Ends a ringing or snoozed alarm.
    public static let dismissAlarm = Endpoint<ScheduleSelection, AlarmDocument>(
        post: "/v1/alarms/dismiss", "Ends a ringing or snoozed alarm."
    ) {
        $0.alarms.dismissAlarm
    }
    /// Ends all ringing and snoozed alarms.
    public static let dismissAlarms = Endpoint<DeviceChoice, [AlarmDocument]>(
        post: "/v1/alarms/dismiss-all", "Ends all ringing and snoozed alarms."
    ) {
        $0.alarms.dismissAlarms
    }
    /// Skips an alarm on a date.
    public static let skipAlarm = Endpoint<SkipRequest, AlarmDocument>(
        post: "/v1/alarms/skip", "Skips an alarm on a date."
    ) { $0.alarms.skipAlarm }
    /// Lets an alarm ring again on dates on which it was skipped.
    public static let unskipAlarm = Endpoint<SkipRequest, AlarmDocument>(
        post: "/v1/alarms/unskip", "Lets an alarm ring again on dates on which it was skipped."
    ) {
        $0.alarms.unskipAlarm
    }
    /// Gives an alarm another time on a date.
    public static let moveAlarm = Endpoint<MoveRequest, AlarmDocument>(
        post: "/v1/alarms/move", "Gives an alarm another time on a date."
    ) { $0.alarms.moveAlarm }

    // MARK: - Bedtimes
    /// The bedtimes of all devices, or of one.
    public static let bedtimes = Endpoint<DeviceChoice, [BedtimeDocument]>(
        get: "/v1/bedtimes", "The bedtimes of all devices, or of one."
    ) { $0.bedtimes.bedtimes }
    /// One bedtime.
    public static let bedtime = Endpoint<ScheduleSelection, BedtimeDocument>(get: "/v1/bedtimes/show", "One bedtime.") {
        $0.bedtimes.bedtime
    }
    /// Sets a device's bedtime.
    public static let setBedtime = Endpoint<BedtimeRequest, BedtimeDocument>(
        post: "/v1/bedtimes/set", "Sets a device's bedtime.", grade: .admin
    ) {
        $0.bedtimes.setBedtime
    }
    /// Enables or disables a bedtime.
    public static let switchBedtime = Endpoint<ScheduleSwitchRequest, BedtimeDocument>(
        post: "/v1/bedtimes/switch", "Enables or disables a bedtime.", grade: .admin
    ) {
        $0.bedtimes.switchBedtime
    }
    /// Removes a bedtime.
    public static let removeBedtime = Endpoint<ScheduleSelection, BedtimeDocument>(
        post: "/v1/bedtimes/remove", "Removes a bedtime.", grade: .admin
    ) {
        $0.bedtimes.removeBedtime
    }

    /// Skips a bedtime.
    public static let skipBedtime = Endpoint<SkipRequest, BedtimeDocument>(
        post: "/v1/bedtimes/skip", "Skips a bedtime."
    ) {
        $0.bedtimes.skipBedtime
    }
    /// Cancels the skip of a bedtime.
    public static let unskipBedtime = Endpoint<SkipRequest, BedtimeDocument>(
        post: "/v1/bedtimes/unskip", "Cancels the skip of a bedtime."
    ) {
        $0.bedtimes.unskipBedtime
    }
    /// Gives a bedtime another time on a date.
    public static let moveBedtime = Endpoint<MoveRequest, BedtimeDocument>(
        post: "/v1/bedtimes/move", "Gives a bedtime another time on a date."
    ) {
        $0.bedtimes.moveBedtime
    }
    /// Gives one morning another wake time.
    public static let moveWakeTime = Endpoint<MoveRequest, BedtimeDocument>(
        post: "/v1/bedtimes/wake", "Gives one morning of a bedtime another wake time; its date is that of the morning."
    ) {
        $0.bedtimes.moveWakeTime
    }
    /// Begins a bedtime now.
    public static let startBedtime = Endpoint<ScheduleSelection, BedtimeDocument>(
        post: "/v1/bedtimes/start", "Begins a bedtime now."
    ) {
        $0.bedtimes.startBedtime
    }
    /// Ends the night of a bedtime.
    public static let endBedtime = Endpoint<ScheduleSelection, BedtimeDocument>(
        post: "/v1/bedtimes/off", "Ends the night of a bedtime."
    ) {
        $0.bedtimes.endBedtime
    }
}
