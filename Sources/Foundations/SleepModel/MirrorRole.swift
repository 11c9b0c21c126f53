// SPDX-License-Identifier: Apache-2.0

/// What one of the device's own programs does in place of a host that is not there.
public enum MirrorRole: String, Hashable, Codable, Sendable, CaseIterable {
    /// It rings for an alarm.
    case alarm
    /// It shows the wake light of a night.
    case wakeLight = "wake-light"
    /// It switches the device off at the end of a night without a wake light.
    case nightEnd = "night-end"

    /// The name by which the program is known as Lull's, whoever finds it on the device.
    public var programName: String {
        switch self {
        case .alarm: "Lull alarm"
        case .wakeLight: "Lull wake"
        case .nightEnd: "Lull off"
        }
    }

    /// The role of a program with that name; nil for the name of anybody else's.
    public init?(programName: String) {
        guard let role = Self.allCases.first(where: { $0.programName == programName }) else { return nil }
        self = role
    }
}

extension DeviceProgram {
    /// What it does for Lull's mirror; nil for a program of anybody else.
    public var mirrorRole: MirrorRole? { MirrorRole(programName: name) }
}
