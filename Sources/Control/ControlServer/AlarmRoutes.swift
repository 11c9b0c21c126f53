// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// Adds what can be asked about and done to alarms.
func addAlarmRoutes(to router: ControlRouter, _ alarms: any AlarmControl) {
    router.get(Endpoints.alarms) { _ throws(ControlError) in try await alarms.alarms() }
    router.post(Endpoints.addAlarm) { request throws(ControlError) in try await alarms.addAlarm(request) }
    router.post(Endpoints.removeAlarm) { request throws(ControlError) in try await alarms.removeAlarm(request) }
    router.post(Endpoints.snoozeAlarm) { request throws(ControlError) in try await alarms.snoozeAlarm(request) }
    router.post(Endpoints.dismissAlarm) { request throws(ControlError) in try await alarms.dismissAlarm(request) }
    router.post(Endpoints.dismissAlarms) { request throws(ControlError) in try await alarms.dismissAlarms(request) }
    router.post(Endpoints.skipAlarm) { request throws(ControlError) in try await alarms.skipAlarm(request) }
    router.post(Endpoints.unskipAlarm) { request throws(ControlError) in try await alarms.unskipAlarm(request) }
}
