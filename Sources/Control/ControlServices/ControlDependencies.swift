// SPDX-License-Identifier: Apache-2.0

import Captures
import Clocks
public import ControlAPI
import DeviceModules
import GATT
import Household
public import ModularDependencyContainer
import Scheduling
import SleepModel
import Storage

/// The services of a household's API, one for each of its faces.
@DependencyRequirements(
    [
        Requirement(DeviceConnectionStateFactory.self),
        Requirement(EventSource.self),
        Requirement(Factory<MacAddress, RunningRecording>.self, accessorName: "recordings"),
        Requirement(HouseholdStore.self),
        Requirement((any CentralTransport).self),
        Requirement((any NightClock).self),
        Requirement((any NightClock).self, key: ClockKey.radio),
        Requirement((any NightStore).self),
        Requirement(ProductCatalogue.self),
        Requirement(ZoneBook.self),
    ],
    mainActor: [Requirement((any DeviceControllers).self), Requirement(RunningHousehold.self)],
    mainActorProvides: [Requirement(ControlServiceGroup.self)],
    inputs: [InputRequirement(SessionKind.self)],
    inputsAccess: .public)
public struct ControlDependencies: DependencyRequirements {
    /// Registers the services.
    public static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try registerParts(in: builder)
        for face in ControlFace.allCases { try register(face, in: builder.local.mainActor) }
        try builder.mainActor.registerSingleton(
            ControlServiceGroup.self, using: IsolatedDependency((any DeviceControl).self),
            IsolatedDependency((any LightAndSoundControl).self), IsolatedDependency((any PresetControl).self),
            IsolatedDependency((any RoutineControl).self), IsolatedDependency((any AlarmControl).self),
            IsolatedDependency((any BedtimeControl).self), IsolatedDependency((any HolidayControl).self),
            IsolatedDependency((any GroupControl).self), IsolatedDependency((any PauseControl).self),
            IsolatedDependency((any CatalogControl).self), IsolatedDependency((any PlanControl).self),
            IsolatedDependency((any SetupControl).self), IsolatedDependency((any NoticeControl).self),
            IsolatedDependency((any DamageControl).self), IsolatedDependency((any DaemonControl).self),
            IsolatedDependency((any EventControl).self),
            Dependency((any NightStore).self),
            factory: ControlServiceGroup.init(
                devices:lightAndSound:presets:routines:alarms:bedtimes:holidays:groups:pauses:catalog:plan:setup:
                notices:damage:daemon:events:naming:)
        )
    }

    /// Registers the service of one face; a new face does not compile without one.
    private static func register(_ face: ControlFace, in registrar: MainActorRegistrar<Self>) throws {
        let radioClock = ClockKey.radio
        switch face {
        case .devices:
            try registrar.registerSingleton(
                (any DeviceControl).self, keys: [5: radioClock],
                from: DeviceService.init(
                    finder:store:pauses:products:clock:radioClock:pairing:nearby:recordings:queue:plan:zones:log:
                    householdStore:session:mirrors:))
        case .lightAndSound:
            try registrar.registerSingleton(
                (any LightAndSoundControl).self,
                from: LightAndSoundService.init(finder:zones:clock:deliveries:queue:daemon:command:))
        case .presets:
            try registrar.registerSingleton(
                (any PresetControl).self, from: PresetService.init(finder:zones:nightClock:log:command:queue:mirrors:))
        case .routines:
            try registrar.registerSingleton(
                (any RoutineControl).self,
                from: RoutineService.init(finder:zones:clock:queue:daemon:arranger:deliveries:))
        case .alarms:
            try registrar.registerSingleton(
                (any AlarmControl).self,
                from: AlarmService.init(finder:zones:clock:queue:daemon:arranger:deliveries:))
        case .bedtimes:
            try registrar.registerSingleton(
                (any BedtimeControl).self,
                from: BedtimeService.init(finder:zones:clock:queue:daemon:arranger:deliveries:))
        case .holidays:
            try registrar.registerSingleton(
                (any HolidayControl).self, from: HolidayService.init(finder:household:zones:clock:queue:))
        case .groups:
            try registrar.registerSingleton(
                (any GroupControl).self, from: GroupService.init(finder:arranger:clock:queue:))
        case .pauses:
            try registrar.registerSingleton(
                (any PauseControl).self, from: PauseService.init(finder:household:zones:clock:queue:mirrors:))
        case .catalog:
            try registrar.registerSingleton(
                (any CatalogControl).self,
                from: CatalogService.init(finder:products:zones:clock:holidays:routines:alarms:bedtimes:))
        case .plan:
            try registrar.registerSingleton((any PlanControl).self, from: PlanService.init(finder:store:plan:clock:))
        case .setup:
            try registrar.registerSingleton(
                (any SetupControl).self, keys: [7: radioClock],
                from: SetupService.init(
                    store:controllers:pauses:holidays:products:zones:clock:radioClock:queue:household:))
        case .notices:
            try registrar.registerSingleton((any NoticeControl).self, from: NoticeService.init(household:session:))
        case .damage:
            try registrar.registerSingleton((any DamageControl).self, from: DamageService.init(store:clock:queue:))
        case .daemon:
            try registrar.registerSingleton(
                (any DaemonControl).self, from: DaemonService.init(household:store:daemon:))
        case .events:
            try registrar.registerSingleton((any EventControl).self, from: EventService.init(finder:source:daemon:))
        }
    }

    /// Registers what several services share.
    private static func registerParts(in builder: DependencyBuilder<Self>) throws {
        let shared = builder.local.mainActor
        try shared.registerSingleton(DeviceFinder.self, from: DeviceFinder.init(store:controllers:))
        try shared.registerSingleton(SerialQueue.self) { _ in SerialQueue() }
        try shared.registerSingleton(
            MirrorCheck.self, keys: [2: ClockKey.radio], from: MirrorCheck.init(zones:clock:radioClock:))
        try shared.registerSingleton(
            DeliveryCheck.self, keys: [0: ClockKey.radio], from: DeliveryCheck.init(radioClock:mirrors:))
        try shared.registerSingleton(DaemonCheck.self, from: DaemonCheck.init(session:))
        try shared.registerSingleton(
            ScheduleArranger.self, from: ScheduleArranger.init(store:controllers:household:clock:))
        try shared.registerSingleton(UpcomingPlan.self, from: UpcomingPlan.init(zones:clock:))
        try shared.registerSingleton(
            HouseholdPauses.self, using: IsolatedDependency(RunningHousehold.self)
        ) { $0.pauses }
        try shared.registerSingleton(
            HouseholdHolidays.self, using: IsolatedDependency(RunningHousehold.self)
        ) { $0.holidays }
        try shared.registerSingleton(
            HouseholdNotices.self, using: IsolatedDependency(RunningHousehold.self)
        ) { $0.notices }
        try shared.registerSingleton(HouseholdLog.self, using: IsolatedDependency(RunningHousehold.self)) { $0.log }
        try shared.registerSingleton(CommandLog.self, from: CommandLog.init(log:clock:))
        try shared.registerSingleton(DeviceCommand.self, from: DeviceCommand.init(log:session:zones:))
        try shared.registerSingleton(
            Pairing.self, keys: [4: ClockKey.radio],
            from: Pairing.init(products:transport:connections:nightClock:radioClock:))
        try shared.registerSingleton(
            NearbyScan.self, keys: [4: ClockKey.radio],
            from: NearbyScan.init(store:controllers:products:transport:clock:))
        try shared.registerSingleton(
            DeviceRecordings.self, using: IsolatedDependency(DeviceFinder.self),
            Dependency(Factory<MacAddress, RunningRecording>.self), Dependency((any NightClock).self),
            Dependency((any NightClock).self, key: ClockKey.radio)
        ) { finder, recordings, nightClock, radioClock in
            DeviceRecordings(
                finder: finder, record: { try recordings($0) }, nightClock: nightClock, radioClock: radioClock)
        }
    }
}
