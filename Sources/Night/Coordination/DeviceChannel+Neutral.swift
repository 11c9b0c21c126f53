// SPDX-License-Identifier: Apache-2.0

import SleepModel

extension DeviceChannel {
    /// The value of a channel that nobody wants anything of; the volume of a silent device does not matter.
    var neutral: DeviceAction? {
        switch self {
        case .light: .light(.off)
        case .sound: .sound(.none)
        case .power, .volume: nil
        }
    }
}
