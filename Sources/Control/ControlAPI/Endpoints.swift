// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments

/// The table of all operations; the first path component is the version of the API.
public enum Endpoints {
    /// All endpoints; a server serves these and the stream of events.
    public static let all: [any AnyEndpoint] =
        [
            devices, scan, pair, belongings, unpair, rename, identify, record, finishRecording, status,
            power, light, sound, volume, stop, startNap, endNap, limit, setLimit, removeLimit,
            favourites, playFavourite, saveFavourite, editFavourite, programs, setProgram, switchProgram, deleteProgram,
            timer, setTimer, clock, setClock, mirror, setMirror,
            routines, routine, addRoutine, editRoutine, switchRoutine, removeRoutine,
            skipRoutine, unskipRoutine, moveRoutine, runRoutine, stopRoutine, controlRoutine,
            alarms, alarm, addAlarm, editAlarm, switchAlarm, removeAlarm, snoozeAlarm, dismissAlarm, dismissAlarms,
            skipAlarm, unskipAlarm, moveAlarm,
            bedtimes, bedtime, setBedtime, switchBedtime, removeBedtime, skipBedtime, unskipBedtime, moveBedtime,
            startBedtime, endBedtime,
            holidays, importHolidays, removeHolidays,
            groups, setGroup, removeGroup,
            pauses, pause, resume,
            next, log,
            exportSetup, importSetup,
            notices, acknowledgeNotices,
            damaged, removeDamaged,
            health, metrics,
        ] + Each.all

    /// The header field of replies that says, percent-encoded, what cannot be saved and why; absent while everything is.
    ///
    /// What a reply with it says was done is done. Unless what runs is still saved, it lasts only as long as the daemon
    /// runs until the field is absent.
    public static let unsavedHeader = "lull-unsaved"

    /// The path of the stream of events, a GET with a `DeviceChoice`; each server-sent event is an `EventDocument`.
    public static let eventsPath = "/v1/events"

    // MARK: - Devices
    /// All paired devices.
    public static let devices = Endpoint<Empty, [DeviceDocument]>(get: "/v1/devices") { $0.devices.devices }
    /// Devices nearby.
    public static let scan = Endpoint<ScanRequest, [DeviceDocument]>(
        get: "/v1/scan", extraTime: { .seconds(min(max($0.seconds, 0), 60)) }
    ) { $0.devices.scan }
    /// Pairs a device.
    public static let pair = Endpoint<PairRequest, DeviceDocument>(post: "/v1/devices/pair") { $0.devices.pair }
    /// What goes with a device when it is unpaired.
    public static let belongings = Endpoint<DeviceSelection, UnpairDocument>(get: "/v1/devices/belongings") {
        $0.devices.belongings
    }
    /// Forgets a device.
    public static let unpair = Endpoint<DeviceSelection, UnpairDocument>(post: "/v1/devices/unpair") {
        $0.devices.unpair
    }
    /// Gives a device another nickname.
    public static let rename = Endpoint<RenameRequest, DeviceDocument>(post: "/v1/devices/rename") { $0.devices.rename }
    /// Makes a device blink.
    public static let identify = Endpoint<DeviceSelection, ControlResult>(post: "/v1/devices/identify") {
        $0.devices.identify
    }
    /// Records the packets between Lull and a device.
    public static let record = Endpoint<RecordingRequest, RecordingDocument>(
        post: "/v1/devices/record", extraTime: { .seconds(min(max($0.seconds, 0), 600)) }
    ) { $0.devices.record }
    /// Ends a recording early.
    public static let finishRecording = Endpoint<DeviceSelection, DeviceDocument>(post: "/v1/devices/record/finish") {
        $0.devices.finishRecording
    }
    /// State, link, owners and next occurrence.
    public static let status = Endpoint<DeviceChoice, [StatusDocument]>(get: "/v1/status") { $0.devices.status }

    // MARK: - Light and sound
    /// Switches a device on or off.
    public static let power = Endpoint<PowerRequest, ControlResult>(post: "/v1/power") { $0.lightAndSound.power }
    /// The light.
    public static let light = Endpoint<LightRequest, ControlResult>(post: "/v1/light") { $0.lightAndSound.light }
    /// The sound.
    public static let sound = Endpoint<SoundRequest, ControlResult>(post: "/v1/sound") { $0.lightAndSound.sound }
    /// The volume.
    public static let volume = Endpoint<VolumeRequest, ControlResult>(post: "/v1/volume") { $0.lightAndSound.volume }

