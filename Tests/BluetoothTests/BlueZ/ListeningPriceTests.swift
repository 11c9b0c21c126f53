// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import Glibc
import SleepModel
import Synchronization
import Testing

@testable import BlueZTransport
@testable import DBus

/// What each report costs that a search hears.
@Suite(.timeLimit(.minutes(2)))
struct ListeningPriceTests {
    /// How many reports of strangers are measured, and how many of them come together.
    private static let (reports, batch) = (1000, 100)

    /// The processor time of the bus's thread for some reports of strangers, while somebody waits for another device.
    private static func price(among strangers: Int) async throws -> Duration {
        let stage = try await Stage(knows: .rest)
        let (heard, task) = try await listen(by: stage.central)
        defer { task.cancel() }
        var iterator = heard.makeAsyncIterator()
        try await stage.daemon.call("StartDiscovery")
        await hear(Array(0..<strangers), by: stage)
        await stage.daemon.hear(.rest)
        _ = await iterator.next()
        let begin = await busTime()
        await hear((0..<reports).map { $0 % strangers }, by: stage)
        await stage.daemon.hear(.rest)
        _ = await iterator.next()
        return await busTime() - begin
    }

    private static func hear(_ strangers: [Int], by stage: Stage) async {
        for first in stride(from: 0, to: strangers.count, by: batch) {
            await stage.daemon.hearStrangers(strangers[first..<min(first + batch, strangers.count)])
            // Whatever was sent is passed on before more comes.
            await stage.daemon.reachBus()
        }
    }

    /// Listens all the time, so that somebody waits for each report; tells what was heard.
    private static func listen(by central: BlueZCentral) async throws -> (AsyncStream<MacAddress>, Task<Void, Never>) {
        let stream = try await central.advertisements(.attentive)
        let (heard, continuation) = AsyncStream.makeStream(of: MacAddress.self)
        return (heard, Task { for await advertisement in stream { continuation.yield(advertisement.address) } })
    }

    /// The processor time of the thread on which everything of the bus runs.
    @BusActor
    private static func busTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    @Test
    func report_costsTheSame_among10And10000Strangers() async throws {
        let few = try await Self.price(among: 10)
        let many = try await Self.price(among: 10_000)
        #expect(many < few * 3, "\(few) among 10, \(many) among 10,000")
    }

    @Test
    func marks_areReadWhenAnAdapterChanges_andNotWithAReport() async throws {
        let stage = try await Stage()
        let reads = Mutex(0)
        let central = BlueZCentral(
            stage.bus.address, adapter: nil, companies: [ScriptedBluetoothd.company], clock: stage.clock,
            marks: { _ in
                reads.withLock { $0 += 1 }
                return nil
            })
        let (heard, task) = try await Self.listen(by: central)
        defer { task.cancel() }
        var iterator = heard.makeAsyncIterator()
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.hear(.rest)
        _ = await iterator.next()
        let before = reads.withLock { $0 }
        await Self.hear(Array(repeating: 1, count: Self.reports), by: stage)
        await stage.daemon.hear(.rest)
        _ = await iterator.next()
        #expect(reads.withLock { $0 } == before)
        await stage.daemon.add(.hci1, ScriptedBluetoothd.adapter("00:AA:01:01:00:01"))
        await stage.daemon.hear(.rest)
        _ = await iterator.next()
        #expect(reads.withLock { $0 } > before)
    }
}

extension ScriptedBluetoothd {
    /// Hears devices of another company.
    fileprivate func hearStrangers(_ numbers: ArraySlice<Int>) {
        for number in numbers {
            let bytes: [UInt8] = [0x4A, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xFF)]
            guard let address = MacAddress(bytes: bytes) else { continue }
            hear(address, of: 0x004C)
        }
    }
}
