// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import HatchRest
import SleepModel
import Testing
import TransportConformance

@testable import Captures

/// What passes over a transport, as the capture of it says.
@Suite(.timeLimit(.minutes(1)))
struct RecordingTransportTests {
    private static let reply = HatchRestUUID.reply

    @Test
    func values_passUnchanged_andAreRecordedInOrder() async throws {
        let studio = try RecordingStudio(recording: true)
        let connection = try await studio.transport.connect(to: MadeCapture.device)
        var replies = try await connection.notifications(of: Self.reply).makeAsyncIterator()
        studio.base.notify(Array("OK".utf8))
        studio.clock.advance(by: .seconds(2))
        try await connection.write(Array("SI01".utf8), to: HatchRestUUID.command, acknowledged: true)
        #expect(await replies.next() == Array("OK".utf8))
        try await connection.write(Array("SI00".utf8), to: HatchRestUUID.command, acknowledged: false)
        #expect(try await connection.read(HatchRestUUID.feedback) == MadeCapture.on)
        await connection.disconnect()
        await connection.disconnect()
        let timeline = try studio.stop()
        #expect(
            timeline.entries.map(\.brief) == [
                "connected -: connected", "discovered reply: has handle 0x0002",
                "other reply: asks for notifications of it", "discovered command: has handle 0x0005",
                "write command: switch on", "notification reply: acknowledged",
                "write-without-response command: switch off", "discovered state: has handle 0x0008",
                "read state: on, light #FDD12D at 50 %, sound 5 (ocean) at 33 %, clock 2026-05-24T20:28:33",
                "disconnected -: disconnected: this side ended it",
            ])
        #expect(timeline.ignored == 0)
        #expect(timeline.entries.map(\.elapsed)[4] == .seconds(2))
        #expect(
            studio.base.asked == [
                "notify", "write SI01 acknowledged", "write SI00", "read", "disconnect", "disconnect",
            ])
    }

    @Test
    func refusals_areRecorded_andThrown() async throws {
        let studio = try RecordingStudio(recording: true)
        let connection = try await studio.transport.connect(to: MadeCapture.device)
        studio.base.failure = GATTError(.attributeError, "No.")
        await #expect(throws: GATTError.self) { try await connection.read(HatchRestUUID.feedback) }
        await #expect(throws: GATTError.self) {
            try await connection.write([1], to: HatchRestUUID.command, acknowledged: true)
        }
        studio.base.failure = GATTError(.disconnected, "Gone.")
        let error = await #expect(throws: GATTError.self) { try await connection.read(HatchRestUUID.feedback) }
        #expect(error?.code == .disconnected)
        let unknown = try #require(HatchRestCodec().explanation(of: [1], on: HatchRestUUID.command))
        #expect(
            try studio.stop().entries.map(\.brief).suffix(3) == [
                "write command: \(unknown.text)",
                "error command: the device refused the write: unlikely error",
                "disconnected -: disconnected: the device ended it",
            ])
    }

    @Test
    func nothing_isRecorded_afterTheEnd() async throws {
        let studio = try RecordingStudio(recording: true)
        let connection = try await studio.transport.connect(to: MadeCapture.device)
        let replies = try await connection.notifications(of: Self.reply)
        await connection.disconnect()
        studio.base.notify(Array("OK".utf8))
        for await reply in replies {
            #expect(reply == Array("OK".utf8))
            break
        }
        _ = try await connection.read(HatchRestUUID.feedback)
        await connection.waitUntilDisconnected()
        #expect(
            try studio.stop().entries.map(\.brief) == [
                "connected -: connected", "discovered reply: has handle 0x0002",
                "other reply: asks for notifications of it", "disconnected -: disconnected: this side ended it",
            ])
    }

    @Test
    func failedConnection_isRecorded() async throws {
        let studio = try RecordingStudio(recording: true)
        studio.base.failure = GATTError(.connectionFailed, "No.")
        await #expect(throws: GATTError.self) { _ = try await studio.transport.connect(to: MadeCapture.device) }
        #expect(
            try studio.stop().entries.map(\.brief) == [
                "error -: the connection could not be made: the device did not answer"
            ])
    }

    @Test
    func otherDevices_areLeftOut() async throws {
        let studio = try RecordingStudio(recording: true)
        let payload = MadeCapture.bytes("5254F8001CCC43FDD12D7F530554450000000000 50DF6500")
        for address in [MadeCapture.other, MadeCapture.device] {
            studio.base.advertise(Advertisement(address: address, manufacturerData: [0x0434: payload]))
        }
        var heard: [MacAddress] = []
        for await advertisement in try await studio.transport.advertisements(.attentive) {
            heard.append(advertisement.address)
            if heard.count == 2 { break }
        }
        let connection = try await studio.transport.connect(to: MadeCapture.other)
        _ = try await connection.read(HatchRestUUID.feedback)
        #expect(heard == [MadeCapture.other, MadeCapture.device])
        #expect(
            try studio.stop().entries.map(\.brief) == [
                "advertisement -: advertises off, light #FDD12D at 50 %, ocean at 33 %"
            ])
    }

    /// Whether it records or not, it behaves like what it rests on.
    @Test(arguments: TransportConformance.allCases, [false, true])
    func transport_conforms(requirement: TransportConformance, isRecording: Bool) async throws {
        let unit = try SimulatedUnit()
        let recording = try await unit.inProcess { transport in
            let recorder = RecordingTransport(transport, at: RecordingDesk(clock: unit.clock))
            if isRecording { try recorder.desk.startRecording(of: unit.address, limit: 1 << 20) }
            var fixture = unit.fixture(transport)
            fixture.transport = recorder
            try await requirement.run(on: fixture)
            return recorder.desk.stopRecording(of: unit.address)
        }
        #expect((recording != nil) == isRecording)
        guard let recording else { return }
        let timeline = try MadeCapture.timeline(recording.bytes)
        #expect(timeline.ignored == 0 && timeline.packets == recording.packets && !recording.isTruncated)
    }

    /// The old order of things would be one at a time, which is not what the transport below does.
    @Test
    func requests_reachTheOtherTransport_together() async throws {
        let base = MeetingTransport(guests: 3)
        let transport = RecordingTransport(base, at: RecordingDesk(clock: ManualClock(wall: MadeCapture.start)))
        try transport.desk.startRecording(of: MadeCapture.device, limit: 10_000)
        let connection = try await transport.connect(to: MadeCapture.device)
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for number in UInt16(1)...3 { group.addTask { try await connection.read(BluetoothUUID(number)) } }
            for try await value in group { #expect(value == MadeCapture.off) }
        }
        let recording = try #require(transport.desk.stopRecording(of: MadeCapture.device))
        let timeline = try MadeCapture.timeline(recording.bytes)
        #expect(timeline.ignored == 0 && recording.packets == 1 + 3 * 4)
        #expect(timeline.entries.count { $0.kind == .read && $0.bytes == MadeCapture.off } == 3)
    }
}