    /// Ends everything that runs or rings.
    public static let stop = Endpoint<DeviceChoice, [StopDocument]>(post: "/v1/stop") { $0.lightAndSound.stop }
    /// Begins a nap.
    public static let startNap = Endpoint<NapRequest, NapDocument>(post: "/v1/naps/start") { $0.lightAndSound.startNap }
    /// Ends a nap.
    public static let endNap = Endpoint<DeviceSelection, NapDocument>(post: "/v1/naps/end") { $0.lightAndSound.endNap }
    /// What nothing may exceed.
    public static let limit = Endpoint<SlotQuery, LimitDocument>(get: "/v1/limits") { $0.lightAndSound.limit }
    /// Changes what nothing may exceed.
    public static let setLimit = Endpoint<LimitRequest, LimitDocument>(post: "/v1/limits/set") {
        $0.lightAndSound.setLimit
    }
    /// Removes a limit.
    public static let removeLimit = Endpoint<DeviceSelection, LimitDocument>(post: "/v1/limits/remove") {
        $0.lightAndSound.removeLimit
    }

    // MARK: - On-device presets
    /// A device's favourites.
    public static let favourites = Endpoint<SlotQuery, [DeviceFavouriteDocument]>(get: "/v1/favourites") {
        $0.presets.favourites
    }
    /// Plays a favourite.
    public static let playFavourite = Endpoint<SlotRequest, ControlResult>(post: "/v1/favourites/play") {
        $0.presets.playFavourite
    }
    /// Saves what the device shows and plays as a favourite.
    public static let saveFavourite = Endpoint<SlotRequest, DeviceFavouriteDocument>(post: "/v1/favourites/save") {
        $0.presets.saveFavourite
    }
    /// Changes parts of a favourite.
    public static let editFavourite = Endpoint<FavouriteRequest, DeviceFavouriteDocument>(post: "/v1/favourites/edit") {
        $0.presets.editFavourite
    }
    /// A device's programs.
    public static let programs = Endpoint<SlotQuery, [DeviceProgramDocument]>(get: "/v1/programs") {
        $0.presets.programs
    }
    /// Creates or changes a program.
    public static let setProgram = Endpoint<ProgramRequest, ProgramChangeDocument>(post: "/v1/programs/set") {
        $0.presets.setProgram
    }
    /// Enables or disables a program.
    public static let switchProgram = Endpoint<ProgramSwitchRequest, ProgramChangeDocument>(post: "/v1/programs/switch")
    { $0.presets.switchProgram }
    /// Deletes a program.
    public static let deleteProgram = Endpoint<SlotRequest, DeviceProgramDocument>(post: "/v1/programs/delete") {
        $0.presets.deleteProgram
    }
    /// A device's sleep timer.
    public static let timer = Endpoint<SlotQuery, TimerDocument>(get: "/v1/timer") { $0.presets.timer }
    /// Starts or stops a sleep timer.
    public static let setTimer = Endpoint<TimerRequest, TimerDocument>(post: "/v1/timer/set") { $0.presets.setTimer }
    /// A device's clock.
    public static let clock = Endpoint<SlotQuery, ClockDocument>(get: "/v1/clock") { $0.presets.clock }
    /// Sets a device's clock.
    public static let setClock = Endpoint<DeviceSelection, ClockDocument>(post: "/v1/clock/set") { $0.presets.setClock }
    /// Where the mirror of a device stands.
    public static let mirror = Endpoint<SlotQuery, MirrorDocument>(get: "/v1/mirror") { $0.presets.mirror }
    /// Switches the mirror of a device on or off.
    public static let setMirror = Endpoint<MirrorRequest, MirrorDocument>(post: "/v1/mirror/set") {
        $0.presets.setMirror
    }

