// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
import Synchronization

/// A device's state as somebody last saw it.
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

    /// The state.
    public var state: DeviceState
    /// When it was seen.
    public var at: Instant
    /// How.
    public var source: Source
}

/// Holds what is known of one device and hands the newest of it to anybody who asks.
///
/// Its writers are the device's own connection and the advertisement watcher; values are never queued, so a slow
/// consumer sees the newest and misses the ones between.
public final class DeviceStateEmitter: Sendable {
    private struct Contents {
        var latest: ObservedState?
        var rssi: Int?
        var battery: Int?
        var consumers: [Int: AsyncStream<ObservedState>.Continuation] = [:]
        var nextIdentifier = 0
    }

    private let clock: any NightClock
    private let storage = Mutex(Contents())

    /// Dates what it sees by `clock`.
    public init(clock: any NightClock) {
        self.clock = clock
    }

    /// What was seen last; nil when nothing was.
    public var latest: ObservedState? { storage.withLock { $0.latest } }

    /// Signal strength in dBm and battery in percent, as last advertised.
    public var radio: (rssi: Int?, battery: Int?) { storage.withLock { ($0.rssi, $0.battery) } }

    /// Notes a state.
    public func observe(_ state: DeviceState, from source: ObservedState.Source) {
        let observed = ObservedState(state: state, at: clock.now().wall, source: source)
        // Handed on under the lock, so that every consumer's last value is the latest one.
        storage.withLock { storage in
            storage.latest = observed
            for consumer in storage.consumers.values { consumer.yield(observed) }
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
            if let latest = storage.latest { continuation.yield(latest) }
            return storage.nextIdentifier
        }
        continuation.onTermination = { [weak self] _ in
            self?.storage.withLock { _ = $0.consumers.removeValue(forKey: identifier) }
        }
        return stream
    }
}
