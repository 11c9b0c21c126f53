// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct BusThreadTests {
    actor Worker {
        private let thread: BusThread
        private(set) var count = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

        init(on thread: BusThread) {
            self.thread = thread
        }

        func work() -> pthread_t {
            count += 1
            return pthread_self()
        }

        func watch(
            _ descriptor: Int32, events: Int16? = Int16(POLLIN), _ ready: @escaping @Sendable (Worker) -> Void
        ) -> Bool {
            thread.attach(
                BusThread.Watch(
                    descriptor: descriptor, events: { events },
                    ready: { [weak self] in if let self { ready(self) } }))
        }

        func stopWatching() {
            thread.detach()
        }

        /// Called from outside a job.
        nonisolated func countHere() -> Int {
            assumeIsolated { worker in
                worker.count += 1
                return worker.count
            }
        }
    }

    @Test
    func job_isNeverLost_howeverOftenTheThreadEnds() async {
        let worker = Worker(on: BusThread(name: "test"))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<500 { _ = await worker.work() } }
            }
        }
        #expect(await worker.count == 4000)
    }

    @Test
    func thread_isTheSame_whileItWatches() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let thread = BusThread(name: "test")
        let worker = Worker(on: thread)
        #expect(await worker.watch(ends[0]) { _ in })
        let first = await worker.work()
        #expect(await worker.work() == first)
        #expect(thread.isRunning)
        #expect(thread.isIsolatingCurrentContext() == false)
        await worker.stopWatching()
    }

    @Test
    func thread_sleeps_whileItsWatchWantsNothing() async throws {
        let thread = BusThread(name: "test")
        let worker = Worker(on: thread)
        // Standard input is never asked for.
        #expect(await worker.watch(0, events: nil) { _ in })
        for _ in 0..<10 { _ = await worker.work() }
        // One wake-up for a job at the most; a thread that spins has thousands.
        #expect(thread.wakeUps <= 12)
        await worker.stopWatching()
    }

    @Test
    func thread_watchesOneDescriptor_atATime() async throws {
        let worker = Worker(on: BusThread(name: "test"))
        #expect(await worker.watch(0) { _ in })
        #expect(await !worker.watch(0) { _ in })
        await worker.stopWatching()
        #expect(await worker.watch(0) { _ in })
        await worker.stopWatching()
    }

    @Test
    func watch_isCalledWithTheActorsIsolation() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let reader = ends[0]
        let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
        let worker = Worker(on: BusThread(name: "test"))
        _ = await worker.watch(reader) { worker in
            var byte: UInt8 = 0
            _ = read(reader, &byte, 1)
            continuation.yield(worker.countHere())
        }
        var byte: UInt8 = 1
        #expect(write(ends[1], &byte, 1) == 1)
        #expect(await counts.first { _ in true } == 1)
        await worker.stopWatching()
    }
}
