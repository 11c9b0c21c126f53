// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import HatchRest
import Replay
import SleepModel
import Testing

@testable import Captures

/// Recordings that begin and end whenever somebody says so.
@Suite(.timeLimit(.minutes(1)))
struct RecordingStartTests {
    @Test
    func recording_begunInAConnection_beginsWithWhatIsKnownOfIt() async throws {
        let studio = try RecordingStudio()
        let connection = try await studio.transport.connect(to: MadeCapture.device)
        var replies = try await connection.notifications(of: HatchRestUUID.reply).makeAsyncIterator()
        try await connection.write(Array("SI00".utf8), to: HatchRestUUID.command, acknowledged: true)
        studio.base.notify(Array("E01".utf8))
        _ = await replies.next()
        studio.clock.advance(by: .seconds(60))
        try studio.start()
        studio.clock.advance(by: .seconds(1))
        try await connection.write(Array("SI01".utf8), to: HatchRestUUID.command, acknowledged: true)
        studio.base.notify(Array("OK".utf8))
        _ = await replies.next()
        _ = try await connection.read(HatchRestUUID.feedback)
        _ = try await connection.notifications(of: HatchRestUUID.feedback)
        let timeline = try studio.stop()
        #expect(
            timeline.entries.map(\.brief) == [
                "connected -: connected", "discovered reply: has handle 0x0002",
                "other reply: asks for notifications of it", "discovered command: has handle 0x0005",
                "write command: switch on", "notification reply: acknowledged",
                "discovered state: has handle 0x0008",
                "read state: on, light #FDD12D at 50 %, sound 5 (ocean) at 33 %, clock 2026-05-24T20:28:33",
                "other state: asks for notifications of it",
            ])
        #expect(timeline.entries.allSatisfy { $0.address == MadeCapture.device })
        #expect(timeline.entries[0].time == MadeCapture.start + .seconds(60))
        #expect(timeline.entries[4].elapsed == .seconds(1))
    }

    @Test
    func characteristicThatIsAbsent_isNotSaidToBeThere() async throws {
        let studio = try RecordingStudio()
        let connection = try await studio.transport.connect(to: MadeCapture.device)
        studio.base.failure = GATTError(.noSuchCharacteristic, "No.")
        await #expect(throws: GATTError.self) { try await connection.read(HatchRestUUID.feedback) }
        studio.base.failure = GATTError(.attributeError, "No.")
        await #expect(throws: GATTError.self) { try await connection.notifications(of: HatchRestUUID.reply) }
        try studio.start()
        #expect(
            try studio.stop().entries.map(\.brief) == [
                "connected -: connected", "discovered reply: has handle 0x0005",
            ])
    }

    @Test
    func connectionThatEnded_isNotRecorded() async throws {
        let studio = try RecordingStudio()
        let ended = try await studio.transport.connect(to: MadeCapture.device)
        await ended.disconnect()
        let lost = try await studio.transport.connect(to: MadeCapture.device)
        await lost.waitUntilDisconnected()
        _ = try await studio.transport.connect(to: MadeCapture.device)
        try studio.start()
        // Nobody holds the last one any more.
        #expect(try studio.stop().entries.isEmpty)
    }

    @Test
    func connectionThatFollowsAnother_endsIt() async throws {
        let studio = try RecordingStudio(recording: true)
        let first = try await studio.transport.connect(to: MadeCapture.device)
        let second = try await studio.transport.connect(to: MadeCapture.device)
        _ = try await first.read(HatchRestUUID.feedback)
        await first.disconnect()
        await second.disconnect()
        #expect(
            try studio.stop().entries.map(\.brief) == [
                "connected -: connected", "disconnected -: disconnected: the device ended it",
                "connected -: connected", "disconnected -: disconnected: this side ended it",
            ])
    }

    @Test
    func closing_endsConnections_butNotTheRecording() async throws {
        let studio = try RecordingStudio(recording: true)
        let connection = try await studio.transport.connect(to: MadeCapture.device)
        await studio.transport.close()
        await connection.waitUntilDisconnected()
        #expect(
            try studio.stop().entries.map(\.brief) == [
                "connected -: connected", "disconnected -: disconnected: this side ended it",
            ])
    }

    @Test
    func device_isRecordedOnce_atATime() throws {
        let studio = try RecordingStudio(recording: true)
        let error = #expect(throws: CaptureError.self) { try studio.start() }
        #expect(error?.code == .busy && error?.code.rawValue == "busy")
        #expect(error?.message == "DC:06:41:DC:1A:B4 is being recorded already.")
        #expect(try studio.stop().entries.isEmpty)
        #expect(studio.transport.desk.stopRecording(of: MadeCapture.device) == nil)
        try studio.start()
        #expect(try studio.stop().packets == 0)
    }

    @Test
    func secondRecording_beginsAnew() async throws {
        let studio = try RecordingStudio(recording: true)
        let connection = try await studio.transport.connect(to: MadeCapture.device)
        _ = try await connection.read(HatchRestUUID.feedback)
        let first = try studio.stop()
        _ = try await connection.read(HatchRestUUID.feedback)
        try studio.start()
        _ = try await connection.read(HatchRestUUID.feedback)
        #expect(try studio.stop().entries.map(\.brief) == first.entries.map(\.brief))
        #expect(first.entries.count == 3)
    }

    @Test
    func devices_areRecorded_independently() async throws {
        let studio = try RecordingStudio(recording: true)
        let one = try await studio.transport.connect(to: MadeCapture.device)
        let other = try await studio.transport.connect(to: MadeCapture.other)
        try studio.start(MadeCapture.other)
        _ = try await one.read(HatchRestUUID.feedback)
        let first = try studio.stop()
        try await other.write(Array("SI01".utf8), to: HatchRestUUID.command, acknowledged: true)
        await one.disconnect()
        let second = try studio.stop(MadeCapture.other)
        #expect(first.entries.map(\.kind) == [.connected, .discovered, .read])
        #expect(Set(first.entries.map(\.address)) == [MadeCapture.device])
        #expect(second.entries.map(\.kind) == [.connected, .discovered, .write])
        #expect(Set(second.entries.map(\.address)) == [MadeCapture.other])
    }

    // MARK: - In the middle of requests

    @Test
    func requestUnderWay_isLeftOut_ifItBeganBeforeTheRecording() async throws {
        try await Self.meet { transport, base in
            await base.wait(for: 1)
            try transport.desk.startRecording(of: MadeCapture.device, limit: 10_000)
            base.release()
        } then: { timeline in
            #expect(timeline.entries.map(\.kind) == [.connected, .discovered])
        }
    }

    @Test
    func requestUnderWay_staysWithoutAnswer_ifTheRecordingEndsBefore() async throws {
        try await Self.meet { transport, base in
            try transport.desk.startRecording(of: MadeCapture.device, limit: 10_000)
            await base.wait(for: 1)
            _ = transport.desk.stopRecording(of: MadeCapture.device)
            // The answer is nothing to the next recording.
            try transport.desk.startRecording(of: MadeCapture.device, limit: 10_000)
            base.release()
        } then: { timeline in
            #expect(timeline.entries.map(\.kind) == [.connected, .discovered])
        }
    }

    @Test
    func subscriptionUnderWay_isRecordedWhole_ifItBeganBeforeTheRecording() throws {
        var device = RecordedDevice(MadeCapture.device)
        let request = RecordedRequest(characteristic: HatchRestUUID.reply, kind: .subscribe)
        device.connected(1, at: MadeCapture.start)
        _ = device.use(request, on: 1)
        _ = device.start(limit: 10_000, at: MadeCapture.start)
        device.subscribed(request, on: 1)
        device.ended(request, nil, .done, on: 1, at: MadeCapture.start)
        device.notified(Array("OK".utf8), of: HatchRestUUID.reply, on: 1, at: MadeCapture.start)
        let bytes = device.stop(at: MadeCapture.start)?.bytes ?? []
        #expect(
            try MadeCapture.timeline(bytes).entries.map(\.brief) == [
                "connected -: connected", "discovered reply: has handle 0x0002",
                "other reply: asks for notifications of it", "notification reply: acknowledged",
            ])
    }

    @Test
    func writeOfACancelledTask_isNotRecorded() async throws {
        let unit = try SimulatedUnit()
        let recording = try await unit.inProcess { base in
            let transport = RecordingTransport(base, at: RecordingDesk(clock: unit.clock))
            try transport.desk.startRecording(of: unit.address, limit: 10_000)
            let connection = try await transport.connect(to: unit.address)
            await withTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask {
                    await #expect(throws: GATTError.self) {
                        try await connection.write([1], to: SimulatedUnit.command, acknowledged: true)
                    }
                }
            }
            await connection.disconnect()
            return transport.desk.stopRecording(of: unit.address)
        }
        #expect(try MadeCapture.timeline(recording?.bytes ?? []).entries.map(\.kind) == [.connected, .disconnected])
    }

    private static func meet(
        _ steps: (RecordingTransport, MeetingTransport) async throws -> Void, then check: (CaptureTimeline) -> Void
    ) async throws {
        let base = MeetingTransport(guests: 2)
        let transport = RecordingTransport(base, at: RecordingDesk(clock: ManualClock(wall: MadeCapture.start)))
        let connection = try await transport.connect(to: MadeCapture.device)
        async let value = connection.read(HatchRestUUID.feedback)
        try await steps(transport, base)
        #expect(try await value == MadeCapture.off)
        let recording = try #require(transport.desk.stopRecording(of: MadeCapture.device))
        let timeline = try MadeCapture.timeline(recording.bytes)
        #expect(timeline.ignored == 0)
        check(timeline)
    }

    // MARK: - Replay

    /// A recording that begins when the modules have long subscribed holds what they need to be played again.
    @Test
    func recording_begunInAConnection_isPlayed() async throws {
        let household = CapturedHousehold()
        try await household.live { household in
            _ = try await household.send("SV4D")
            await household.takeReports(1)
            household.clock.advance(by: .seconds(3))
            try household.startRecording()
            household.clock.advance(by: .seconds(1))
            for command in ["SI01", "SN07"] {
                _ = try await household.send(command)
                await household.takeReports(1)
                household.clock.advance(by: .seconds(1))
            }
            await household.connection.close()
        }
        let timeline = try MadeCapture.timeline(try household.stopRecording())
        #expect(
            timeline.entries.map(\.brief).prefix(6) == [
                "connected -: connected", "discovered reply: has handle 0x0002",
                "other reply: asks for notifications of it", "discovered state: has handle 0x0005",
                "other state: asks for notifications of it", "discovered command: has handle 0x0008",
            ])
        let clock = ManualClock(wall: MadeCapture.start)
        let replay = try CaptureReplay(timeline, codecs: [HatchRestCodec()], clock: clock)
        let report = try await IdleExecutor(clock).run { try await replay.run() }
        #expect(report.commands == 2 && report.connections == 1)
        #expect(report.states.map(\.state) == timeline.entries.compactMap(\.state))
        #expect(report.states.count == 2)
    }
}
