// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// Adds what can be asked about and done to routines.
func addRoutineRoutes(to router: ControlRouter, _ routines: any RoutineControl) {
    router.get(Endpoints.routines) { _ throws(ControlError) in try await routines.routines() }
    router.post(Endpoints.addRoutine) { request throws(ControlError) in try await routines.addRoutine(request) }
    router.post(Endpoints.runRoutine) { request throws(ControlError) in try await routines.runRoutine(request) }
    router.post(Endpoints.stopRoutine) { request throws(ControlError) in try await routines.stopRoutine(request) }
}
