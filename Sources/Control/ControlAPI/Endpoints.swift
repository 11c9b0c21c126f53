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
            alarms, alarm, addAlarm, editAlarm, switchAlarm, removeAlarm, snoozeAlarm, snoozeAlarms, dismissAlarm,
            dismissAlarms, skipAlarm, unskipAlarm, moveAlarm,
            bedtimes, bedtime, setBedtime, switchBedtime, removeBedtime, skipBedtime, unskipBedtime, moveBedtime,
            moveWakeTime,
            startBedtime, endBedtime,
            holidays, importHolidays, removeHolidays,
            groups, setGroup, removeGroup,
            pauses, pause, resume,
            sounds, colors, templates, template, addTemplate, explain,
            next, log, logPage, occurrences,
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

    /// The header field of a request for events that gives the `id` of the last one that its reader had.
    public static let lastEventHeader = "Last-Event-ID"

    /// The path of the stream of events, a GET with a `DeviceChoice`; each server-sent event is an `EventDocument`.
    public static let eventsPath = "/v1/events"

    // MARK: - Devices
    /// All paired devices.
    public static let devices = Endpoint<Empty, [DeviceDocument]>(get: "/v1/devices", "All paired devices.") {
        $0.devices.devices
    }
    /// Devices nearby.
    public static let scan = Endpoint<ScanRequest, [DeviceDocument]>(
        get: "/v1/scan", "Devices nearby.", extraTime: { .seconds(min(max($0.seconds, 0), 60)) }
    ) { $0.devices.scan }
    /// Pairs a device.
    public static let pair = Endpoint<PairRequest, DeviceDocument>(
        post: "/v1/devices/pair", "Pairs a device.", grade: .admin
    ) { $0.devices.pair }
    /// What goes with a device when it is unpaired.
    public static let belongings = Endpoint<DeviceSelection, UnpairDocument>(
        get: "/v1/devices/belongings", "What goes with a device when it is unpaired."
    ) {
        $0.devices.belongings
    }
    /// Forgets a device.
    public static let unpair = Endpoint<DeviceSelection, UnpairDocument>(
        post: "/v1/devices/unpair", "Forgets a device.", grade: .admin
    ) {
        $0.devices.unpair
    }
    /// Gives a device another nickname.
    public static let rename = Endpoint<RenameRequest, DeviceDocument>(
        post: "/v1/devices/rename", "Gives a device another nickname.", grade: .admin
    ) { $0.devices.rename }
    /// Makes a device blink.
    public static let identify = Endpoint<DeviceSelection, ControlResult>(
        post: "/v1/devices/identify", "Makes a device blink."
    ) {
        $0.devices.identify
    }
    /// Records the packets between Lull and a device.
    public static let record = Endpoint<RecordingRequest, RecordingDocument>(
        post: "/v1/devices/record", "Records the packets between Lull and a device.", grade: .admin,
        extraTime: { .seconds(min(max($0.seconds, 0), 600)) }
    ) { $0.devices.record }
    /// Ends a recording early.
    public static let finishRecording = Endpoint<DeviceSelection, DeviceDocument>(
        post: "/v1/devices/record/finish", "Ends a recording early.", grade: .admin
    ) {
        $0.devices.finishRecording
    }
    /// State, link, owners and next occurrence.
    public static let status = Endpoint<DeviceChoice, [StatusDocument]>(
        get: "/v1/status", "State, link, owners and next occurrence."
    ) { $0.devices.status }

    // MARK: - Light and sound
    /// Switches a device on or off.
    public static let power = Endpoint<PowerRequest, ControlResult>(post: "/v1/power", "Switches a device on or off.") {
        $0.lightAndSound.power
    }
    /// The light.
    public static let light = Endpoint<LightRequest, ControlResult>(post: "/v1/light", "The light.") {
        $0.lightAndSound.light
    }
    /// The sound.
    public static let sound = Endpoint<SoundRequest, ControlResult>(post: "/v1/sound", "The sound.") {
        $0.lightAndSound.sound
    }
    /// The volume.
    public static let volume = Endpoint<VolumeRequest, ControlResult>(post: "/v1/volume", "The volume.") {
        $0.lightAndSound.volume
    }

    /// Ends everything that runs or rings.
    public static let stop = Endpoint<DeviceChoice, [StopDocument]>(
        post: "/v1/stop", "Ends everything that runs or rings."
    ) { $0.lightAndSound.stop }
    /// Begins a nap.
    public static let startNap = Endpoint<NapRequest, NapDocument>(post: "/v1/naps/start", "Begins a nap.") {
        $0.lightAndSound.startNap
    }
    /// Ends a nap.
    public static let endNap = Endpoint<DeviceSelection, NapDocument>(post: "/v1/naps/end", "Ends a nap.") {
        $0.lightAndSound.endNap
    }
    /// What nothing may exceed.
    public static let limit = Endpoint<SlotQuery, LimitDocument>(get: "/v1/limits", "What nothing may exceed.") {
        $0.lightAndSound.limit
    }
    /// Changes what nothing may exceed.
    public static let setLimit = Endpoint<LimitRequest, LimitDocument>(
        post: "/v1/limits/set", "Changes what nothing may exceed.", grade: .admin
    ) {
        $0.lightAndSound.setLimit
    }
    /// Removes a limit.
    public static let removeLimit = Endpoint<DeviceSelection, LimitDocument>(
        post: "/v1/limits/remove", "Removes a limit.", grade: .admin
    ) {
        $0.lightAndSound.removeLimit
    }

    // MARK: - On-device presets
    /// A device's favourites.
    public static let favourites = Endpoint<SlotQuery, [DeviceFavouriteDocument]>(
        get: "/v1/favourites", "A device's favourites."
    ) {
        $0.presets.favourites
    }
    /// Plays a favourite.
    public static let playFavourite = Endpoint<SlotRequest, ControlResult>(
        post: "/v1/favourites/play", "Plays a favourite."
    ) {
        $0.presets.playFavourite
    }
    /// Saves what the device shows and plays as a favourite.
    public static let saveFavourite = Endpoint<SlotRequest, DeviceFavouriteDocument>(
        post: "/v1/favourites/save", "Saves what the device shows and plays as a favourite.", grade: .admin
    ) {
        $0.presets.saveFavourite
    }
    /// Changes parts of a favourite.
    public static let editFavourite = Endpoint<FavouriteRequest, DeviceFavouriteDocument>(
        post: "/v1/favourites/edit", "Changes parts of a favourite.", grade: .admin
    ) {
        $0.presets.editFavourite
    }
    /// A device's programs.
    public static let programs = Endpoint<SlotQuery, [DeviceProgramDocument]>(
        get: "/v1/programs", "A device's programs."
    ) {
        $0.presets.programs
    }
    /// Creates or changes a program.
    public static let setProgram = Endpoint<ProgramRequest, ProgramChangeDocument>(
        post: "/v1/programs/set", "Creates or changes a program.", grade: .admin
    ) {
        $0.presets.setProgram
    }
    /// Enables or disables a program.
    public static let switchProgram = Endpoint<ProgramSwitchRequest, ProgramChangeDocument>(
        post: "/v1/programs/switch", "Enables or disables a program.", grade: .admin
    ) { $0.presets.switchProgram }
    /// Deletes a program.
    public static let deleteProgram = Endpoint<SlotRequest, DeviceProgramDocument>(
        post: "/v1/programs/delete", "Deletes a program.", grade: .admin
    ) {
        $0.presets.deleteProgram
    }
    /// A device's sleep timer.
    public static let timer = Endpoint<SlotQuery, TimerDocument>(get: "/v1/timer", "A device's sleep timer.") {
        $0.presets.timer
    }
    /// Starts or stops a sleep timer.
    public static let setTimer = Endpoint<TimerRequest, TimerDocument>(
        post: "/v1/timer/set", "Starts or stops a sleep timer."
    ) { $0.presets.setTimer }
    /// A device's clock.
    public static let clock = Endpoint<SlotQuery, ClockDocument>(get: "/v1/clock", "A device's clock.") {
        $0.presets.clock
    }
    /// Sets a device's clock.
    public static let setClock = Endpoint<DeviceSelection, ClockDocument>(
        post: "/v1/clock/set", "Sets a device's clock."
    ) { $0.presets.setClock }
    /// Where the mirror of a device stands.
    public static let mirror = Endpoint<SlotQuery, MirrorDocument>(
        get: "/v1/mirror", "Where the mirror of a device stands."
    ) { $0.presets.mirror }
    /// Switches the mirror of a device on or off.
    public static let setMirror = Endpoint<MirrorRequest, MirrorDocument>(
        post: "/v1/mirror/set", "Switches the mirror of a device on or off.", grade: .admin
    ) {
        $0.presets.setMirror
    }

    // MARK: - Holidays
    /// The calendars of holidays.
    public static let holidays = Endpoint<Empty, [HolidaysDocument]>(get: "/v1/holidays", "The calendars of holidays.")
    { $0.holidays.holidays }
    /// Imports a calendar of holidays.
    public static let importHolidays = Endpoint<HolidaysImportRequest, HolidaysImportDocument>(
        post: "/v1/holidays/import", "Imports a calendar of holidays.", grade: .admin, longestBody: longestImport,
        extraTime: { _ in .seconds(60) }
    ) { $0.holidays.importHolidays }
    /// Removes a calendar of holidays.
    public static let removeHolidays = Endpoint<HolidaysSelection, HolidaysDocument>(
        post: "/v1/holidays/remove", "Removes a calendar of holidays.", grade: .admin
    ) {
        $0.holidays.removeHolidays
    }

    // MARK: - Pauses
    /// The pauses that last now or are to begin.
    public static let pauses = Endpoint<Empty, [PauseDocument]>(
        get: "/v1/pauses", "The pauses that last now or are to begin."
    ) { $0.pauses.pauses }
    /// Begins a pause.
    public static let pause = Endpoint<PauseRequest, PauseDocument>(post: "/v1/pauses/begin", "Begins a pause.") {
        $0.pauses.pause
    }
    /// Ends pauses.
    public static let resume = Endpoint<DeviceChoice, [PauseDocument]>(post: "/v1/pauses/end", "Ends pauses.") {
        $0.pauses.resume
    }

    // MARK: - Plan and history
    /// The plan.
    public static let next = Endpoint<NextQuery, [NextDocument]>(get: "/v1/next", "The plan.") { $0.plan.next }
    /// The history.
    public static let log = Endpoint<LogQuery, [LogDocument]>(get: "/v1/log", "The history.") { $0.plan.log }
    /// The history in pages, newest first.
    public static let logPage = Endpoint<LogPageQuery, LogPageDocument>(
        get: "/v1/log/pages", "The history in pages, newest first."
    ) { $0.plan.logPage }
    /// What became of each occurrence, in pages, oldest first.
    public static let occurrences = Endpoint<OccurrencePageQuery, OccurrencePageDocument>(
        get: "/v1/occurrences", "What became of each occurrence, in pages, oldest first."
    ) { $0.plan.occurrences }

    // MARK: - Setup
    /// The whole setup as one document.
    public static let exportSetup = Endpoint<Empty, SetupTextDocument>(
        get: "/v1/setup", "The whole setup as one document."
    ) { $0.setup.exportSetup }
    /// Replaces the setup by a document.
    public static let importSetup = Endpoint<ImportRequest, ImportDocument>(
        post: "/v1/setup/import", "Replaces the setup by a document.", grade: .admin, longestBody: longestImport,
        extraTime: { _ in .seconds(60) }
    ) { $0.setup.importSetup }

    // MARK: - Notices
    /// What somebody should know.
    public static let notices = Endpoint<NoticesQuery, [NoticeDocument]>(
        get: "/v1/notices", "What somebody should know."
    ) { $0.notices.notices }
    /// Acknowledges notices.
    public static let acknowledgeNotices = Endpoint<NoticesSelection, [NoticeDocument]>(
        post: "/v1/notices/acknowledge", "Acknowledges notices."
    ) { $0.notices.acknowledgeNotices }

    // MARK: - Damage
    /// What is stored and cannot be read.
    public static let damaged = Endpoint<Empty, [DamagedRowDocument]>(
        get: "/v1/damaged", "What is stored and cannot be read."
    ) { $0.damage.damaged }
    /// Removes something that cannot be read.
    public static let removeDamaged = Endpoint<DamagedSelection, DamagedRowDocument>(
        post: "/v1/damaged/remove", "Removes something that cannot be read.", grade: .admin
    ) {
        $0.damage.removeDamaged
    }

    // MARK: - The daemon
    /// Whether alarms can ring.
    public static let health = Endpoint<Empty, HealthDocument>(get: "/v1/health", "Whether alarms can ring.") {
        $0.daemon.health
    }
    /// What the daemon counts.
    public static let metrics = Endpoint<Empty, MetricsText>(get: "/v1/metrics", "What the daemon counts.") {
        $0.daemon.metrics
    }

    /// The longest request with a setup, in bytes: a document of 1 MiB, each byte of which JSON may write as six.
    private static let longestImport = 6 * 1024 * 1024 + 1024
}
