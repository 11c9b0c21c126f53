// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules
import SleepModel
import Testing

/// What can be asked of devices that keep something by themselves.
enum GlowLampRequest: CaseIterable {
    case readFavourite, storeFavourite
    case readProgram, storeProgram, enableProgram, deleteProgram
    case readSleepTimer, setSleepTimer, endSleepTimer, setClock

    func ask(_ sender: IoTActionSender) async throws {
        let evening = try #require(CivilDateTime(iso8601: "2027-03-14T20:30"))
        let light = Light(.color(GlowLampHouse.red), brightness: .full)
        switch self {
        case .readFavourite: _ = try await sender.favourite(1)
        case .storeFavourite:
            try await sender.store(
                DeviceFavourite(number: 1, light: light, sound: .none, volume: .full))
        case .readProgram: _ = try await sender.program(1)
        case .storeProgram:
            try await sender.store(
                DeviceProgram(
                    number: 1, name: "Night", start: evening.time, durationSeconds: 60, days: .daily, light: light,
                    sound: .none, volume: .full))
        case .enableProgram: try await sender.setProgram(1, isEnabled: true)
        case .deleteProgram: try await sender.deleteProgram(1)
        case .readSleepTimer: _ = try await sender.sleepTimer()
        case .setSleepTimer: _ = try await sender.setSleepTimer(.seconds(60))
        case .endSleepTimer: _ = try await sender.setSleepTimer(nil)
        case .setClock: _ = try await sender.setClock { evening }
        }
    }
}
