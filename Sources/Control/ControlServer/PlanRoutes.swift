// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// Adds what can be asked about the past and the future.
func addPlanRoutes(to router: ControlRouter, _ plan: any PlanControl) {
    router.get(Endpoints.next) { query throws(ControlError) in try await plan.next(query) }
    router.get(Endpoints.log) { query throws(ControlError) in try await plan.log(query) }
}
