// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Clocks
import Coordination
import Scheduling
public import SleepModel

/// Who decides one channel of a device, and until when.
public struct ChannelOwner: Hashable, Sendable {
    /// What is scheduled on a channel and waits below a manual hold.
    public struct Below: Hashable, Sendable {
        /// The layer it acts on.
        public var layer: ControlLayer
        /// The schedule's name.
        public var by: String
        /// The occurrence that runs.
        public var occurrence: OccurrenceKey?
    }

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
    /// What waits below it; nil for what is scheduled itself.
    public var below: Below?

    init(_ intent: ChannelIntent) {
        layer = intent.layer
        since = intent.since
        until = intent.until
        by = intent.by
        occurrence = intent.source.occurrence
    }
}

extension DeviceController {
    /// Who decides each channel; a channel that nobody decides is absent.
    ///
    /// A manual hold lasts until its time is over or something scheduled takes its channel.
    public var owners: [DeviceChannel: ChannelOwner] {
        let now = clock.now()
        let ends = coordinator.holdEnds(on: address) { foresee(from: now, until: $0) }
        let scheduled = coordinator.scheduled(on: address)
        return Dictionary(
            uniqueKeysWithValues: coordinator.owners(of: address).map { channel, intent in
                var owner = ChannelOwner(intent)
                if intent.source == .manual {
                    // Foreseen in elapsed time, as the ends of runs are.
                    owner.until = [ends[channel]?.nearestSecond, coordinator.napTakes(channel, on: address)]
                        .compactMap(\.self).min()
                    owner.below = scheduled[channel].map {
                        ChannelOwner.Below(layer: $0.layer, by: $0.by, occurrence: $0.source.occurrence)
                    }
                } else if features.contains(where: { $0.isChosen(intent) }) {
                    // The ring plays as loud as somebody wants it, until it ends.
                    (owner.layer, owner.by, owner.occurrence) = (.manual, LogActor.person.rawValue, nil)
                    owner.below = ChannelOwner.Below(
                        layer: intent.layer, by: intent.by, occurrence: intent.source.occurrence)
                }
                return (channel, owner)
            })
    }

    private func foresee(from now: ClockSample, until end: Duration) -> [ForeseenIntents] {
        features.flatMap { feature in
            feature.foresight(from: now, until: end).map { ForeseenIntents($0, of: feature.kind) }
        }
    }
}

extension ForeseenIntents {
    fileprivate init(_ foresight: Foresight<ChannelIntent>, of kind: ScheduleKind) {
        self.init(at: foresight.at, kind: kind, wanted: foresight.wanted, switchesOff: foresight.switchesOff)
    }
}
