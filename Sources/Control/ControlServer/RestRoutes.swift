// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// Adds what can be asked about and done to pauses.
func addRestRoutes(to router: ControlRouter, _ rests: any RestControl) {
    router.get(Endpoints.pauses) { _ throws(ControlError) in try await rests.pauses() }
    router.post(Endpoints.pause) { request throws(ControlError) in try await rests.pause(request) }
    router.post(Endpoints.resume) { request throws(ControlError) in try await rests.resume(request) }
}
