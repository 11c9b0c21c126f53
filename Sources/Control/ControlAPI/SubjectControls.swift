// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments

// What answers the operations of the API: one protocol per subject.

/// Devices: pairing, and their state.
public protocol DeviceControl: Sendable {
    /// All paired devices.
    func devices() async throws(ControlError) -> [DeviceDocument]
    /// Listens for devices nearby; returns those that can be controlled first, and the strongest signal first.
    func scan(_ request: ScanRequest) async throws(ControlError) -> [DeviceDocument]
    /// Checks over the air what a device is, and pairs it.
    func pair(_ request: PairRequest) async throws(ControlError) -> DeviceDocument
    /// What goes with a device when it is unpaired; takes its whole name, address or route.
    func belongings(_ query: DeviceSelection) async throws(ControlError) -> UnpairDocument
    /// Forgets a device and all that goes with it; takes its whole name, address or route.
    func unpair(_ request: DeviceSelection) async throws(ControlError) -> UnpairDocument
    /// Gives a device another nickname.
    func rename(_ request: RenameRequest) async throws(ControlError) -> DeviceDocument
    /// Makes a device blink, then restores what it showed.
    func identify(_ request: DeviceSelection) async throws(ControlError) -> ControlResult
    /// Records the packets between Lull and a device, and returns them when the time is over or somebody ends it.
    func record(_ request: RecordingRequest) async throws(ControlError) -> RecordingDocument
    /// Ends the recording of a device early; whoever asked for it gets what there is.
    func finishRecording(_ request: DeviceSelection) async throws(ControlError) -> DeviceDocument
    /// The state of all devices, or of one.
    func status(_ query: DeviceChoice) async throws(ControlError) -> [StatusDocument]
}

/// What devices show and play.
public protocol LightAndSoundControl: Sendable {
    /// Switches a device on or off.
    func power(_ request: PowerRequest) async throws(ControlError) -> ControlResult
    /// Changes the light.
    func light(_ request: LightRequest) async throws(ControlError) -> ControlResult
    /// Changes the sound.
    func sound(_ request: SoundRequest) async throws(ControlError) -> ControlResult
    /// Changes the volume.
    func volume(_ request: VolumeRequest) async throws(ControlError) -> ControlResult
    /// Ends everything that runs or rings, on one device or on all.
    func stop(_ request: DeviceChoice) async throws(ControlError) -> [StopDocument]
    /// Begins a nap.
    func startNap(_ request: NapRequest) async throws(ControlError) -> NapDocument
    /// Ends a nap.
    func endNap(_ request: DeviceSelection) async throws(ControlError) -> NapDocument
    /// What nothing may exceed on a device.
    func limit(_ query: SlotQuery) async throws(ControlError) -> LimitDocument
    /// Changes what nothing may exceed on a device.
    func setLimit(_ request: LimitRequest) async throws(ControlError) -> LimitDocument
    /// Lets a device have no limit.
    func removeLimit(_ request: DeviceSelection) async throws(ControlError) -> LimitDocument
}

