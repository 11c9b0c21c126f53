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

    func metrics() async throws(ControlError) -> MetricsText {
        try daemon.require(for: "GET \(Endpoints.metrics.path)", because: "nothing is counted")
        let metrics = household.metrics(of: store)
        return MetricsText(text: OpenMetricsText.text(metrics.families(version: LullVersion.current)))
    }
}
