// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization

/// A thread that runs an actor's jobs and watches file descriptors.
///
/// It is started by the first job and ends when there is nothing left to run or watch, so it need not be stopped; while
/// it has nothing to do it sleeps in the kernel.
final class BusThread: SerialExecutor {
    /// A file descriptor to wait for; both closures are called on the thread.
    struct Watch: Sendable {
        let descriptor: Int32
        /// What to wait for, asked before each wait; nil not to wait for it now.
        let events: @Sendable () -> Int16?
        /// Called when it is ready.
        let ready: @Sendable () -> Void
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var watches: [Int: Watch] = [:]
        var identifiers = 0
        var isRunning = false
        var thread: pthread_t?
        /// Whether the thread may be asleep, so that a job has to wake it.
        var isWaiting = false
        var wakeUps: UInt64 = 0
    }

    private let name: String
    private let state = Mutex(State())
    private let alarm: Int32

    init(name: String) {
        self.name = name
        alarm = eventfd(0, lull_event_flags)
    }

    deinit {
        if alarm >= 0 { close(alarm) }
    }

    /// How often the thread has come back from waiting.
    var wakeUps: UInt64 { state.withLock { $0.wakeUps } }

    /// Whether there is a thread just now.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (mustStart, mustWake) = state.withLock { state in
            state.jobs.append(job)
            defer {
                state.isRunning = true
                state.isWaiting = false
            }
            return (!state.isRunning, state.isWaiting)
        }
        if mustStart { start() }
        if mustWake { wake() }
    }

    /// Whether the caller is on the thread; `assumeIsolated` rests on it.
    func isIsolatingCurrentContext() -> Bool? {
        state.withLock { state in state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    /// Watches a descriptor; returns a number for `detach`.
    ///
    /// Called on the thread.
    func attach(_ watch: Watch) -> Int {
        state.withLock { state in
            state.identifiers += 1
            state.watches[state.identifiers] = watch
            return state.identifiers
        }
    }

    /// Stops watching a descriptor.
    ///
    /// Called on the thread, before the descriptor is closed.
    func detach(_ identifier: Int) {
        let watch = state.withLock { $0.watches.removeValue(forKey: identifier) }
        // Whatever the closures hold is released here, outside the lock.
        _ = watch
    }

    private func start() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        while pthread_create(&thread, &attributes, Self.main, context.toOpaque()) != 0 {
            // The system is out of threads. A job may not be lost, so this waits until there is one.
            poll(nil, 0, 100)
        }
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        Unmanaged<BusThread>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(alarm, &one, MemoryLayout<UInt64>.size)
    }
}

extension BusThread {
    private func run() {
        // Signals of the process are the business of other threads.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        lull_name_thread(name)
        state.withLock { $0.thread = pthread_self() }
        let executor = asUnownedSerialExecutor()
        while let jobs = nextJobs() {
            for job in jobs { job.runSynchronously(on: executor) }
            wait()
        }
    }

    /// What is to be run now; nil to end the thread.
    private func nextJobs() -> [UnownedJob]? {
        state.withLock { state in
            if state.jobs.isEmpty && state.watches.isEmpty {
                state.isRunning = false
                state.thread = nil
                return nil
            }
            defer { state.jobs.removeAll() }
            return state.jobs
        }
    }

    /// Waits until a descriptor is ready or a job comes; with a job there already, only looks at the descriptors.
    private func wait() {
        let watches = state.withLock(\.watches)
        guard !watches.isEmpty else { return }
        let events = watches.mapValues { $0.events() }
        let timeout = state.withLock { state -> Int32? in
            // Asked for its events, a watch may have ended, and another may have begun.
            guard state.watches.keys == watches.keys else { return nil }
            state.isWaiting = state.jobs.isEmpty
            // Without an alarm, for want of descriptors, jobs are looked for now and then.
            return state.isWaiting ? (alarm < 0 ? 20 : -1) : 0
        }
        guard let timeout else { return }
        let watched = watches.compactMap { identifier, watch in
            (events[identifier] ?? nil).map { (identifier, pollfd(fd: watch.descriptor, events: $0, revents: 0)) }
        }
        var descriptors = watched.map(\.1) + [pollfd(fd: alarm, events: Int16(POLLIN), revents: 0)]
        poll(&descriptors, nfds_t(descriptors.count), timeout)
        state.withLock { state in
            state.isWaiting = false
            state.wakeUps += 1
        }
        if descriptors[watched.count].revents != 0 {
            var count: UInt64 = 0
            _ = read(alarm, &count, MemoryLayout<UInt64>.size)
        }
        for ((identifier, _), descriptor) in zip(watched, descriptors) where descriptor.revents != 0 {
            // The watch before it may have ended this one.
            state.withLock { $0.watches[identifier] }?.ready()
        }
    }
}
