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

    /// Who set the value of a channel.
    public enum Author: String, Hashable, Sendable {
        /// Lull did.
        case lull
        /// Somebody at the device, or another program.
        case device
        /// The value was there when the device was first seen, or seen again after a lost link.
        case unknown
    }

    /// Where the value of one channel comes from.
    public struct Provenance: Hashable, Sendable {
        /// Who set it.
        public var author: Author
        /// When it was first seen.
        public var since: Instant
    }

    /// The state.
    public var state: DeviceState
    /// When it was seen.
    public var at: Instant
    /// When that was on the boot clock of the night.
    public var boot: Duration
    /// How.
    public var source: Source
    /// When the state before this one was advertised last, on the boot clock of the night; nil if it was not since it was
    /// reported.
    public var heldUntil: Duration?
    /// How many links there had been by then: two reports with the same number came over one link.
    public var links = 0
    /// Where the value of each channel comes from.
    public var provenance: [DeviceChannel: Provenance]
    /// How often somebody else has changed something so far; a consumer that misses a state still sees this grow.
    public var foreignChanges = 0
    /// How often the first report after a lost link showed something that Lull did not write so far.
    public var unexplainedChanges = 0
    /// How often the device's own sleep timer has switched it off so far; each is a foreign change, too.
    public var timerEnds = 0
    /// How often the device came back off after a loss of power so far.
    public var restarts = 0
}
