// SPDX-License-Identifier: Apache-2.0

import Captures
import Clocks
import GATT
import HatchRest
import SleepModel
import Synchronization
import SystemClock
import Testing
import Waiting

/// Everybody at once.
@Suite(.timeLimit(.minutes(1)))
struct RecordingStormTests {
    private final class Visits: Sendable {
        let count = Mutex(0)
    }

    /// Whatever overlaps, each file is whole and in the order of the protocol.
    @Test
    func recordings_areWhole_whileEverythingHappensAtOnce() async throws {
        let transport = RecordingTransport(AnsweringTransport(), at: RecordingDesk(clock: HostClock()))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for address in [MadeCapture.device, MadeCapture.other] {
                group.addTask { try await Self.record(address, on: transport) }
            }
            try await group.waitForAll()
        }
    }

    /// Records again and again while others come and go, each time for as long as a few of them take.
    private static func record(_ address: MacAddress, on transport: RecordingTransport) async throws {
        let visits = Visits()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    while !Task.isCancelled {
                        try await visit(try await transport.connect(to: address))
                        visits.count.withLock { $0 += 1 }
                    }
                }
            }
            for _ in 0..<50 {
                try transport.desk.startRecording(of: address, limit: 1 << 20)
                let goal = visits.count.withLock { $0 } + 4
                await eventually { visits.count.withLock { $0 } >= goal }
                let recording = try #require(transport.desk.stopRecording(of: address))
                let timeline = try MadeCapture.timeline(recording.bytes)
                #expect(timeline.ignored == 0 && timeline.packets == recording.packets && !recording.isTruncated)
                #expect(timeline.entries.contains { $0.kind == .connected })
                #expect(timeline.entries.allSatisfy { $0.address == address })
            }
            group.cancelAll()
        }
    }

    private static func visit(_ connection: any PeripheralConnection) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<6 {
                group.addTask {
                    switch number {
                    case 0: _ = try await connection.notifications(of: HatchRestUUID.reply)
                    case 1, 2: #expect(try await connection.read(HatchRestUUID.feedback) == MadeCapture.on)
                    case 3, 4: try await connection.write([1], to: HatchRestUUID.command, acknowledged: number == 3)
                    default: await connection.waitUntilDisconnected()
                    }
                }
            }
            try await group.waitForAll()
        }
        await connection.disconnect()
    }
}