    // MARK: - Routines
    /// All routines.
    public static let routines = Endpoint<Empty, [RoutineDocument]>(get: "/v1/routines") { $0.routines.routines }
    /// Adds a routine.
    public static let addRoutine = Endpoint<RoutineRequest, RoutineDocument>(post: "/v1/routines/add") {
        $0.routines.addRoutine
    }
    /// One routine.
    public static let routine = Endpoint<ScheduleSelection, RoutineDocument>(get: "/v1/routines/show") {
        $0.routines.routine
    }
    /// Edits a routine.
    public static let editRoutine = Endpoint<RoutineEditRequest, RoutineDocument>(post: "/v1/routines/edit") {
        $0.routines.editRoutine
    }
    /// Enables or disables a routine.
    public static let switchRoutine = Endpoint<ScheduleSwitchRequest, RoutineDocument>(post: "/v1/routines/switch") {
        $0.routines.switchRoutine
    }
    /// Removes a routine.
    public static let removeRoutine = Endpoint<ScheduleSelection, RoutineDocument>(post: "/v1/routines/remove") {
        $0.routines.removeRoutine
    }
    /// Skips a routine.
    public static let skipRoutine = Endpoint<SkipRequest, RoutineDocument>(post: "/v1/routines/skip") {
        $0.routines.skipRoutine
    }
    /// Cancels the skip of a routine.
    public static let unskipRoutine = Endpoint<SkipRequest, RoutineDocument>(post: "/v1/routines/unskip") {
        $0.routines.unskipRoutine
    }
    /// Gives a routine another time on a date.
    public static let moveRoutine = Endpoint<MoveRequest, RoutineDocument>(post: "/v1/routines/move") {
        $0.routines.moveRoutine
    }
    /// Runs a routine now.
    public static let runRoutine = Endpoint<RoutineRunRequest, RoutineDocument>(post: "/v1/routines/run") {
        $0.routines.runRoutine
    }
    /// Stops a running routine.
    public static let stopRoutine = Endpoint<ScheduleSelection, RoutineDocument>(post: "/v1/routines/stop") {
        $0.routines.stopRoutine
    }
    /// Steers a running routine.
    public static let controlRoutine = Endpoint<RoutineControlRequest, RoutineDocument>(post: "/v1/routines/control") {
        $0.routines.controlRoutine
    }

    // MARK: - Alarms
    /// All alarms.
    public static let alarms = Endpoint<Empty, [AlarmDocument]>(get: "/v1/alarms") { $0.alarms.alarms }
    /// Adds an alarm.
    public static let addAlarm = Endpoint<AlarmRequest, AlarmDocument>(post: "/v1/alarms/add") { $0.alarms.addAlarm }
    /// One alarm.
    public static let alarm = Endpoint<ScheduleSelection, AlarmDocument>(get: "/v1/alarms/show") { $0.alarms.alarm }
    /// Edits an alarm.
    public static let editAlarm = Endpoint<AlarmEditRequest, AlarmDocument>(post: "/v1/alarms/edit") {
        $0.alarms.editAlarm
    }
    /// Enables or disables an alarm.
    public static let switchAlarm = Endpoint<ScheduleSwitchRequest, AlarmDocument>(post: "/v1/alarms/switch") {
        $0.alarms.switchAlarm
    }
    /// Removes an alarm.
    public static let removeAlarm = Endpoint<ScheduleSelection, AlarmDocument>(post: "/v1/alarms/remove") {
        $0.alarms.removeAlarm
    }
    /// Silences a ringing alarm for a while.
    public static let snoozeAlarm = Endpoint<SnoozeRequest, AlarmDocument>(post: "/v1/alarms/snooze") {
        $0.alarms.snoozeAlarm
    }
    /// Ends a ringing or snoozed alarm.
    public static let dismissAlarm = Endpoint<ScheduleSelection, AlarmDocument>(post: "/v1/alarms/dismiss") {
        $0.alarms.dismissAlarm
    }
    /// Ends all ringing and snoozed alarms.
    public static let dismissAlarms = Endpoint<DeviceChoice, [AlarmDocument]>(post: "/v1/alarms/dismiss-all") {
        $0.alarms.dismissAlarms
    }
    /// Skips an alarm on a date.
    public static let skipAlarm = Endpoint<SkipRequest, AlarmDocument>(post: "/v1/alarms/skip") { $0.alarms.skipAlarm }
    /// Lets an alarm ring again on dates on which it was skipped.
    public static let unskipAlarm = Endpoint<SkipRequest, AlarmDocument>(post: "/v1/alarms/unskip") {
        $0.alarms.unskipAlarm
    }
    /// Gives an alarm another time on a date.
    public static let moveAlarm = Endpoint<MoveRequest, AlarmDocument>(post: "/v1/alarms/move") { $0.alarms.moveAlarm }

    // MARK: - Bedtimes
    /// The bedtimes of all devices, or of one.
    public static let bedtimes = Endpoint<DeviceChoice, [BedtimeDocument]>(get: "/v1/bedtimes") { $0.bedtimes.bedtimes }
    /// One bedtime.
    public static let bedtime = Endpoint<ScheduleSelection, BedtimeDocument>(get: "/v1/bedtimes/show") {
        $0.bedtimes.bedtime
    }
    /// Sets a device's bedtime.
    public static let setBedtime = Endpoint<BedtimeRequest, BedtimeDocument>(post: "/v1/bedtimes/set") {
        $0.bedtimes.setBedtime
    }
    /// Enables or disables a bedtime.
    public static let switchBedtime = Endpoint<ScheduleSwitchRequest, BedtimeDocument>(post: "/v1/bedtimes/switch") {
        $0.bedtimes.switchBedtime
    }
    /// Removes a bedtime.
    public static let removeBedtime = Endpoint<ScheduleSelection, BedtimeDocument>(post: "/v1/bedtimes/remove") {
        $0.bedtimes.removeBedtime
    }

