// SPDX-License-Identifier: Apache-2.0

/// A nap: sound and darkness for a time, and then a light that says that it is over.
public struct Nap: Hashable, Codable, Sendable {
    /// What a nap does now.
    public enum Phase: String, Hashable, Codable, Sendable, CaseIterable {
        /// It is dark, and the sound plays.
        case sleep
        /// The light grows, and the sound plays.
        case waking
        /// The light shines, and it is quiet.
        case light
    }

    /// How long it lasts, to the end of the sound.
    public var length: Duration
    /// What plays; `SoundID.none` for silence.
    public var sound: SoundID
    /// How loud.
    public var volume: Level
    /// The light at its end; a dark one for none.
    public var wakeLight: Light
    /// When it began.
    public var start: RunAnchor

    /// Makes a nap.
    public init(length: Duration, sound: SoundID, volume: Level, wakeLight: Light, start: RunAnchor) {
        self.length = length
        self.sound = sound
        self.volume = volume
        self.wakeLight = wakeLight
        self.start = start
    }

    /// How long the light grows at most.
    public static let longestFade = Duration.seconds(5 * 60)
    /// How long the light shines after the end.
    public static let lightAfter = Duration.seconds(15 * 60)

    private var hasLight: Bool { wakeLight.brightness > .zero }

    /// How long after its beginning the light begins to grow.
    public var wakes: Duration { hasLight ? length - min(Self.longestFade, length / 2) : length }

    /// How long after its beginning everything is over.
    public var over: Duration { hasLight ? length + Self.lightAfter : length }

    /// What it does so long after its beginning; nil when it is over.
    public func phase(after elapsed: Duration) -> Phase? {
        if elapsed < wakes { return .sleep }
        if elapsed < length { return .waking }
        return elapsed < over ? .light : nil
    }
}
