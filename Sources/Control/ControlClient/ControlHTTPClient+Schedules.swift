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

    /// The bedtimes of all devices, or of one.
    public func bedtimes(_ query: StatusQuery) async throws(ControlError) -> [BedtimeDocument] {
        try await get(Endpoints.bedtimes, query)
    }

    /// Sets a device's bedtime, in place of the one it had.
    public func setBedtime(_ request: BedtimeRequest) async throws(ControlError) -> BedtimeDocument {
        try await post(Endpoints.setBedtime, request)
    }
}
