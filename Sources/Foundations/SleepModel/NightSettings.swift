// SPDX-License-Identifier: Apache-2.0

/// What holds for all schedules, or all of one device.
public struct NightSettings: Hashable, Codable, Sendable {
    /// The pause of everything; nil when there is none.
    public var pause: Pause?
    /// The pauses of single devices.
    public var devicePauses: [MacAddress: Pause]

    /// Makes settings.
    public init(pause: Pause? = nil, devicePauses: [MacAddress: Pause] = [:]) {
        self.pause = pause
        self.devicePauses = devicePauses
    }
}
