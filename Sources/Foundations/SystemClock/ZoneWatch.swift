// SPDX-License-Identifier: Apache-2.0

public import Clocks
import Dispatch
import Glibc
import Synchronization

/// Watches the files that decide civil time, and tells of changes once they have settled; one per process.
public final class ZoneWatch: Sendable {
    /// Who waits for changes.
    struct Listener: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct State {
        var inotify: ZoneInotify
        var timer: Int32
        var sources: [any DispatchSourceRead] = []
        var burst: ZoneBurst
        var edition = ZoneEdition()
        var listeners: [Int: @Sendable () -> Void] = [:]
        var nextNumber = 0
    }

    private let places: ZonePlaces
    private let state: Mutex<State>
    /// Events are looked at one after the other.
    private let queue = DispatchQueue(label: "zones")

    /// Watches `places` from now on; a change is reported when nothing changed for `pause` after it, or for ten times that
    /// at most.
    ///
    /// Throws `ZoneWatchError` where the system has no watches left.
    public init(_ places: ZonePlaces = ZonePlaces(), pause: Duration = .seconds(2)) throws {
        let inotify = try ZoneInotify(places)
        let timer: Int32
        do {
            timer = try HostTimer.make(CLOCK_BOOTTIME)
        } catch {
            close(inotify.descriptor)
            throw error
        }
        self.places = places
        state = Mutex(State(inotify: inotify, timer: timer, burst: ZoneBurst(pause: pause)))
        state.withLock { state in
            state.sources = [
                source(inotify.descriptor) { $0.noticeEvents() }, source(timer) { $0.endBurst() },
            ]
        }
    }

    deinit {
        state.withLock { state in
            for source in state.sources { source.cancel() }
        }
    }

    /// How often zone and zone data have changed.
    public var edition: ZoneEdition {
        state.withLock { $0.edition }
    }

    /// Calls `body` after each change, from any thread, until forgotten.
    func listen(_ body: @escaping @Sendable () -> Void) -> Listener {
        state.withLock { state in
            state.nextNumber += 1
            state.listeners[state.nextNumber] = body
            return Listener(number: state.nextNumber)
        }
    }

    /// Ends what `listen` began; a call under way is not waited for.
    func forget(_ listener: Listener) {
        state.withLock { _ = $0.listeners.removeValue(forKey: listener.number) }
    }

    /// A source that owns its descriptor.
    private func source(
        _ descriptor: Int32, _ handler: @escaping @Sendable (ZoneWatch) -> Void
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in self.map(handler) }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        return source
    }

    private func noticeEvents() {
        let now = HostClock.elapsed(CLOCK_BOOTTIME)
        state.withLock { state in
            guard let deadline = state.burst.notice(state.inotify.read(), at: now) else { return }
            try? HostTimer.set(state.timer, boot: deadline)
        }
    }

    private func endBurst() {
        let listeners = state.withLock { state -> [@Sendable () -> Void] in
            var expirations: UInt64 = 0
            guard read(state.timer, &expirations, MemoryLayout<UInt64>.size) > 0 else { return [] }
            watchAnew(&state)
            let kinds = state.burst.end()
            if kinds.contains(.zone) { state.edition.zone += 1 }
            if kinds.contains(.data) { state.edition.data += 1 }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener() }
    }

    /// Directories may have been made, removed or put in each other's place; the old watches stay if there are no new
    /// ones to be had.
    ///
    /// Done before the change is reported: the new watches see what happens from then on.
    private func watchAnew(_ state: inout State) {
        guard let inotify = try? ZoneInotify(places) else { return }
        state.sources[0].cancel()
        state.inotify = inotify
        state.sources[0] = source(inotify.descriptor) { $0.noticeEvents() }
    }
}
