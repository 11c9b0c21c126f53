// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel
import Testing

@testable import Composition

/// What people ask of the nursery, and what it says of who decides there.
extension SimulatedNight {
    /// Sets a bedtime with rain, at 20:00 after a wind-down of half an hour unless told otherwise.
    func setBedtime(
        at time: String = "20:00", wake: String?, windDown: String? = nil, nightLight: String? = nil,
        _ change: (inout BedtimeRequest) -> Void = { _ in }
    ) async throws {
        var request = BedtimeRequest(device: "nursery", at: time, sound: "rain", wake: wake)
        (request.windDown, request.nightLight) = (windDown, nightLight)
        change(&request)
        _ = try await perform(Endpoints.setBedtime, request)
    }

    func light(_ color: String, _ brightness: Int? = nil) async throws {
        _ = try await perform(Endpoints.light, LightRequest(device: "nursery", color: color, brightness: brightness))
    }

    func volume(_ volume: Int) async throws {
        _ = try await perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: volume))
    }

    func power(on isOn: Bool) async throws {
        _ = try await perform(Endpoints.power, PowerRequest(device: "nursery", on: isOn))
    }

    /// Starts the device's own sleep timer.
    @discardableResult
    func stop(_ device: String? = nil) async throws -> [StopDocument] {
        try await perform(Endpoints.stop, DeviceChoice(device: device))
    }

    func startTimer(_ length: String) async throws {
        _ = try await perform(Endpoints.setTimer, TimerRequest(device: "nursery", duration: length))
    }

    @discardableResult
    func nap(
        _ length: String = "45m", sound: String? = nil, volume: Int? = nil, wakeLight: String? = nil
    ) async throws -> NapDocument {
        try await perform(
            Endpoints.startNap,
            NapRequest(device: "nursery", length: length, sound: sound, volume: volume, wakeLight: wakeLight))
    }

    /// The layers that want something of a channel, the one that decides first.
    func layers(of channel: DeviceChannel = .light) async throws -> [ControlLayer] {
        let owner = try await perform(Endpoints.status, DeviceChoice()).first?.owners[channel.rawValue]
        return owner.map { [$0.layer] + $0.waiting.map(\.layer) } ?? []
    }
}
