// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceDocuments
import SleepModel

/// What a device shows over a night: every state in order; each holds until the next one.
struct ShownStates: Hashable {
    /// What the device shows from a moment on.
    struct Step: Hashable {
        var at: Instant
        var state: DeviceStateDocument
    }

    /// What stands out between two moments.
    struct Peak {
        /// The brightest light; nil if the device was off.
        var light: DeviceStateDocument.LightDocument?
        /// The highest volume that could be heard, 0 to 255.
        var volume: UInt8
    }

    /// Every state in order.
    var steps: [Step] = []

    /// Where the night begins; nil without a state.
    var start: Instant? { steps.first?.at }

    /// What stands out between two moments.
    func peak(from start: Instant, to end: Instant) -> Peak {
        let first = steps.lastIndex { $0.at <= start } ?? 0
        let shown = steps[first...].prefix { $0.at < end }.map(\.state).filter { $0.power == "on" }
        let heard = shown.filter { $0.sound.id != SoundID.none.rawValue }
        return Peak(
            light: shown.map(\.light).max { $0.brightness < $1.brightness }, volume: heard.map(\.volume).max() ?? 0)
    }
}