    /// Skips a bedtime.
    public static let skipBedtime = Endpoint<SkipRequest, BedtimeDocument>(post: "/v1/bedtimes/skip") {
        $0.bedtimes.skipBedtime
    }
    /// Cancels the skip of a bedtime.
    public static let unskipBedtime = Endpoint<SkipRequest, BedtimeDocument>(post: "/v1/bedtimes/unskip") {
        $0.bedtimes.unskipBedtime
    }
    /// Gives a bedtime another time on a date.
    public static let moveBedtime = Endpoint<MoveRequest, BedtimeDocument>(post: "/v1/bedtimes/move") {
        $0.bedtimes.moveBedtime
    }
    /// Begins a bedtime now.
    public static let startBedtime = Endpoint<ScheduleSelection, BedtimeDocument>(post: "/v1/bedtimes/start") {
        $0.bedtimes.startBedtime
    }
    /// Ends the night of a bedtime.
    public static let endBedtime = Endpoint<ScheduleSelection, BedtimeDocument>(post: "/v1/bedtimes/off") {
        $0.bedtimes.endBedtime
    }

    // MARK: - Holidays
    /// The calendars of holidays.
    public static let holidays = Endpoint<Empty, [HolidaysDocument]>(get: "/v1/holidays") { $0.holidays.holidays }
    /// Imports a calendar of holidays.
    public static let importHolidays = Endpoint<HolidaysImportRequest, HolidaysImportDocument>(
        post: "/v1/holidays/import", longestBody: longestImport, extraTime: { _ in .seconds(60) }
    ) { $0.holidays.importHolidays }
    /// Removes a calendar of holidays.
    public static let removeHolidays = Endpoint<HolidaysSelection, HolidaysDocument>(post: "/v1/holidays/remove") {
        $0.holidays.removeHolidays
    }

    // MARK: - Pauses
    /// The pauses that last now or are to begin.
    public static let pauses = Endpoint<Empty, [PauseDocument]>(get: "/v1/pauses") { $0.pauses.pauses }
    /// Begins a pause.
    public static let pause = Endpoint<PauseRequest, PauseDocument>(post: "/v1/pauses/begin") { $0.pauses.pause }
    /// Ends pauses.
    public static let resume = Endpoint<DeviceChoice, [PauseDocument]>(post: "/v1/pauses/end") { $0.pauses.resume }

    // MARK: - Plan and history
    /// The plan.
    public static let next = Endpoint<NextQuery, [NextDocument]>(get: "/v1/next") { $0.plan.next }
    /// The history.
    public static let log = Endpoint<LogQuery, [LogDocument]>(get: "/v1/log") { $0.plan.log }

    // MARK: - Setup
    /// The whole setup as one document.
    public static let exportSetup = Endpoint<Empty, SetupTextDocument>(get: "/v1/setup") { $0.setup.exportSetup }
    /// Replaces the setup by a document.
    public static let importSetup = Endpoint<ImportRequest, ImportDocument>(
        post: "/v1/setup/import", longestBody: longestImport, extraTime: { _ in .seconds(60) }
    ) { $0.setup.importSetup }

    // MARK: - Notices
    /// What somebody should know.
    public static let notices = Endpoint<NoticesQuery, [NoticeDocument]>(get: "/v1/notices") { $0.notices.notices }
    /// Acknowledges notices.
    public static let acknowledgeNotices = Endpoint<NoticesSelection, [NoticeDocument]>(
        post: "/v1/notices/acknowledge"
    ) { $0.notices.acknowledgeNotices }

    // MARK: - Damage
    /// What is stored and cannot be read.
    public static let damaged = Endpoint<Empty, [DamagedRowDocument]>(get: "/v1/damaged") { $0.damage.damaged }
    /// Removes something that cannot be read.
    public static let removeDamaged = Endpoint<DamagedSelection, DamagedRowDocument>(post: "/v1/damaged/remove") {
        $0.damage.removeDamaged
    }

    // MARK: - The daemon
    /// Whether alarms can ring.
    public static let health = Endpoint<Empty, HealthDocument>(get: "/v1/health") { $0.daemon.health }
    /// What the daemon counts.
    public static let metrics = Endpoint<Empty, MetricsText>(get: "/v1/metrics") { $0.daemon.metrics }

    /// The longest request with a setup, in bytes: a document of 1 MiB, each byte of which JSON may write as six.
    private static let longestImport = 6 * 1024 * 1024 + 1024
}
