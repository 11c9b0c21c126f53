// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Clocks
import Coordination
import Scheduling
public import SleepModel

/// Who decides one channel of a device, or waits to, and until when.
public struct ChannelClaim: Hashable, Sendable {
    /// The layer it acts on.
    public var layer: ControlLayer
    /// Since when.
    public var since: Instant
    /// Until when, where that is known.
    public var until: Instant?
    /// Until when Lull tries what the device has not taken, as it is out of reach; nil where nothing waits.
    public var pendingUntil: Instant?
    /// The schedule's name, `nap`, or who set it by hand.
    public var by: String
    /// The occurrence that runs; nil for a nap and for what was set by hand.
    public var occurrence: OccurrenceKey?
    /// What it wants; nil while that fades.
    public var wants: DeviceAction?

    init(_ intent: ChannelIntent) {
        layer = intent.layer
        since = intent.since
        until = intent.until
        by = intent.by
        occurrence = intent.source.occurrence
        if case .value(let action) = intent.target { wants = action }
    }

    /// Whether it is of a run or a nap, whose parts follow each other.
    ///
    /// A sunrise is left out: its ring comes at its own time, whoever decides until then.
    fileprivate var isRun: Bool { layer != .sunrise && (occurrence != nil || layer == .nap) }

    /// Whether it ends at an instant or before.
    fileprivate func isOver(by end: Instant) -> Bool { until.map { $0 <= end } ?? false }

    /// Whether it is of the same run or nap as another.
    fileprivate func isOfRun(_ other: ChannelClaim) -> Bool {
        isRun && other.isRun && occurrence == other.occurrence
    }
}

extension DeviceController {
    /// Who wants something of each channel: first who decides it, then what waits below; a channel of which nobody wants
    /// anything is absent.
    ///
    /// A manual hold lasts until its time is over or something scheduled takes its channel.
    public var claims: [DeviceChannel: [ChannelClaim]] {
        let ends = holdEnds
        let pending = coordinator.pending(on: address)
        return Dictionary(
            uniqueKeysWithValues: coordinator.claims(on: address).map { channel, intents in
                var claims = intents.map(ChannelClaim.init)
                if let held = intents.firstIndex(where: { $0.source == .manual }) {
                    // Foreseen in elapsed time, as the ends of runs are.
                    claims[held].until = [
                        held == 0 ? ends[channel]?.at.nearestSecond : claims[held].until,
                        coordinator.napTakes(channel, on: address),
                    ].compactMap(\.self).min()
                    claims[held].pendingUntil = pending[channel]
                } else if let first = intents.first, features.contains(where: { $0.isChosen(first) }) {
                    // The ring plays as loud as somebody wants it, until it ends.
                    var chosen = claims[0]
                    (chosen.layer, chosen.by, chosen.occurrence) = (.manual, LogActor.person.rawValue, nil)
                    claims.insert(chosen, at: 0)
                }
                return (channel, claims)
            })
    }

    /// The claims, in which what waits is as it will be when the owner's time ends, if all happens as planned.
    ///
    /// A night or a routine may be in another part by then. What is over by then is as it is now.
    public var claimsInTurn: [DeviceChannel: [ChannelClaim]] {
        var foreseen: [Instant: [DeviceChannel: [ChannelIntent]]] = [:]
        return Dictionary(
            uniqueKeysWithValues: claims.map { channel, claims in
                guard let end = claims.first?.until,
                    claims.dropFirst().contains(where: { $0.isRun && $0.isOver(by: end) })
                else { return (channel, claims) }
                let later = foreseen[end] ?? claimsForeseen(at: end)
                foreseen[end] = later
                let inTurn = claims.enumerated().map { place, claim in
                    guard place > 0, claim.isRun, claim.isOver(by: end),
                        let next = later[channel]?.map(ChannelClaim.init).first(where: claim.isOfRun)
                    else { return claim }
                    return next
                }
                return (channel, inTurn)
            })
    }

    /// What everybody will want of each channel when something ends.
    private func claimsForeseen(at end: Instant) -> [DeviceChannel: [ChannelIntent]] {
        let now = clock.now()
        // Ends are rounded to the second, and what follows may begin a little after that.
        let later = now.after(end - now.wall + .milliseconds(500))
        return coordinator.claims(on: address, at: later, foreseeing: foresee(from: now, until: later.boot))
    }

    /// Who decides each channel that is held by hand when that is over, if all happens as it is planned now; a channel for
    /// which that is not known is absent.
    public var claimsAfterHolds: [DeviceChannel: ChannelClaim] {
        let ends = holdEnds
        return ends.compactMapValues { $0.next.map(ChannelClaim.init) }.filter { channel, _ in
            guard let end = ends[channel] else { return false }
            // A nap takes its channels before.
            return coordinator.napTakes(channel, on: address).map { $0 > end.at } ?? true
        }
    }

    private var holdEnds: [DeviceChannel: HoldEnd] {
        let now = clock.now()
        return coordinator.holdEnds(on: address) { foresee(from: now, until: $0) }
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
