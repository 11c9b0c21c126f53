// SPDX-License-Identifier: Apache-2.0

import CivilTime
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
        var attribution = ChangeAttribution()
        var rssi: Int?
        var battery: Int?
        var consumers: [Int: AsyncStream<ObservedState>.Continuation] = [:]
        var nextIdentifier = 0
        /// Whether one caller hands on what was observed; others that observe more meanwhile leave that to it.
        var isHandingOn = false
        var hasMore = false
    }

    private let clock: any NightClock
    private let radioClock: any NightClock
    private let storage = Mutex(Contents())

    /// Dates reports by `clock`; `radioClock` is real time, in which a report follows a write.
    public init(clock: any NightClock, radioClock: any NightClock) {
        self.clock = clock
        self.radioClock = radioClock
    }

    /// What was seen last; nil when nothing was.
    public var latest: ObservedState? { storage.withLock { $0.latest } }

    /// Signal strength in dBm and battery in percent, as last advertised.
    public var radio: (rssi: Int?, battery: Int?) { storage.withLock { ($0.rssi, $0.battery) } }

    /// Notes a state; ignores an advertisement that may be older than the last write.
    public func observe(_ state: DeviceState, from source: ObservedState.Source) {
        let (now, moment) = (clock.now().wall, moment)
        let handsOn = storage.withLock { storage in
            if source == .advertisement, storage.attribution.isStale(advertisedAt: moment) { return false }
            let finding = storage.attribution.observe(
                state, isAdvertised: source == .advertisement, at: moment)
            storage.latest = ObservedState(state, at: now, from: source, after: storage.latest, finding: finding)
            storage.hasMore = true
            defer { storage.isHandingOn = true }
            return !storage.isHandingOn
        }
        if handsOn { handOn() }
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
        storage.withLock { storage in
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

    /// Notes that Lull is about to set the device's clock.
    func expectClockChange() {
        let moment = moment
        storage.withLock { $0.attribution.wroteClock(at: moment) }
    }

    /// Notes that the link was lost: what is seen next is nobody's change.
    func expectAnything() {
        storage.withLock { $0.attribution.forget() }
    }

    private var moment: ChangeAttribution.Moment {
        ChangeAttribution.Moment(radio: radioClock.now().boot, night: clock.now().boot)
    }
}

extension ObservedState {
    fileprivate init(
        _ state: DeviceState, at instant: Instant, from source: Source, after before: ObservedState?,
        finding: ChangeAttribution.Finding
    ) {
        self.init(state: state, at: instant, source: source, provenance: before?.provenance ?? [:])
        foreignChanges = before?.foreignChanges ?? 0
        timerEnds = before?.timerEnds ?? 0
        restarts = before?.restarts ?? 0
        var foreign: Set<DeviceChannel> = []
        switch finding {
        case .own: break
        case .foreign(let channels):
            foreign = channels
            foreignChanges += 1
        case .timerEnd:
            foreign = [.power]
            foreignChanges += 1
            timerEnds += 1
        case .restart:
            foreign = Set(DeviceChannel.allCases)
            restarts += 1
        }
        for channel in DeviceChannel.allCases where before?.state.action(of: channel) != state.action(of: channel) {
            let author: Author = before == nil ? .unknown : foreign.contains(channel) ? .device : .lull
            provenance[channel] = Provenance(author: author, since: instant)
        }
    }
}
