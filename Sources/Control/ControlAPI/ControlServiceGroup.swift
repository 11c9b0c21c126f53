// SPDX-License-Identifier: Apache-2.0

/// What answers each operation, one part per subject.
public struct ControlServiceGroup: ControlService {
    /// Devices.
    public let devices: any DeviceControl
    /// What devices show and play.
    public let lightAndSound: any LightAndSoundControl
    /// What devices keep by themselves.
    public let presets: any PresetControl
    /// Routines.
    public let routines: any RoutineControl
    /// Alarms.
    public let alarms: any AlarmControl
    /// Bedtimes.
    public let bedtimes: any BedtimeControl
    /// Pauses.
    public let pauses: any PauseControl
    /// What will happen, and what happened.
    public let plan: any PlanControl
    /// The setup as a whole.
    public let setup: any SetupControl
    /// What happens now.
    public let events: any EventControl

    /// Puts the parts together.
    public init(
        devices: any DeviceControl, lightAndSound: any LightAndSoundControl, presets: any PresetControl,
        routines: any RoutineControl, alarms: any AlarmControl, bedtimes: any BedtimeControl,
        pauses: any PauseControl, plan: any PlanControl, setup: any SetupControl, events: any EventControl
    ) {
        self.devices = devices
        self.lightAndSound = lightAndSound
        self.presets = presets
        self.routines = routines
        self.alarms = alarms
        self.bedtimes = bedtimes
        self.pauses = pauses
        self.plan = plan
        self.setup = setup
        self.events = events
    }

    /// Has the part answer that the endpoint names.
    public func perform<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request
    ) async throws(ControlError) -> Reply {
        try await endpoint.call(self)(request)
    }

    /// Where the devices stand, and then what happens.
    public func events(_ query: StatusQuery) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error>
    {
        try await events.events(query)
    }
}
