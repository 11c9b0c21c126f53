// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
import Synchronization

/// Holds what is known of one device and gives the newest to anybody who asks.
///
/// The device's connection and the advertisement watcher write to it. Values are never queued: a slow consumer sees the
/// newest and misses the ones between.
public final class DeviceStateEmitter: Sendable {
    private struct Contents {
        var latest: ObservedState?
        var advertised: ObservedState?
        var heardAt: Instant?
        /// When what was reported last was advertised last, on the boot clock of the night.
        var heldUntil: Duration?
        var attribution = ChangeAttribution()
        var links = 0
        var rssi: Int?
        var battery: Int?
        var consumers: [Int: AsyncStream<ObservedState>.Continuation] = [:]
        var nextIdentifier = 0
        /// Whether one caller hands on what was observed; others that observe more meanwhile leave that to it.
        var isHandingOn = false
        var hasMore = false

        /// Takes a state, and says whether the caller has to hand it on.
        mutating func take(_ observed: ObservedState) -> Bool {
            latest = observed
            latest?.links = links
            hasMore = true
            defer { isHandingOn = true }
            return !isHandingOn
        }
    }

    private let clock: any NightClock
    private let radioClock: any NightClock
    private let storage = Mutex(Contents())

    /// Dates reports by `clock`; `radioClock` is real time, in which a report follows a write.
    public init(clock: any NightClock, radioClock: any NightClock) {
        self.clock = clock
        self.radioClock = radioClock
    }

    /// What was read or notified last, or advertised before anything was; nil when nothing is known.
    public var latest: ObservedState? { storage.withLock { $0.latest } }

    /// What was advertised since something was read or notified; nil when nothing was.
    public var advertised: ObservedState? { storage.withLock { $0.advertised } }

    /// When an advertisement was heard last; nil when none was.
    public var heardAt: Instant? { storage.withLock { $0.heardAt } }

    /// Signal strength in dBm and battery in percent, as last advertised.
    public var radio: (rssi: Int?, battery: Int?) { storage.withLock { ($0.rssi, $0.battery) } }

    /// Notes a state that was read or notified over a connection.
    public func observe(_ state: DeviceState, from source: ObservedState.Source) {
        observe(state, from: source, at: moment)
    }

    /// Takes over what was read for another emitter of the same device.
    public func adopt(_ observed: ObservedState) {
        let moment = ChangeAttribution.Moment(radio: radioClock.now().boot, night: observed.boot, wall: observed.at)
        observe(observed.state, from: observed.source, at: moment)
    }

    private func observe(_ state: DeviceState, from source: ObservedState.Source, at moment: ChangeAttribution.Moment) {
        let handsOn = storage.withLock { storage in
            let finding = storage.attribution.observe(state, at: moment)
            guard finding != .outdated else { return false }
            var observed = ObservedState(state, at: moment, from: source, after: storage.latest, finding: finding)
            observed.heldUntil = storage.heldUntil
            (storage.advertised, storage.heldUntil) = (nil, nil)
            return storage.take(observed)
        }
        if handsOn { handOn() }
    }

    /// Notes a state that was advertised, and says whether it is worth a look at the device.
    ///
    /// Anybody can advertise in a device's name, so this is never a change: it counts as the state only until something
    /// was read. An advertisement that may be older than the last write is ignored.
    public func observe(advertised state: DeviceState) -> Bool {
        let moment = moment
        let (handsOn, isNews) = storage.withLock { storage in
            if storage.attribution.isStale(advertisedAt: moment) { return (false, false) }
            let latest = storage.latest
            let observed = ObservedState(state, at: moment, from: .advertisement, after: latest, finding: .own)
            storage.advertised = observed
            if latest?.state.shows(sameAs: state) == true { storage.heldUntil = moment.night }
            let isNews = latest.map { storage.attribution.isNews(state, to: $0.state, at: moment) } ?? false
            guard latest == nil || latest?.source == .advertisement else { return (false, isNews) }
            return (storage.take(observed), isNews)
        }
        if handsOn { handOn() }
        return isNews
    }

