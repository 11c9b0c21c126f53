// SPDX-License-Identifier: Apache-2.0

public import ControlAPI

extension ControlHTTPClient {
    /// All routines.
    public func routines() async throws(ControlError) -> [RoutineDocument] {
        try await get(Endpoints.routines, Empty())
    }

    /// Adds a routine.
    public func addRoutine(_ request: RoutineRequest) async throws(ControlError) -> RoutineDocument {
        try await post(Endpoints.addRoutine, request)
    }

    /// Runs a routine now.
    public func runRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument {
        try await post(Endpoints.runRoutine, request)
    }

    /// Stops a routine that runs.
    public func stopRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument {
        try await post(Endpoints.stopRoutine, request)
    }

    /// All alarms.
    public func alarms() async throws(ControlError) -> [AlarmDocument] {
        try await get(Endpoints.alarms, Empty())
    }

    /// Adds an alarm.
    public func addAlarm(_ request: AlarmRequest) async throws(ControlError) -> AlarmDocument {
        try await post(Endpoints.addAlarm, request)
    }

    /// Removes an alarm, ringing or not.
    public func removeAlarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument {
        try await post(Endpoints.removeAlarm, request)
    }

    /// Silences a ringing alarm for a while.
    public func snoozeAlarm(_ request: SnoozeRequest) async throws(ControlError) -> AlarmDocument {
        try await post(Endpoints.snoozeAlarm, request)
    }

    /// Ends an alarm that rings or snoozes.
    public func dismissAlarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument {
        try await post(Endpoints.dismissAlarm, request)
    }

    /// Ends all alarms that ring or snooze.
    public func dismissAlarms(_ request: DeviceChoice) async throws(ControlError) -> [AlarmDocument] {
        try await post(Endpoints.dismissAlarms, request)
    }

    /// Skips an alarm on a date.
    public func skipAlarm(_ request: SkipRequest) async throws(ControlError) -> AlarmDocument {
        try await post(Endpoints.skipAlarm, request)
    }

    /// Takes back that an alarm is skipped.
    public func unskipAlarm(_ request: SkipRequest) async throws(ControlError) -> AlarmDocument {
        try await post(Endpoints.unskipAlarm, request)
    }

    /// The pauses that hold now.
    public func pauses() async throws(ControlError) -> [PauseDocument] {
        try await get(Endpoints.pauses, Empty())
    }

    /// Begins a pause.
    public func pause(_ request: PauseRequest) async throws(ControlError) -> PauseDocument {
        try await post(Endpoints.pause, request)
    }

    /// Ends pauses.
    public func resume(_ request: DeviceChoice) async throws(ControlError) -> [PauseDocument] {
        try await post(Endpoints.resume, request)
    }

    /// The bedtimes of all devices, or of one.
    public func bedtimes(_ query: StatusQuery) async throws(ControlError) -> [BedtimeDocument] {
        try await get(Endpoints.bedtimes, query)
    }

    /// Sets a device's bedtime, in place of the one it had.
    public func setBedtime(_ request: BedtimeRequest) async throws(ControlError) -> BedtimeDocument {
        try await post(Endpoints.setBedtime, request)
    }
}