/// On-device presets: favourites and programs, and the sleep timer and the clock of a device.
public protocol PresetControl: Sendable {
    /// A device's favourites, or one.
    func favourites(_ query: SlotQuery) async throws(ControlError) -> [DeviceFavouriteDocument]
    /// Plays a favourite.
    func playFavourite(_ request: SlotRequest) async throws(ControlError) -> ControlResult
    /// Saves what the device shows and plays as a favourite.
    func saveFavourite(_ request: SlotRequest) async throws(ControlError) -> DeviceFavouriteDocument
    /// Changes parts of a favourite.
    func editFavourite(_ request: FavouriteRequest) async throws(ControlError) -> DeviceFavouriteDocument
    /// A device's programs, or one; the values of an empty slot are null.
    func programs(_ query: SlotQuery) async throws(ControlError) -> [DeviceProgramDocument]
    /// Creates a program, or changes parts of one.
    func setProgram(_ request: ProgramRequest) async throws(ControlError) -> ProgramChangeDocument
    /// Enables or disables a program.
    func switchProgram(_ request: ProgramSwitchRequest) async throws(ControlError) -> ProgramChangeDocument
    /// Deletes a program.
    func deleteProgram(_ request: SlotRequest) async throws(ControlError) -> DeviceProgramDocument
    /// A device's sleep timer.
    func timer(_ query: SlotQuery) async throws(ControlError) -> TimerDocument
    /// Starts or stops a device's sleep timer.
    func setTimer(_ request: TimerRequest) async throws(ControlError) -> TimerDocument
    /// A device's own clock.
    func clock(_ query: SlotQuery) async throws(ControlError) -> ClockDocument
    /// Sets a device's clock to the host's local time.
    func setClock(_ request: DeviceSelection) async throws(ControlError) -> ClockDocument
    /// Where the mirror of a device stands.
    func mirror(_ query: SlotQuery) async throws(ControlError) -> MirrorDocument
    /// Switches the mirror of a device on or off.
    func setMirror(_ request: MirrorRequest) async throws(ControlError) -> MirrorDocument
}

/// Routines.
public protocol RoutineControl: Sendable {
    /// The routines of all devices, or of one.
    func routines(_ query: DeviceChoice) async throws(ControlError) -> [RoutineDocument]
    /// Adds one.
    func addRoutine(_ request: RoutineRequest) async throws(ControlError) -> RoutineDocument
    /// Adds one to a device, or to each device of a group, or to none.
    func addRoutines(_ request: RoutineRequest) async throws(ControlError) -> GroupReply<RoutineDocument>
    /// One of them.
    func routine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument
    /// Edits one; what runs keeps what it started with unless asked otherwise.
    func editRoutine(_ request: RoutineEditRequest) async throws(ControlError) -> RoutineDocument
    /// Edits one, or that of each device of a group, or none.
    func editRoutines(_ request: RoutineEditRequest) async throws(ControlError) -> GroupReply<RoutineDocument>
    /// Enables or disables one.
    func switchRoutine(_ request: ScheduleSwitchRequest) async throws(ControlError) -> RoutineDocument
    /// Removes one, running or not.
    func removeRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument
    /// Skips one on a date.
    func skipRoutine(_ request: SkipRequest) async throws(ControlError) -> RoutineDocument
    /// Lets one run again on dates on which it was skipped.
    func unskipRoutine(_ request: SkipRequest) async throws(ControlError) -> RoutineDocument
    /// Gives one another time on a date.
    func moveRoutine(_ request: MoveRequest) async throws(ControlError) -> RoutineDocument
    /// Runs one now.
    func runRoutine(_ request: RoutineRunRequest) async throws(ControlError) -> RoutineDocument
    /// Stops one that runs.
    func stopRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument
    /// Steers one that runs: to another step, into a pause and out of it, and to a later end of its step.
    func controlRoutine(_ request: RoutineControlRequest) async throws(ControlError) -> RoutineDocument
}

