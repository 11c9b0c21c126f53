// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization

/// A thread that waits for any number of descriptors; it sleeps in the kernel, and ends when there is none to wait for.
///
/// Sources of libdispatch did not stand this use: a process died in its manager thread when a socket hung up.
final class DescriptorThread: Sendable {
    /// The only one.
    static let shared = DescriptorThread()

    private struct Watch: Sendable {
        let descriptor: Int32
        let events: Int16
        let isOnce: Bool
        let ready: @Sendable () -> Void
    }

    private struct State {
        var watches: [Int: Watch] = [:]
        var identifiers = 0
        var isRunning = false
    }

    private let state = Mutex(State())
    private let alarm: Int32

    private init() {
        alarm = eventfd(0, lull_event_flags)
    }

    /// Calls `ready` on the thread whenever one of the events has come, or an error or end; only once if asked to.
    ///
    /// Returns a number for `detach`. `ready` must not block, and may be called a last time while `detach` is.
    func attach(
        _ descriptor: Int32, events: Int32, once isOnce: Bool = false, ready: @escaping @Sendable () -> Void
    ) -> Int {
        let (identifier, mustStart) = state.withLock { state in
            state.identifiers += 1
            state.watches[state.identifiers] = Watch(
                descriptor: descriptor, events: Int16(truncatingIfNeeded: events), isOnce: isOnce, ready: ready)
            defer { state.isRunning = true }
            return (state.identifiers, !state.isRunning)
        }
        if mustStart { start() } else { wake() }
        return identifier
    }

    /// Waits for a descriptor no more, which may be closed then.
    func detach(_ identifier: Int) {
        let watch = state.withLock { $0.watches.removeValue(forKey: identifier) }
        if watch != nil { wake() }
    }

    private func start() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        while pthread_create(&thread, &attributes, Self.main, nil) != 0 {
            // The system is out of threads. Nobody may wait for ever, so this waits until there is one.
            poll(nil, 0, 100)
        }
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
        DescriptorThread.shared.run()
        return nil
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(alarm, &one, MemoryLayout<UInt64>.size)
    }

    private func run() {
        // Signals of the process are the business of other threads.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        lull_name_thread("sockets")
        while let watches = nextWatches() {
            var requests = [pollfd(fd: alarm, events: Int16(POLLIN), revents: 0)]
            requests += watches.map { pollfd(fd: $0.watch.descriptor, events: $0.watch.events, revents: 0) }
            // Without an alarm, for want of descriptors, other watches are looked for now and then.
            poll(&requests, nfds_t(requests.count), alarm < 0 ? 20 : -1)
            if requests[0].revents != 0 {
                var count: UInt64 = 0
                _ = read(alarm, &count, MemoryLayout<UInt64>.size)
            }
            for ((identifier, _), request) in zip(watches, requests.dropFirst()) where request.revents != 0 {
                take(identifier)?.ready()
            }
        }
    }

    /// What is to be waited for; nil to end the thread.
    private func nextWatches() -> [(identifier: Int, watch: Watch)]? {
        state.withLock { state in
            if state.watches.isEmpty { state.isRunning = false }
            return state.isRunning ? state.watches.map { ($0.key, $0.value) } : nil
        }
    }

    /// The watch, if it was not detached meanwhile; one that is called once is detached by that.
    private func take(_ identifier: Int) -> Watch? {
        state.withLock { state in
            guard let watch = state.watches[identifier] else { return nil }
            if watch.isOnce { state.watches[identifier] = nil }
            return watch
        }
    }
}
