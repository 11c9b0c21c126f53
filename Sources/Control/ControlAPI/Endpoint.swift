// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// One operation of the API, described once for server and client.
///
/// Reading operations take their request as query items of a GET, all others as the JSON body of a POST.
public struct Endpoint<Request: Sendable, Reply: Codable & Sendable>: Sendable {
    /// The path, with a leading slash.
    public let path: String
}

/// A request small enough for a query string.
public protocol QueryRequest: Sendable {
    /// Reads the items; throws `invalid_argument` for a value that does not fit, and ignores names it does not know.
    init(query: [String: String]) throws(ControlError)

    /// The items to send.
    var query: [String: String] { get }
}

/// A request or a reply without content.
public struct Empty: Hashable, Codable, QueryRequest {
    /// Makes one.
    public init() {}

    /// Accepts any items.
    public init(query: [String: String]) {}

    /// No items.
    public var query: [String: String] { [:] }
}

/// Every operation there is; the first path component is the version of the API.
public enum Endpoints {
    /// All paired devices.
    public static let devices = Endpoint<Empty, [DeviceDocument]>(path: "/v1/devices")
    /// Devices that are near.
    public static let scan = Endpoint<ScanRequest, [DeviceDocument]>(path: "/v1/scan")
    /// Pairs a device.
    public static let pair = Endpoint<PairRequest, DeviceDocument>(path: "/v1/devices/pair")
    /// Forgets a device.
    public static let unpair = Endpoint<DeviceSelection, DeviceDocument>(path: "/v1/devices/unpair")
    /// Lets a device blink.
    public static let identify = Endpoint<DeviceSelection, ControlResult>(path: "/v1/devices/identify")
    /// Records what passes between Lull and a device.
    public static let record = Endpoint<RecordingRequest, RecordingDocument>(path: "/v1/devices/record")
    /// State, link, owners and next occurrence.
    public static let status = Endpoint<StatusQuery, [StatusDocument]>(path: "/v1/status")
    /// Power on or off.
    public static let power = Endpoint<PowerRequest, ControlResult>(path: "/v1/power")
    /// What the lamp shows.
    public static let light = Endpoint<LightRequest, ControlResult>(path: "/v1/light")
    /// What plays.
    public static let sound = Endpoint<SoundRequest, ControlResult>(path: "/v1/sound")
    /// How loud.
    public static let volume = Endpoint<VolumeRequest, ControlResult>(path: "/v1/volume")
    /// A device's favourites.
    public static let favourites = Endpoint<SlotQuery, [DeviceFavouriteDocument]>(path: "/v1/favourites")
    /// Plays a favourite.
    public static let playFavourite = Endpoint<SlotRequest, ControlResult>(path: "/v1/favourites/play")
    /// Makes a favourite of what the device shows.
    public static let saveFavourite = Endpoint<SlotRequest, DeviceFavouriteDocument>(path: "/v1/favourites/save")
    /// Changes parts of a favourite.
    public static let editFavourite = Endpoint<FavouriteRequest, DeviceFavouriteDocument>(path: "/v1/favourites/edit")
    /// A device's programs.
    public static let programs = Endpoint<SlotQuery, [DeviceProgramDocument]>(path: "/v1/programs")
    /// Makes or changes a program.
    public static let setProgram = Endpoint<ProgramRequest, DeviceProgramDocument>(path: "/v1/programs/set")
    /// Lets a program start, or not.
    public static let switchProgram = Endpoint<ProgramSwitchRequest, DeviceProgramDocument>(
        path: "/v1/programs/switch")
    /// Empties a program's slot.
    public static let deleteProgram = Endpoint<SlotRequest, DeviceProgramDocument>(path: "/v1/programs/delete")
    /// A device's sleep timer.
    public static let timer = Endpoint<SlotQuery, TimerDocument>(path: "/v1/timer")
    /// Starts or ends a sleep timer.
    public static let setTimer = Endpoint<TimerRequest, TimerDocument>(path: "/v1/timer/set")
    /// A device's clock.
    public static let clock = Endpoint<SlotQuery, ClockDocument>(path: "/v1/clock")
    /// Sets a device's clock.
    public static let setClock = Endpoint<DeviceSelection, ClockDocument>(path: "/v1/clock/set")
    /// All routines.
    public static let routines = Endpoint<Empty, [RoutineDocument]>(path: "/v1/routines")
    /// Adds a routine.
    public static let addRoutine = Endpoint<RoutineRequest, RoutineDocument>(path: "/v1/routines/add")
    /// Runs a routine now.
    public static let runRoutine = Endpoint<ScheduleSelection, RoutineDocument>(path: "/v1/routines/run")
    /// Stops a running routine.
    public static let stopRoutine = Endpoint<ScheduleSelection, RoutineDocument>(path: "/v1/routines/stop")
    /// All alarms.
    public static let alarms = Endpoint<Empty, [AlarmDocument]>(path: "/v1/alarms")
    /// Adds an alarm.
    public static let addAlarm = Endpoint<AlarmRequest, AlarmDocument>(path: "/v1/alarms/add")
    /// Removes an alarm.
    public static let removeAlarm = Endpoint<ScheduleSelection, AlarmDocument>(path: "/v1/alarms/remove")
    /// Silences a ringing alarm for a while.
    public static let snoozeAlarm = Endpoint<SnoozeRequest, AlarmDocument>(path: "/v1/alarms/snooze")
    /// Ends a ringing or snoozed alarm.
    public static let dismissAlarm = Endpoint<ScheduleSelection, AlarmDocument>(path: "/v1/alarms/dismiss")
    /// Ends all ringing and snoozed alarms.
    public static let dismissAlarms = Endpoint<DeviceChoice, [AlarmDocument]>(path: "/v1/alarms/dismiss-all")
    /// Skips an alarm on a date.
    public static let skipAlarm = Endpoint<SkipRequest, AlarmDocument>(path: "/v1/alarms/skip")
    /// Takes back that an alarm is skipped.
    public static let unskipAlarm = Endpoint<SkipRequest, AlarmDocument>(path: "/v1/alarms/unskip")
    /// The bedtimes of all devices, or of one.
    public static let bedtimes = Endpoint<StatusQuery, [BedtimeDocument]>(path: "/v1/bedtimes")
    /// Sets a device's bedtime.
    public static let setBedtime = Endpoint<BedtimeRequest, BedtimeDocument>(path: "/v1/bedtimes/set")
    /// The pauses that hold.
    public static let pauses = Endpoint<Empty, [PauseDocument]>(path: "/v1/pauses")
    /// Begins a pause.
    public static let pause = Endpoint<PauseRequest, PauseDocument>(path: "/v1/pauses/begin")
    /// Ends pauses.
    public static let resume = Endpoint<DeviceChoice, [PauseDocument]>(path: "/v1/pauses/end")
    /// What will happen.
    public static let next = Endpoint<NextQuery, [NextDocument]>(path: "/v1/next")
    /// What happened.
    public static let log = Endpoint<LogQuery, [LogDocument]>(path: "/v1/log")
    /// Everything that was set up, as one document.
    public static let exportSetup = Endpoint<Empty, SetupTextDocument>(path: "/v1/setup")
    /// Sets up what a document says, in place of what is set up.
    public static let importSetup = Endpoint<ImportRequest, ImportDocument>(path: "/v1/setup/import")
    /// What happens now; the reply is a stream of server-sent events with one of these each.
    public static let events = Endpoint<StatusQuery, EventDocument>(path: "/v1/events")
}
