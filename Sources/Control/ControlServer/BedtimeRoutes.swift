// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// Adds what can be asked about and done to bedtimes.
func addBedtimeRoutes(to router: ControlRouter, _ bedtimes: any BedtimeControl) {
    router.get(Endpoints.bedtimes) { query throws(ControlError) in try await bedtimes.bedtimes(query) }
    router.post(Endpoints.setBedtime) { request throws(ControlError) in try await bedtimes.setBedtime(request) }
}
