// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// The channels of a device under the names they have in the file.
///
/// The raw values are the file format: they stay when a case of the domain is renamed, and the switches make the
/// compiler ask for new ones.
enum StoredChannel: String, Codable {
    case power = "power"
    case light = "light"
    case sound = "sound"
    case volume = "volume"

    init(_ channel: DeviceChannel) {
        self =
            switch channel {
            case .power: .power
            case .light: .light
            case .sound: .sound
            case .volume: .volume
            }
    }

    var value: DeviceChannel {
        switch self {
        case .power: .power
        case .light: .light
        case .sound: .sound
        case .volume: .volume
        }
    }
}
