// SPDX-License-Identifier: Apache-2.0

public import Captures
import Clocks
public import ControlAPI
import DeviceModules
public import Household

extension ControlServiceGroup {
    /// The services of a household, whose transport is `recorder`; `unsaved` says what cannot be saved, and why.
    ///
    /// With `isDirect` they serve one command only, while no schedule runs.
    @MainActor
    public init(
        of household: RunningHousehold, recorder: RecordingTransport, unsaved: @escaping @Sendable () -> String?,
        isDirect: Bool
    ) {
        let given = household.configuration
        let (store, zones, clock) = (given.store, given.zones, given.nightClock)
        let finder = DeviceFinder(store: store, controllers: household.devices)
        let log = CommandLog(log: household.log, clock: clock)
        let command = DeviceCommand(log: log, isDirect: isDirect)
        let plan = UpcomingPlan(zones: zones, clock: clock)
        let queue = SerialQueue()
        let daemon = DaemonCheck(isDirect: isDirect)
        let pairing = Pairing(
            products: given.products, transport: recorder,
            connections: DeviceConnectionStateFactory(
                transport: recorder, clock: given.radioClock, policy: given.policy, logger: given.logger),
            nightClock: clock, radioClock: given.radioClock)
        let nearby = NearbyScan(
            store: store, controllers: household.devices, products: given.products, transport: recorder,
            clock: given.radioClock)
        let recordings = DeviceRecordings(
            finder: finder, recorder: recorder, nightClock: clock, radioClock: given.radioClock)
        self.init(
            devices: DeviceService(
                finder: finder, store: store, pauses: household.pauses, products: given.products, clock: clock,
                radioClock: given.radioClock, pairing: pairing, nearby: nearby, recordings: recordings, queue: queue,
                plan: plan, zones: zones, log: log, unsaved: unsaved, isDirect: isDirect),
            lightAndSound: LightAndSoundService(finder: finder, zones: zones, command: command),
            presets: PresetService(finder: finder, zones: zones, nightClock: clock, log: log, command: command),
            routines: RoutineService(finder: finder, zones: zones, clock: clock, queue: queue, daemon: daemon),
            alarms: AlarmService(
                finder: finder, zones: zones, clock: clock, radioClock: given.radioClock, queue: queue, daemon: daemon),
            bedtimes: BedtimeService(finder: finder, zones: zones, clock: clock, queue: queue),
            pauses: PauseService(
                finder: finder, household: household.pauses, zones: zones, clock: clock, queue: queue),
            plan: PlanService(finder: finder, store: store, plan: plan, clock: clock),
            setup: SetupService(
                store: store, controllers: household.devices, pauses: household.pauses, products: given.products,
                zones: zones, clock: clock, radioClock: given.radioClock, queue: queue, lookAgain: household.lookAgain),
            damage: DamageService(store: store, clock: clock, queue: queue),
            events: EventService(finder: finder, source: household.events, daemon: daemon))
        wording = { error in
            guard error.isAboutRadio, let names = try? await store.names() else { return error }
            return error.naming(names)
        }
    }
}
