// SPDX-License-Identifier: Apache-2.0

import Clocks
import DeviceModules
import SleepModel

/// The volume that a device has of its own.
///
/// A fade and a ring change the volume for a while. A sound that comes after them with no volume of its own is as loud as
/// the device was before.
extension CoordinationMachine {
    /// Notes the volume that the device had before a fade or a ring took it.
    mutating func noteOwnVolume(at sample: ClockSample) {
        guard let owner = shown[.volume] else { return }
        guard owner.leavesOwnVolume(at: sample) else { return ownVolume = nil }
        ownVolume = ownVolume ?? reported?.volume ?? owner.target.volumeBefore
    }

    /// Has a fade to silence begin with what is heard, where somebody had turned that down or up.
    mutating func noteFade(_ intent: ChannelIntent, over hold: ManualHolds.Hold?, at sample: ClockSample) {
        guard case .volume(let ramp) = intent.target, ramp.to == .zero,
            case .volume(let level)? = hold?.intent.target.action(at: sample), let part = ChannelSource(intent).part
        else { return }
        fadeStarts[part] = level
    }

    /// An intent, from where it begins.
    func begun(_ intent: ChannelIntent) -> ChannelIntent {
        guard case .volume(var ramp) = intent.target,
            let level = ChannelSource(intent).part.flatMap({ fadeStarts[$0] })
        else { return intent }
        var intent = intent
        ramp.from = level
        intent.target = .volume(ramp)
        return intent
    }

    /// Takes over how a process before left the sound of a device.
    mutating func inheritSound(of left: DeviceHolds) {
        (hasRung, ownVolume, fadeStarts) = (left.hasRung, left.ownVolume, left.fadeStarts)
    }

    /// The volume that a sound brings back, or the light and the sound that the device showed last.
    var broughtBack: DeviceAction? {
        guard let ownVolume, shown[.volume] == nil, shown[.power]?.target == .value(.power(true)) else { return nil }
        switch shown[.sound]?.target {
        case .value(.sound(let sound))?: return sound == .none ? nil : .volume(ownVolume)
        case nil where shown.count == 1: return .volume(ownVolume)
        default: return nil
        }
    }

    /// A manual change with the volume that makes it heard.
    ///
    /// A sound that somebody chooses ends the fade of another to silence; a fade to a volume goes on.
    func audible(_ actions: [DeviceAction]) -> [DeviceAction] {
        let hasSound = actions.contains { if case .sound(let sound) = $0 { sound != .none } else { false } }
        guard let ownVolume, hasSound, !actions.contains(where: { $0.channel == .volume }),
            let owner = owners[.volume], owner.layer != .alarm, case .volume(let ramp) = owner.target, ramp.to == .zero
        else { return actions }
        return actions + [.volume(ownVolume)]
    }

    /// Whether it is the silence after a fade over which somebody has chosen another sound.
    func isSilenceOfAFade(_ intent: ChannelIntent) -> Bool {
        guard intent.target == .value(.sound(.none)), let part = ChannelSource(intent).part else { return false }
        return manual[.sound]?.over.contains(part) ?? false
    }

    /// Notes that the device has its own volume again, if the desired state that it took had that.
    mutating func settleOwnVolume() {
        guard let ownVolume, shown[.volume] == nil,
            desired?.actions.contains(limited(.volume(ownVolume))) ?? false
        else { return }
        self.ownVolume = nil
    }
}

extension ChannelIntent {
    /// Whether the volume that it wants is only for now: that of a ring, and that of a fade until it has reached a volume
    /// that people hear.
    fileprivate func leavesOwnVolume(at sample: ClockSample) -> Bool {
        switch target {
        case _ where source == .manual: false
        case _ where layer == .alarm: true
        case .volume(let ramp): ramp.to == .zero || ramp.progress(at: sample) < 1
        case .value, .light: false
        }
    }
}

extension ChannelTarget {
    /// The volume before a fade; nil for what is none.
    fileprivate var volumeBefore: Level? {
        if case .volume(let ramp) = self { ramp.from } else { nil }
    }
}
