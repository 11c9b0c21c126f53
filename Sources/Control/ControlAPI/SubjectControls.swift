// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments

// What answers the operations of the API: one protocol per subject.

/// Devices: which there are, and where they stand.
public protocol DeviceControl: Sendable {
    /// All paired devices.
    func devices() async throws(ControlError) -> [DeviceDocument]
    /// Listens for devices and tells which are near, the ones that can be controlled first, then by signal.
    func scan(_ request: ScanRequest) async throws(ControlError) -> [DeviceDocument]
    /// Pairs a device whose identity was checked over the air.
    func pair(_ request: PairRequest) async throws(ControlError) -> DeviceDocument
    /// Forgets a device and its schedules.
    func unpair(_ request: DeviceSelection) async throws(ControlError) -> DeviceDocument
    /// Lets a device blink, and leaves it as it was.
    func identify(_ request: DeviceSelection) async throws(ControlError) -> ControlResult
    /// Records what passes between Lull and a device, and answers when the time is over.
    func record(_ request: RecordingRequest) async throws(ControlError) -> RecordingDocument
    /// The state of all devices, or of one.
    func status(_ query: StatusQuery) async throws(ControlError) -> [StatusDocument]
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
}

/// What a device keeps by itself: favourites, programs, a sleep timer and a clock.
public protocol PresetControl: Sendable {
    /// A device's favourites, or one.
    func favourites(_ query: SlotQuery) async throws(ControlError) -> [DeviceFavouriteDocument]
    /// Plays a favourite.
    func playFavourite(_ request: SlotRequest) async throws(ControlError) -> ControlResult
    /// Makes a favourite of what the device shows and plays.
    func saveFavourite(_ request: SlotRequest) async throws(ControlError) -> DeviceFavouriteDocument
    /// Changes parts of a favourite.
    func editFavourite(_ request: FavouriteRequest) async throws(ControlError) -> DeviceFavouriteDocument
    /// A device's programs, or one; an empty slot has no values.
    func programs(_ query: SlotQuery) async throws(ControlError) -> [DeviceProgramDocument]
    /// Makes a program, or changes parts of one.
    func setProgram(_ request: ProgramRequest) async throws(ControlError) -> DeviceProgramDocument
    /// Lets a program start on its days, or not.
    func switchProgram(_ request: ProgramSwitchRequest) async throws(ControlError) -> DeviceProgramDocument
    /// Empties a program's slot.
    func deleteProgram(_ request: SlotRequest) async throws(ControlError) -> DeviceProgramDocument
    /// A device's sleep timer.
    func timer(_ query: SlotQuery) async throws(ControlError) -> TimerDocument
    /// Starts or ends a device's sleep timer.
    func setTimer(_ request: TimerRequest) async throws(ControlError) -> TimerDocument
    /// A device's own clock.
    func clock(_ query: SlotQuery) async throws(ControlError) -> ClockDocument
    /// Sets a device's clock to the host's local time.
    func setClock(_ request: DeviceSelection) async throws(ControlError) -> ClockDocument
}

/// Routines.
public protocol RoutineControl: Sendable {
    /// All routines.
    func routines() async throws(ControlError) -> [RoutineDocument]
    /// Adds one.
    func addRoutine(_ request: RoutineRequest) async throws(ControlError) -> RoutineDocument
    /// Runs one now.
    func runRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument
    /// Stops one that runs.
    func stopRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument
}

/// Alarms.
public protocol AlarmControl: Sendable {
    /// All alarms.
    func alarms() async throws(ControlError) -> [AlarmDocument]
    /// Adds one.
    func addAlarm(_ request: AlarmRequest) async throws(ControlError) -> AlarmDocument
    /// Removes one, ringing or not.
    func removeAlarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument
    /// Silences one that rings for a while.
    func snoozeAlarm(_ request: SnoozeRequest) async throws(ControlError) -> AlarmDocument
    /// Ends one that rings or snoozes.
    func dismissAlarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument
    /// Ends all that ring or snooze, on one device if it is named.
    func dismissAlarms(_ request: DeviceChoice) async throws(ControlError) -> [AlarmDocument]
    /// Skips one on a date.
    func skipAlarm(_ request: SkipRequest) async throws(ControlError) -> AlarmDocument
    /// Takes back that one is skipped.
    func unskipAlarm(_ request: SkipRequest) async throws(ControlError) -> AlarmDocument
}

/// Bedtimes.
public protocol BedtimeControl: Sendable {
    /// The bedtimes of all devices, or of one.
    func bedtimes(_ query: StatusQuery) async throws(ControlError) -> [BedtimeDocument]
    /// Sets a device's bedtime, in place of the one it had.
    func setBedtime(_ request: BedtimeRequest) async throws(ControlError) -> BedtimeDocument
}

/// Times in which nothing scheduled begins; what runs goes on.
public protocol PauseControl: Sendable {
    /// The pauses that hold now.
    func pauses() async throws(ControlError) -> [PauseDocument]
    /// Begins one, in place of one that holds.
    func pause(_ request: PauseRequest) async throws(ControlError) -> PauseDocument
    /// Ends those that hold, and says which.
    func resume(_ request: DeviceChoice) async throws(ControlError) -> [PauseDocument]
}

/// What will happen, and what happened.
public protocol PlanControl: Sendable {
    /// What will happen, soonest first.
    func next(_ query: NextQuery) async throws(ControlError) -> [NextDocument]
    /// What happened, oldest first.
    func log(_ query: LogQuery) async throws(ControlError) -> [LogDocument]
}

/// Everything that was set up.
public protocol SetupControl: Sendable {
    /// Writes it as one document.
    func exportSetup() async throws(ControlError) -> SetupTextDocument
    /// Sets up what a document says in place of what is set up, as a whole or not at all, and says what that changed.
    ///
    /// What is the same already goes on undisturbed. Throws `bad_data` when the document cannot be read, or says
    /// something that cannot be.
    func importSetup(_ request: ImportRequest) async throws(ControlError) -> ImportDocument
}

/// What happens now.
public protocol EventControl: Sendable {
    /// Where the devices, or the one that is named, stand, and then what happens, until either side ends it.
    ///
    /// It holds little: a reader that falls behind misses the oldest events, and is told how many.
    func events(_ query: StatusQuery) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error>
}
