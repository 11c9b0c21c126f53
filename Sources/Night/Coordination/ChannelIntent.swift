// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel

/// What is wanted of one channel: a value, or a ramp to one.
public enum ChannelTarget: Hashable, Sendable {
    /// A value.
    case value(DeviceAction)
    /// A ramp of the light.
    case light(Ramp<Light>)
    /// A ramp of the volume.
    case volume(Ramp<Level>)

    /// The channel it is for.
    public var channel: DeviceChannel {
        switch self {
        case .value(let action): action.channel
        case .light: .light
        case .volume: .volume
        }
    }

    /// The value at `sample`.
    public func action(at sample: ClockSample) -> DeviceAction {
        switch self {
        case .value(let action): action
        case .light(let ramp): .light(ramp.value(at: sample))
        case .volume(let ramp): .volume(ramp.value(at: sample))
        }
    }

    /// The target held where it is at a reading of the boot clock.
    public func held(at boot: Duration) -> ChannelTarget {
        switch self {
        case .value: return self
        case .light(var ramp):
            ramp.heldAt = boot
            return .light(ramp)
        case .volume(var ramp):
            ramp.heldAt = boot
            return .volume(ramp)
        }
    }

    /// Whether the value is on its way to another one.
    public func isFading(at sample: ClockSample) -> Bool { nextLook(at: sample) != nil }

    /// The boot reading at which the value may change; nil when it stays.
    func nextLook(at sample: ClockSample) -> Duration? {
        switch self {
        case .value: nil
        case .light(let ramp): ramp.nextLook(at: sample)
        case .volume(let ramp): ramp.nextLook(at: sample)
        }
    }
}

/// What one run or one person wants of one channel.
public struct ChannelIntent: Hashable, Sendable {
    /// Its layer; the highest one wins.
    public var layer: ControlLayer
    /// What it wants.
    public var target: ChannelTarget
    /// Since when; of two intents on one layer the newer wins.
    public var since: Instant
    /// Until when, if that is known.
    public var until: Instant?
    /// The schedule's name, or `person`.
    public var by: String
    /// Who wants it; a new source of a channel ends the manual holds on it.
    public var source: IntentSource
    /// How long a manual change of the channel counts over it; nil for as long as any.
    public var returnsAfter: Duration?
    /// Whether anything else on its layer, or on one of the same rank, wins over it, also if that is older.
    public var yields: Bool

    /// Makes an intent.
    public init(
        layer: ControlLayer, target: ChannelTarget, since: Instant, until: Instant?, by: String, source: IntentSource,
        returnsAfter: Duration? = nil, yields: Bool = false
    ) {
        self.layer = layer
        self.target = target
        self.since = since
        self.until = until
        self.by = by
        self.source = source
        self.returnsAfter = returnsAfter
        self.yields = yields
    }

    /// The channel it is for.
    public var channel: DeviceChannel { target.channel }
}
