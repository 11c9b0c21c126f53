// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Coordination
public import SleepModel

/// Who decides one channel of a device, and until when.
public struct ChannelOwner: Hashable, Sendable {
    /// The layer it decides on.
    public var layer: ControlLayer
    /// Since when.
    public var since: Instant
    /// Until when, where that is known.
    public var until: Instant?
    /// The schedule's name, or `person`.
    public var by: String
    /// The occurrence that decides; nil for a person.
    public var occurrence: OccurrenceKey?

    init(_ intent: ChannelIntent) {
        layer = intent.layer
        since = intent.since
        until = intent.until
        by = intent.by
        occurrence = intent.source.occurrence
    }
}
