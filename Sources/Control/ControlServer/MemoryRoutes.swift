// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// Adds what devices keep by themselves: favourites, programs, a sleep timer and a clock.
func addMemoryRoutes(to router: ControlRouter, _ memory: any MemoryControl) {
    router.get(Endpoints.favourites) { query throws(ControlError) in try await memory.favourites(query) }
    router.post(Endpoints.playFavourite) { slot throws(ControlError) in try await memory.playFavourite(slot) }
    router.post(Endpoints.saveFavourite) { slot throws(ControlError) in try await memory.saveFavourite(slot) }
    router.post(Endpoints.editFavourite) { request throws(ControlError) in try await memory.editFavourite(request) }
    router.get(Endpoints.programs) { query throws(ControlError) in try await memory.programs(query) }
    router.post(Endpoints.setProgram) { request throws(ControlError) in try await memory.setProgram(request) }
    router.post(Endpoints.switchProgram) { request throws(ControlError) in try await memory.switchProgram(request) }
    router.post(Endpoints.deleteProgram) { slot throws(ControlError) in try await memory.deleteProgram(slot) }
    router.get(Endpoints.timer) { query throws(ControlError) in try await memory.timer(query) }
    router.post(Endpoints.setTimer) { request throws(ControlError) in try await memory.setTimer(request) }
    router.get(Endpoints.clock) { query throws(ControlError) in try await memory.clock(query) }
    router.post(Endpoints.setClock) { selection throws(ControlError) in try await memory.setClock(selection) }
}
