// SPDX-License-Identifier: Apache-2.0

public import SleepModel

extension HatchRestCommand {
    /// The command that makes an action true.
    public init(_ action: DeviceAction) {
        switch action {
        case .power(let isOn): self = .power(isOn)
        case .light(let light): self = .light(light)
        case .sound(let sound): self = .sound(sound)
        case .volume(let volume): self = .volume(volume)
        }
    }

    /// What it asks for, as an action; nil for everything else.
    public var action: DeviceAction? {
        switch self {
        case .power(let isOn): .power(isOn)
        case .light(let light): .light(light)
        case .sound(let sound): .sound(sound)
        case .volume(let volume): .volume(volume)
        default: nil
        }
    }
}