/// Alarms.
public protocol AlarmControl: Sendable {
    /// The alarms of all devices, or of one.
    func alarms(_ query: DeviceChoice) async throws(ControlError) -> [AlarmDocument]
    /// Adds one.
    func addAlarm(_ request: AlarmRequest) async throws(ControlError) -> AlarmDocument
    /// Adds one to a device, or to each device of a group, or to none.
    func addAlarms(_ request: AlarmRequest) async throws(ControlError) -> GroupReply<AlarmDocument>
    /// One of them.
    func alarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument
    /// Edits one; what rings keeps what it started with unless asked otherwise.
    func editAlarm(_ request: AlarmEditRequest) async throws(ControlError) -> AlarmDocument
    /// Edits one, or that of each device of a group, or none.
    func editAlarms(_ request: AlarmEditRequest) async throws(ControlError) -> GroupReply<AlarmDocument>
    /// Enables or disables one.
    func switchAlarm(_ request: ScheduleSwitchRequest) async throws(ControlError) -> AlarmDocument
    /// Removes one, ringing or not.
    func removeAlarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument
    /// Silences a ringing alarm for a while.
    func snoozeAlarm(_ request: SnoozeRequest) async throws(ControlError) -> AlarmDocument
    /// Silences all alarms that ring for a while, or those of one device.
    func snoozeAlarms(_ request: SnoozeAllRequest) async throws(ControlError) -> [AlarmDocument]
    /// Ends an alarm that rings or snoozes.
    func dismissAlarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument
    /// Ends all alarms that ring or snooze, or those of one device.
    func dismissAlarms(_ request: DeviceChoice) async throws(ControlError) -> [AlarmDocument]
    /// Skips an alarm on a date.
    func skipAlarm(_ request: SkipRequest) async throws(ControlError) -> AlarmDocument
    /// Lets an alarm ring again on dates on which it was skipped.
    func unskipAlarm(_ request: SkipRequest) async throws(ControlError) -> AlarmDocument
    /// Gives an alarm another time on a date.
    func moveAlarm(_ request: MoveRequest) async throws(ControlError) -> AlarmDocument
}

/// Bedtimes.
public protocol BedtimeControl: Sendable {
    /// The bedtimes of all devices, or of one.
    func bedtimes(_ query: DeviceChoice) async throws(ControlError) -> [BedtimeDocument]
    /// One of them.
    func bedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument
    /// Enables or disables one.
    func switchBedtime(_ request: ScheduleSwitchRequest) async throws(ControlError) -> BedtimeDocument
    /// Removes one, and ends its night.
    func removeBedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument
    /// Skips one on a date.
    func skipBedtime(_ request: SkipRequest) async throws(ControlError) -> BedtimeDocument
    /// Lets one begin again on dates on which it was skipped.
    func unskipBedtime(_ request: SkipRequest) async throws(ControlError) -> BedtimeDocument
    /// Gives one another time on a date.
    func moveBedtime(_ request: MoveRequest) async throws(ControlError) -> BedtimeDocument
    /// Gives one morning another wake time.
    func moveWakeTime(_ request: MoveRequest) async throws(ControlError) -> BedtimeDocument
    /// Begins one now in place of the one of tonight, or takes up the night that somebody ended.
    func startBedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument
    /// Ends the night of one that runs.
    func endBedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument
    /// Sets a device's bedtime, or changes the one it has.
    func setBedtime(_ request: BedtimeRequest) async throws(ControlError) -> BedtimeDocument
    /// Sets the bedtime of a device, or of each device of a group, or of none.
    func setBedtimes(_ request: BedtimeRequest) async throws(ControlError) -> GroupReply<BedtimeDocument>
}

/// Calendars of holidays that schedules name.
public protocol HolidayControl: Sendable {
    /// The calendars, by name, with those that schedules name and that are not there.
    func holidays() async throws(ControlError) -> [HolidaysDocument]
    /// Reads a calendar from a text, in place of the one with its name, and says what it has and what was left out.
    ///
    /// Throws `bad_data` for a text that is no calendar or has no all-day event that is understood.
    func importHolidays(_ request: HolidaysImportRequest) async throws(ControlError) -> HolidaysImportDocument
    /// Removes a calendar that no schedule names, and returns what it was.
    func removeHolidays(_ request: HolidaysSelection) async throws(ControlError) -> HolidaysDocument
}

/// Pauses, during which no schedule begins; what already runs goes on.
public protocol PauseControl: Sendable {
    /// The pauses that last now, and those that are to begin.
    func pauses() async throws(ControlError) -> [PauseDocument]
    /// Begins a pause, now or later, and replaces the one that lasts, or that is to begin.
    func pause(_ request: PauseRequest) async throws(ControlError) -> PauseDocument
    /// Ends the pauses that last, calls off those that are to begin, and returns them.
    func resume(_ request: DeviceChoice) async throws(ControlError) -> [PauseDocument]
}

