// SPDX-License-Identifier: Apache-2.0

import SleepModel

extension Endpoints {
    /// The groups of devices.
    public static let groups = Endpoint<Empty, [GroupDocument]>(get: "/v1/groups", "The groups of devices.") {
        services in
        { _ throws(ControlError) in try await services.groups.groups() }
    }
    /// Adds a group, or gives one other devices.
    public static let setGroup = Endpoint<GroupRequest, GroupChangeDocument>(
        post: "/v1/groups/set", "Adds a group, or gives one other devices.", grade: .admin
    ) {
        $0.groups.setGroup
    }
    /// Removes a group.
    public static let removeGroup = Endpoint<GroupSelection, GroupChangeDocument>(
        post: "/v1/groups/remove", "Removes a group.", grade: .admin
    ) {
        $0.groups.removeGroup
    }

    /// The operations that also take a group, with a reply for each of its devices; their paths end in `/each`.
    public enum Each {
        /// All of them.
        static let all: [any AnyEndpoint] = [
            identify, power, light, sound, volume, startNap, endNap, limit, setLimit, removeLimit,
            playFavourite, timer, setTimer, clock, setClock, mirror, setMirror, pause,
            routine, addRoutine, editRoutine, switchRoutine, removeRoutine, skipRoutine, unskipRoutine, moveRoutine,
            runRoutine, stopRoutine, controlRoutine,
            alarm, addAlarm, editAlarm, switchAlarm, removeAlarm, snoozeAlarm, dismissAlarm, skipAlarm, unskipAlarm,
            moveAlarm,
            bedtime, setBedtime, switchBedtime, removeBedtime, skipBedtime, unskipBedtime, moveBedtime,
            moveWakeTime, startBedtime, endBedtime,
        ]

        /// Makes each device blink.
        public static let identify = Endpoints.identify.each()
        /// Switches each device on or off.
        public static let power = Endpoints.power.each()
        /// The light of each device.
        public static let light = Endpoints.light.each()
        /// The sound of each device.
        public static let sound = Endpoints.sound.each()
        /// The volume of each device.
        public static let volume = Endpoints.volume.each()
        /// Begins a nap on each device.
        public static let startNap = Endpoints.startNap.each()
        /// Ends the nap on each device.
        public static let endNap = Endpoints.endNap.each()
        /// What nothing may exceed on each device.
        public static let limit = Endpoints.limit.each()
        /// Changes what nothing may exceed on each device.
        public static let setLimit = Endpoints.setLimit.each()
        /// Removes the limit of each device.
        public static let removeLimit = Endpoints.removeLimit.each()
        /// Plays a favourite on each device.
        public static let playFavourite = Endpoints.playFavourite.each()
        /// The sleep timer of each device.
        public static let timer = Endpoints.timer.each()
        /// Starts or stops the sleep timer of each device.
        public static let setTimer = Endpoints.setTimer.each()
        /// The clock of each device.
        public static let clock = Endpoints.clock.each()
        /// Sets the clock of each device.
        public static let setClock = Endpoints.setClock.each()
        /// Where the mirror of each device stands.
        public static let mirror = Endpoints.mirror.each()
        /// Switches the mirror of each device on or off.
        public static let setMirror = Endpoints.setMirror.each()
        /// Begins a pause of each device.
        public static let pause = Endpoints.pause.each()

