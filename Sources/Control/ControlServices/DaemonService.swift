// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Household

/// How the daemon is.
@MainActor
struct DaemonService: DaemonControl {
    let household: RunningHousehold
    let store: HouseholdStore
    let daemon: DaemonCheck

    func health() async throws(ControlError) -> HealthDocument {
        try daemon.require(for: "GET \(Endpoints.health.path)", because: "no schedule runs")
        return HealthDocument(await household.health(unsaved: store.warning))
    }
}