/// What there is to choose from, and what a rule comes to; it changes nothing but by `addTemplate`.
public protocol CatalogControl: Sendable {
    /// The sounds of all products, or of those of the device or group that is named.
    func sounds(_ choice: DeviceChoice) async throws(ControlError) -> [SoundDocument]
    /// The colours with a name.
    func colors() async throws(ControlError) -> [ColorDocument]
    /// The templates.
    func templates() async throws(ControlError) -> [TemplateDocument]
    /// One template; throws `unknown_schedule` when there is none, or more than one, with the name.
    func template(_ request: TemplateSelection) async throws(ControlError) -> TemplateDocument
    /// Adds what a template has to a device, or to each device of a group or to none.
    ///
    /// Throws `already_exists` for a bedtime that is there, which setting it would change.
    func addTemplate(_ request: TemplateRequest) async throws(ControlError) -> TemplateAdditionDocument
    /// When a rule happens, with what the clocks leave out.
    func explain(_ query: ExplainQuery) async throws(ControlError) -> [ExplainedOccurrenceDocument]
}

/// The plan and the history.
public protocol PlanControl: Sendable {
    /// What will happen, soonest first.
    func next(_ query: NextQuery) async throws(ControlError) -> [NextDocument]
    /// What happened, oldest first.
    func log(_ query: LogQuery) async throws(ControlError) -> [LogDocument]
    /// What happened, newest first, in pages; throws `invalid_argument` for a cursor of no page.
    func logPage(_ query: LogPageQuery) async throws(ControlError) -> LogPageDocument
    /// What has begun, been skipped or been missed, oldest first, in pages; throws `invalid_argument` for a cursor of no
    /// page.
    func occurrences(_ query: OccurrencePageQuery) async throws(ControlError) -> OccurrencePageDocument
}

/// The whole setup.
public protocol SetupControl: Sendable {
    /// Returns the setup as one document.
    func exportSetup() async throws(ControlError) -> SetupTextDocument
    /// Replaces the setup by a document, as a whole or not at all, and returns what that changed.
    ///
    /// Schedules that stay the same are not disturbed. Throws `bad_data` when the document cannot be read, or
    /// contradicts itself.
    func importSetup(_ request: ImportRequest) async throws(ControlError) -> ImportDocument
}

/// What somebody should know, until it is acknowledged.
public protocol NoticeControl: Sendable {
    /// The notices that nobody has acknowledged, or all that are kept, the newest last.
    func notices(_ query: NoticesQuery) async throws(ControlError) -> [NoticeDocument]
    /// Acknowledges one notice, or all, and returns those that were not acknowledged before.
    ///
    /// Throws `unknown_notice` when there is none with the number.
    func acknowledgeNotices(_ request: NoticesSelection) async throws(ControlError) -> [NoticeDocument]
}

/// What is stored and cannot be read.
public protocol DamageControl: Sendable {
    /// Returns all of it.
    func damaged() async throws(ControlError) -> [DamagedRowDocument]
    /// Removes one of it for good, and returns what it was.
    func removeDamaged(_ request: DamagedSelection) async throws(ControlError) -> DamagedRowDocument
}

/// The daemon itself, for programs that watch over it.
public protocol DaemonControl: Sendable {
    /// Whether alarms can ring, and what is wrong.
    func health() async throws(ControlError) -> HealthDocument
    /// What the daemon has counted since it began, and where it stands.
    func metrics() async throws(ControlError) -> MetricsText
}

/// Events as they happen.
public protocol EventControl: Sendable {
    /// The current state of all devices, or of one, and then each event until either side ends the stream.
    ///
    /// The stream holds few events. A reader that falls behind loses the oldest; a `dropped` event says how many.
    /// After the event with an `identifier` of which all later ones are still known, it begins with those instead; else
    /// with a `snapshot` event.
    func events(
        _ query: DeviceChoice, after identifier: String?
    ) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error>
}
