// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing

@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct BusThreadTests {
    /// A pipe that closes with the value.
    private final class Pipe: Sendable {
        let reader: Int32
        private let writer: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            (reader, writer) = (ends[0], ends[1])
        }

        deinit {
            close(reader)
            close(writer)
        }

        func write() -> Bool {
            var byte: UInt8 = 1
            return Glibc.write(writer, &byte, 1) == 1
        }
    }

    /// The numbers of watches.
    private final class Watches: Sendable {
        private let stored = Mutex<[Int]>([])

        var all: [Int] { stored.withLock { $0 } }

        func add(_ watch: Int) {
            stored.withLock { $0.append(watch) }
        }
    }

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
        ) -> Int {
            thread.attach(
                BusThread.Watch(
                    descriptor: descriptor, events: { events },
                    ready: { [weak self] in if let self { ready(self) } }))
        }

        func stopWatching(_ watch: Int) {
            thread.detach(watch)
        }

        /// Watches two descriptors, of which the first that is ready ends the watch of the other.
        func watchEachOther(_ descriptors: [Int32], _ ready: @escaping @Sendable () -> Void) -> [Int] {
            let watches = Watches()
            for descriptor in descriptors {
                let own = watch(descriptor) { worker in
                    _ = worker.countHere()
                    for watch in watches.all { worker.thread.detach(watch) }
                    ready()
                }
                watches.add(own)
            }
            return watches.all
        }

        /// Runs `body` on the thread, which looks at no descriptor meanwhile.
        func run(_ body: @Sendable () -> Bool) -> Bool {
            body()
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
        let watch = await worker.watch(ends[0]) { _ in }
        let first = await worker.work()
        #expect(await worker.work() == first)
        #expect(thread.isRunning)
        #expect(thread.isIsolatingCurrentContext() == false)
        await worker.stopWatching(watch)
    }

    @Test
    func thread_sleeps_whileItsWatchWantsNothing() async throws {
        let thread = BusThread(name: "test")
        let worker = Worker(on: thread)
        // Standard input is never asked for.
        let watch = await worker.watch(0, events: nil) { _ in }
        for _ in 0..<10 { _ = await worker.work() }
        // One wake-up for a job at the most; a thread that spins has thousands.
        #expect(thread.wakeUps <= 12)
        await worker.stopWatching(watch)
    }

    @Test
    func thread_watchesSeveralDescriptors() async throws {
        let pipes = try (0..<3).map { _ in try Pipe() }
        let (heard, continuation) = AsyncStream.makeStream(of: Int.self)
        let worker = Worker(on: BusThread(name: "test"))
        var watches: [Int] = []
        for (number, pipe) in pipes.enumerated() {
            let reader = pipe.reader
            watches.append(
                await worker.watch(reader) { _ in
                    var byte: UInt8 = 0
                    _ = read(reader, &byte, 1)
                    continuation.yield(number)
                })
        }
        var iterator = heard.makeAsyncIterator()
        for number in [2, 0, 1, 2] {
            #expect(pipes[number].write())
            #expect(await iterator.next() == number)
        }
        await worker.stopWatching(watches[1])
        #expect(pipes[1].write())
        #expect(pipes[0].write())
        #expect(await iterator.next() == 0)
        await worker.stopWatching(watches[0])
        await worker.stopWatching(watches[2])
    }

    @Test
    func watch_isNotCalled_afterAnotherHasEndedIt() async throws {
        let pipes = try (0..<2).map { _ in try Pipe() }
        let (heard, continuation) = AsyncStream.makeStream(of: Void.self)
        let thread = BusThread(name: "test")
        let worker = Worker(on: thread)
        let watches = await worker.watchEachOther(pipes.map(\.reader)) { continuation.yield() }
        #expect(await worker.run { pipes.allSatisfy { $0.write() } })
        var iterator = heard.makeAsyncIterator()
        _ = await iterator.next()
        // Both were ready at once, and whichever came first has ended the other.
        #expect(await worker.count == 1)
        for watch in watches { await worker.stopWatching(watch) }
    }

    @Test
    func watch_isCalledWithTheActorsIsolation() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let reader = ends[0]
        let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
        let worker = Worker(on: BusThread(name: "test"))
        let watch = await worker.watch(reader) { worker in
            var byte: UInt8 = 0
            _ = read(reader, &byte, 1)
            continuation.yield(worker.countHere())
        }
        var byte: UInt8 = 1
        #expect(write(ends[1], &byte, 1) == 1)
        #expect(await counts.first { _ in true } == 1)
        await worker.stopWatching(watch)
    }
}
