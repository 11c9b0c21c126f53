// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// Adds what can be asked about and done to devices.
func addDeviceRoutes(to router: ControlRouter, _ devices: any DeviceControl) {
    router.get(Endpoints.devices) { _ throws(ControlError) in try await devices.devices() }
    router.get(Endpoints.scan) { request throws(ControlError) in try await devices.scan(request) }
    router.post(Endpoints.pair) { request throws(ControlError) in try await devices.pair(request) }
    router.post(Endpoints.unpair) { request throws(ControlError) in try await devices.unpair(request) }
    router.post(Endpoints.identify) { request throws(ControlError) in try await devices.identify(request) }
    router.post(Endpoints.record) { request throws(ControlError) in try await devices.record(request) }
    router.get(Endpoints.status) { query throws(ControlError) in try await devices.status(query) }
    router.post(Endpoints.power) { request throws(ControlError) in try await devices.power(request) }
    router.post(Endpoints.light) { request throws(ControlError) in try await devices.light(request) }
    router.post(Endpoints.sound) { request throws(ControlError) in try await devices.sound(request) }
    router.post(Endpoints.volume) { request throws(ControlError) in try await devices.volume(request) }
}
