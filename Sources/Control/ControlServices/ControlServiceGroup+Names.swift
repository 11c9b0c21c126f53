// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel
import Storage

extension ControlServiceGroup {
    /// The services of a household, whose errors about the radio call devices by their names in `store`.
    init(
        devices: any DeviceControl, lightAndSound: any LightAndSoundControl, presets: any PresetControl,
        routines: any RoutineControl, alarms: any AlarmControl, bedtimes: any BedtimeControl,
        holidays: any HolidayControl, groups: any GroupControl, pauses: any PauseControl, catalog: any CatalogControl,
        plan: any PlanControl, setup: any SetupControl, notices: any NoticeControl, damage: any DamageControl,
        daemon: any DaemonControl, events: any EventControl, naming store: any NightStore
    ) {
        self.init(
            devices: devices, lightAndSound: lightAndSound, presets: presets, routines: routines, alarms: alarms,
            bedtimes: bedtimes, holidays: holidays, groups: groups, pauses: pauses, catalog: catalog, plan: plan,
            setup: setup, notices: notices, damage: damage, daemon: daemon, events: events)
        wording = { error in
            guard error.isAboutRadio, let names = try? await store.names() else { return error }
            return error.naming(names)
        }
    }
}