        // MARK: - Routines
        /// Adds a routine to each device, or to none.
        public static let addRoutine = Endpoint<RoutineRequest, GroupReply<RoutineDocument>>(
            post: "/v1/routines/add/each", "Adds a routine to each device, or to none.", grade: .admin
        ) {
            $0.routines.addRoutines
        }
        /// Edits a routine on each device, or on none.
        public static let editRoutine = Endpoint<RoutineEditRequest, GroupReply<RoutineDocument>>(
            post: "/v1/routines/edit/each", "Edits a routine on each device, or on none.", grade: .admin
        ) {
            $0.routines.editRoutines
        }
        /// The routine on each device.
        public static let routine = Endpoints.routine.each(.routine)
        /// Enables or disables a routine on each device.
        public static let switchRoutine = Endpoints.switchRoutine.each(.routine)
        /// Removes a routine from each device.
        public static let removeRoutine = Endpoints.removeRoutine.each(.routine, .named)
        /// Skips a routine on each device.
        public static let skipRoutine = Endpoints.skipRoutine.each(.routine)
        /// Cancels the skip of a routine on each device.
        public static let unskipRoutine = Endpoints.unskipRoutine.each(.routine)
        /// Gives a routine another time on a date on each device.
        public static let moveRoutine = Endpoints.moveRoutine.each(.routine)
        /// Runs a routine on each device.
        public static let runRoutine = Endpoints.runRoutine.each(.routine)
        /// Stops a routine on each device on which it runs.
        public static let stopRoutine = Endpoints.stopRoutine.each(.routine, .running)
        /// Steers a routine on each device on which it runs.
        public static let controlRoutine = Endpoints.controlRoutine.each(.routine, .running)

        // MARK: - Alarms
        /// Adds an alarm to each device, or to none.
        public static let addAlarm = Endpoint<AlarmRequest, GroupReply<AlarmDocument>>(
            post: "/v1/alarms/add/each", "Adds an alarm to each device, or to none.", grade: .admin
        ) {
            $0.alarms.addAlarms
        }
        /// Edits an alarm on each device, or on none.
        public static let editAlarm = Endpoint<AlarmEditRequest, GroupReply<AlarmDocument>>(
            post: "/v1/alarms/edit/each", "Edits an alarm on each device, or on none.", grade: .admin
        ) {
            $0.alarms.editAlarms
        }
        /// The alarm on each device.
        public static let alarm = Endpoints.alarm.each(.alarm)
        /// Enables or disables an alarm on each device.
        public static let switchAlarm = Endpoints.switchAlarm.each(.alarm)
        /// Removes an alarm from each device.
        public static let removeAlarm = Endpoints.removeAlarm.each(.alarm, .named)
        /// Silences an alarm on each device on which it rings.
        public static let snoozeAlarm = Endpoints.snoozeAlarm.each(.alarm, .running)
        /// Ends an alarm on each device on which it rings or snoozes.
        public static let dismissAlarm = Endpoints.dismissAlarm.each(.alarm, .running)
        /// Skips an alarm on each device.
        public static let skipAlarm = Endpoints.skipAlarm.each(.alarm)
        /// Cancels the skip of an alarm on each device.
        public static let unskipAlarm = Endpoints.unskipAlarm.each(.alarm)
        /// Gives an alarm another time on a date on each device.
        public static let moveAlarm = Endpoints.moveAlarm.each(.alarm)

        // MARK: - Bedtimes
        /// Sets the bedtime of each device, or of none.
        public static let setBedtime = Endpoint<BedtimeRequest, GroupReply<BedtimeDocument>>(
            post: "/v1/bedtimes/set/each", "Sets the bedtime of each device, or of none.", grade: .admin
        ) {
            $0.bedtimes.setBedtimes
        }
        /// The bedtime of each device.
        public static let bedtime = Endpoints.bedtime.each(.bedtime)
        /// Enables or disables the bedtime of each device.
        public static let switchBedtime = Endpoints.switchBedtime.each(.bedtime)
        /// Removes the bedtime of each device.
        public static let removeBedtime = Endpoints.removeBedtime.each(.bedtime, .named)
        /// Skips the bedtime of each device.
        public static let skipBedtime = Endpoints.skipBedtime.each(.bedtime)
        /// Cancels the skip of the bedtime of each device.
        public static let unskipBedtime = Endpoints.unskipBedtime.each(.bedtime)
        /// Gives the bedtime of each device another time on a date.
        public static let moveBedtime = Endpoints.moveBedtime.each(.bedtime)
        /// Gives one morning another wake time on each device.
        public static let moveWakeTime = Endpoints.moveWakeTime.each(.bedtime)
        /// Begins the bedtime of each device.
        public static let startBedtime = Endpoints.startBedtime.each(.bedtime)
        /// Ends the night of each device on which it runs.
        public static let endBedtime = Endpoints.endBedtime.each(.bedtime, .running)
    }
}
