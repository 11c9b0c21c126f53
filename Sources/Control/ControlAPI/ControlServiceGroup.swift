// SPDX-License-Identifier: Apache-2.0

/// The services that answer the operations, one per subject.
public struct ControlServiceGroup: ControlService {
    /// Devices.
    public let devices: any DeviceControl
    /// Light and sound.
    public let lightAndSound: any LightAndSoundControl
    /// On-device presets.
    public let presets: any PresetControl
    /// Routines.
    public let routines: any RoutineControl
    /// Alarms.
    public let alarms: any AlarmControl
    /// Bedtimes.
    public let bedtimes: any BedtimeControl
    /// Calendars of holidays.
    public let holidays: any HolidayControl
    /// Groups of devices.
    public let groups: any GroupControl
    /// Pauses.
    public let pauses: any PauseControl
    /// What there is to choose from.
    public let catalog: any CatalogControl
    /// The plan and the history.
    public let plan: any PlanControl
    /// The whole setup.
    public let setup: any SetupControl
    /// What somebody should know.
    public let notices: any NoticeControl
    /// What cannot be read.
    public let damage: any DamageControl
    /// The daemon itself.
    public let daemon: any DaemonControl
    /// Events.
    public let events: any EventControl
    /// Puts an error in words that a person knows, before it is thrown.
    public var wording: @Sendable (ControlError) async -> ControlError = { $0 }

    /// Makes a group.
    public init(
        devices: any DeviceControl, lightAndSound: any LightAndSoundControl, presets: any PresetControl,
        routines: any RoutineControl, alarms: any AlarmControl, bedtimes: any BedtimeControl,
        holidays: any HolidayControl, groups: any GroupControl, pauses: any PauseControl, catalog: any CatalogControl,
        plan: any PlanControl, setup: any SetupControl, notices: any NoticeControl, damage: any DamageControl,
        daemon: any DaemonControl, events: any EventControl
    ) {
        self.devices = devices
        self.lightAndSound = lightAndSound
        self.presets = presets
        self.routines = routines
        self.alarms = alarms
        self.bedtimes = bedtimes
        self.holidays = holidays
        self.groups = groups
        self.pauses = pauses
        self.catalog = catalog
        self.plan = plan
        self.setup = setup
        self.notices = notices
        self.damage = damage
        self.daemon = daemon
        self.events = events
    }

    /// Passes the request to the service of its subject.
    public func perform<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request
    ) async throws(ControlError) -> Reply {
        do throws(ControlError) {
            return try await endpoint.call(self)(request)
        } catch {
            throw await wording(error)
        }
    }

    /// The current state of the devices, and then each event.
    public func events(
        _ query: DeviceChoice, after identifier: String?
    ) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error> {
        try await events.events(query, after: identifier)
    }
}
