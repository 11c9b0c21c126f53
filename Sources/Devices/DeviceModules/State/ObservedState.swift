// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// A device's state as somebody last saw it, with where each part of it comes from.
public struct ObservedState: Hashable, Sendable {
    /// How it became known.
    public enum Source: String, Hashable, Sendable {
        /// From an advertisement.
        case advertisement
        /// Pushed over a connection.
        case notification
        /// Asked for over a connection.
        case read
    }

    /// Who made a channel show what it shows.
    public enum Author: String, Hashable, Sendable {
        /// Lull did.
        case lull
        /// Somebody at the device, or another program.
        case device
        /// It was so when the device was first seen, or seen again after its link was lost.
        case unknown
    }

    /// Where the value of one channel comes from.
    public struct Provenance: Hashable, Sendable {
        /// Who made it so.
        public var author: Author
        /// When it was first seen so.
        public var since: Instant
    }

    /// The state.
    public var state: DeviceState
    /// When it was seen.
    public var at: Instant
    /// How.
    public var source: Source
    /// Where the value of each channel comes from.
    public var provenance: [DeviceChannel: Provenance]
    /// How often so far something was changed by somebody else; a consumer that misses a state still sees this grow.
    public var foreignChanges = 0
    /// How often so far the device's own sleep timer switched it off, which counts as a change by somebody else as well.
    public var timerEnds = 0
    /// How often so far the device came back off after it had lost its power; counted in the same way.
    public var restarts = 0
}
