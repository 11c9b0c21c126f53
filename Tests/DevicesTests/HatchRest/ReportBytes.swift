// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// The reports of a device in a state, put together by hand; `noise` fills what nobody has explained.
enum ReportBytes {
    static func feedback(_ state: DeviceState, _ noise: [UInt8]) -> [UInt8] {
        [0x54] + clock(state) + [0x43] + light(state) + [0x53, state.sound.rawValue, state.volume.rawValue]
            + [0x50, power(state), 0x65, event(state, noise[0])] + noise[1..<4]
    }

    static func advertisement(_ state: DeviceState, _ noise: [UInt8]) -> [UInt8] {
        [0x52, 0x54] + clock(state) + [0x43] + light(state) + [0x53, state.sound.rawValue, state.volume.rawValue]
            + [0x45] + noise[1..<6] + [0x50, power(state), 0x65, event(state, noise[0])]
    }

    private static func clock(_ state: DeviceState) -> [UInt8] {
        let seconds = state.clock.map { $0.date.daysSince1970 * 86_400 + $0.time.secondsSinceMidnight } ?? 0
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: seconds >> $0) }
    }

    private static func light(_ state: DeviceState) -> [UInt8] {
        switch state.light.appearance {
        case .gradient: [0xFE, 0xFE, 0xFE, state.light.brightness.rawValue]
        case .color(let color): [color.red, color.green, color.blue, state.light.brightness.rawValue]
        }
    }

    private static func power(_ state: DeviceState) -> UInt8 {
        UInt8(state.favourite ?? 0) | (state.isOn ? 0 : 0xC0)
    }

    private static func event(_ state: DeviceState, _ noise: UInt8) -> UInt8 {
        noise & 0x7F | (state.isTimerRunning == true ? 0x80 : 0)
    }
}
