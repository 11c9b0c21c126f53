// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// The steps of a routine, one after the other.
public struct RoutinePlan: Hashable, Codable, Sendable {
    /// At least one step.
    public var steps: [RoutineStep]
    /// What becomes of it when another routine runs on the device.
    public var ifRunning: RoutineMeeting

    /// Makes a plan.
    public init(steps: [RoutineStep], ifRunning: RoutineMeeting = .replace) {
        self.steps = steps
        self.ifRunning = ifRunning
    }
}

/// What becomes of a routine that is to begin while another one runs on the device.
public enum RoutineMeeting: String, Hashable, Codable, Sendable, CaseIterable {
    /// It takes the place of the other.
    case replace
    /// It waits until the other has ended.
    case queue
    /// It is left out.
    case ignore
}

/// One step: what changes when it starts, how gently, and when it ends.
public struct RoutineStep: Hashable, Codable, Sendable {
    /// When a step ends.
    public enum End: Hashable, Codable, Sendable {
        /// After an elapsed time, in whatever way the clock is set meanwhile.
        case after(Duration)
        /// At the next such time of day, settled when the step starts.
        case at(TimeOfDay)
        /// When somebody goes on to the next step, or stops the routine.
        case whenStopped
    }

    /// The light from this step on; nil leaves it as the step before had it.
    public var light: Light?
    /// How long the light takes to get there.
    public var lightFade: Duration
    /// The sound from this step on; nil leaves it.
    public var sound: SoundID?
    /// The volume from this step on; nil leaves it.
    public var volume: Level?
    /// How long the volume takes to get there; without a volume, how long the sound takes to fall silent.
    public var volumeFade: Duration
    /// When the step ends.
    public var end: End

    /// Makes a step.
    public init(
        light: Light? = nil, lightFade: Duration = .zero, sound: SoundID? = nil, volume: Level? = nil,
        volumeFade: Duration = .zero, end: End
    ) {
        self.light = light
        self.lightFade = lightFade
        self.sound = sound
        self.volume = volume
        self.volumeFade = volumeFade
        self.end = end
    }
}

extension RoutineStep {
    /// Whether its volume fades to nothing, after which the sound is off.
    public var fadesToSilence: Bool {
        volumeFade > .zero && (volume == .zero || volume == nil && sound == SoundID.none)
    }
}