    /// Gives the consumers the latest state, one caller at a time, so that the latest is every consumer's last value.
    ///
    /// Never under the lock: waking a consumer takes the lock of its task, and a cancelled task holds that lock while
    /// it takes this one.
    private func handOn() {
        while true {
            let (latest, consumers) = storage.withLock { storage in
                guard storage.hasMore, let latest = storage.latest else {
                    storage.isHandingOn = false
                    return (ObservedState?.none, [AsyncStream<ObservedState>.Continuation]())
                }
                storage.hasMore = false
                return (latest, Array(storage.consumers.values))
            }
            guard let latest else { return }
            for consumer in consumers { consumer.yield(latest) }
        }
    }

    /// Notes what an advertisement says beside the state.
    public func observe(rssi: Int?, battery: Int?) {
        let now = clock.now().wall
        storage.withLock { storage in
            storage.heardAt = now
            storage.rssi = rssi ?? storage.rssi
            storage.battery = battery ?? storage.battery
        }
    }

    /// States from now on, starting with the latest; keeps the newest only, and ends with its consumer.
    public func updates() -> AsyncStream<ObservedState> {
        let (stream, continuation) = AsyncStream<ObservedState>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let identifier = storage.withLock { storage in
            storage.nextIdentifier += 1
            storage.consumers[storage.nextIdentifier] = continuation
            // Nobody waits for it yet, so this wakes no task under the lock.
            if let latest = storage.latest { continuation.yield(latest) }
            return storage.nextIdentifier
        }
        continuation.onTermination = { [weak self] _ in
            self?.storage.withLock { _ = $0.consumers.removeValue(forKey: identifier) }
        }
        return stream
    }

    /// Notes that Lull is about to write a value, so that its echo does not count as a change at the device.
    func expect(_ action: DeviceAction) {
        let moment = moment
        storage.withLock { $0.attribution.wrote(action, at: moment) }
    }

    /// Whether the device has shown the value since Lull last wrote it.
    func hasShown(_ action: DeviceAction) -> Bool {
        storage.withLock { $0.attribution.hasShown(action) }
    }

    /// Notes that there is a new link.
    func linked() {
        storage.withLock { $0.links += 1 }
    }

    /// Notes that the link was lost: what is seen next is nobody's change, unless something else explains it.
    func expectAnything() {
        storage.withLock { $0.attribution.forget() }
    }

    private var moment: ChangeAttribution.Moment {
        let now = clock.now()
        return ChangeAttribution.Moment(radio: radioClock.now().boot, night: now.boot, wall: now.wall)
    }
}

extension ObservedState {
    fileprivate init(
        _ state: DeviceState, at moment: ChangeAttribution.Moment, from source: Source, after before: ObservedState?,
        finding: ChangeAttribution.Finding
    ) {
        self.init(
            state: state, at: moment.wall, boot: moment.night, source: source, provenance: before?.provenance ?? [:])
        foreignChanges = before?.foreignChanges ?? 0
        timerEnds = before?.timerEnds ?? 0
        restarts = before?.restarts ?? 0
        unexplainedChanges = before?.unexplainedChanges ?? 0
        var (foreign, unexplained): (Set<DeviceChannel>, Set<DeviceChannel>) = ([], [])
        switch finding {
        case .own, .outdated: break
        case .foreign(let channels):
            foreign = channels
            foreignChanges += 1
        case .unexplained(let channels):
            unexplained = channels
            unexplainedChanges += 1
        case .timerEnd:
            foreign = [.power]
            foreignChanges += 1
            timerEnds += 1
        case .restart:
            foreign = Set(DeviceChannel.allCases)
            restarts += 1
        }
        for channel in DeviceChannel.allCases where before?.state.action(of: channel) != state.action(of: channel) {
            let isUnknown = before == nil || unexplained.contains(channel)
            let author: Author = isUnknown ? .unknown : foreign.contains(channel) ? .device : .lull
            provenance[channel] = Provenance(author: author, since: moment.wall)
        }
    }
}
