// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import HatchRest
import SleepModel
import Testing

@testable import Captures

/// Recordings that grow no further than they may.
@Suite(.timeLimit(.minutes(1)))
struct RecordingLimitTests {
    @Test
    func recording_endsAtItsLimit_withWholePackets() async throws {
        let studio = try RecordingStudio()
        try studio.start(limit: 1000)
        let connection = try await studio.transport.connect(to: MadeCapture.device)
        for _ in 0..<50 { #expect(try await connection.read(HatchRestUUID.feedback) == MadeCapture.on) }
        let recording = try #require(studio.transport.desk.stopRecording(of: MadeCapture.device))
        let timeline = try MadeCapture.timeline(recording.bytes)
        #expect(recording.isTruncated && !timeline.isTruncated)
        #expect(timeline.packets == recording.packets && timeline.ignored == 0)
        #expect(recording.bytes.count <= 1000 && recording.bytes.count > 900)
    }

    @Test(arguments: [Int.min, -1, 0, 16, 17])
    func recordingWithoutRoom_isAWholeFile(limit: Int) async throws {
        let studio = try RecordingStudio()
        try studio.start(limit: limit)
        _ = try await studio.transport.connect(to: MadeCapture.device)
        let recording = studio.transport.desk.stopRecording(of: MadeCapture.device)
        #expect(recording == Recording(bytes: BtsnoopWriter.header(.h4), packets: 0, isTruncated: true))
    }

    @Test
    func packetThatJustFits_isTaken_andNothingAfterOneThatDoesNot() {
        let small = HCIPacket.disconnected(0x40, reason: HCIStatus.endedByHost)
        let large = HCIPacket.connected(0x40, to: MadeCapture.device)
        var tape = CaptureTape(limit: 16 + 24 + small.h4.data.count * 2 + 24)
        tape.add(small, at: MadeCapture.start)
        tape.add(small, at: MadeCapture.start)
        #expect(tape.recording.packets == 2 && !tape.recording.isTruncated)
        var gap = CaptureTape(limit: 16 + 24 + small.h4.data.count)
        gap.add(large, at: MadeCapture.start)
        gap.add(small, at: MadeCapture.start)
        #expect(gap.recording.packets == 0 && gap.recording.isTruncated)
    }

    @Test
    func hostileAdvertisements_stayWithinALimit() async throws {
        let studio = try RecordingStudio(recording: true)
        let hostile = Advertisement(
            address: MadeCapture.device, localName: String(repeating: "é", count: 10_000),
            manufacturerData: Dictionary(
                uniqueKeysWithValues: (0..<500).map { ($0, Array(repeating: 0xFF, count: 300)) }),
            serviceData: Dictionary(
                uniqueKeysWithValues: (0..<500).map { (BluetoothUUID($0), Array(repeating: 0xFF, count: 20)) }),
            rssi: .min)
        for _ in 0..<50 { studio.base.advertise(hostile) }
        var heard = 0
        for await advertisement in try await studio.transport.advertisements(.attentive) {
            #expect(advertisement == hostile)
            heard += 1
            if heard == 50 { break }
        }
        let recording = try #require(studio.transport.desk.stopRecording(of: MadeCapture.device))
        // The longest report and the header of its record.
        #expect(recording.packets == 50 && recording.bytes.count <= 16 + 50 * (24 + 3 + 255))
        #expect(try MadeCapture.timeline(recording.bytes).packets == 50)
    }

    @Test
    func characteristicsWithoutEnd_cutTheRecording() async throws {
        let studio = try RecordingStudio(recording: true)
        let connection = try await studio.transport.connect(to: MadeCapture.device)
        for number in UInt16(0)..<1001 { _ = try await connection.read(BluetoothUUID(number)) }
        let recording = try #require(studio.transport.desk.stopRecording(of: MadeCapture.device))
        let timeline = try MadeCapture.timeline(recording.bytes)
        #expect(recording.isTruncated && recording.packets == 1 + 1000 * 4 && timeline.ignored == 0)
        #expect(Set(timeline.entries.filter { $0.kind == .read }.map(\.handle)).count == 1000)
    }

    @Test
    func reportsWithoutEnd_cutTheRecording_whileARequestIsHeldBack() {
        var device = RecordedDevice(MadeCapture.device)
        device.connected(1, at: MadeCapture.start)
        let isStarted = device.start(limit: .max, at: MadeCapture.start)
        let read = RecordedRequest(characteristic: HatchRestUUID.feedback, kind: .read)
        for exchange in 1...2 {
            _ = device.use(read, on: 1)
            device.began(read, exchange, on: 1, at: MadeCapture.start)
        }
        for _ in 0..<2000 { device.notified([1], of: HatchRestUUID.feedback, on: 1, at: MadeCapture.start) }
        #expect(isStarted && !device.isRecording)
        let recording = device.stop(at: MadeCapture.start)
        #expect(recording?.isTruncated == true && recording?.packets == 4)
    }

    // MARK: - Time

    @Test
    func packets_areDatedInOrder_whenThreadsOvertakeEachOther() throws {
        var tape = CaptureTape(limit: 10_000)
        for seconds in [0.0, 0.5, 0.4, 0.6, -100, -99] {
            tape.add(.connectionFailed(to: MadeCapture.device), at: MadeCapture.start + .seconds(seconds))
        }
        let times = try MadeCapture.timeline(tape.recording.bytes).entries.map { $0.time - MadeCapture.start }
        // A clock that was set back is no race.
        #expect(times == [0, 0.5, 0.5, 0.6, -100, -99].map { Duration.seconds($0) })
    }

    @Test
    func handles_beginAnew_whenTheyAreUsedUp() {
        var tape = CaptureTape(limit: 0)
        let handles = (0..<0x0EC1).map { _ in tape.nextHandle() }
        #expect(handles.first == 0x40 && handles[0x0EBF] == 0x0EFF && handles.last == 0x40)
    }

    // MARK: - Listeners

    private static let packet = HCIPacket.connectionFailed(to: MadeCapture.device)

    /// Who hears each advertisement, and how many are taken.
    @Test(arguments: [
        ([1, 2, 1, 2, 1, 2], 3), ([2, 1, 1, 2, 2, 1], 3), ([1, 2, 2, 2, 2, 2], 3), ([1, 2, 2, 2, 1, 2, 2, 2], 2),
    ])
    func advertisement_isTakenOnce_whenSeveralListen(listeners: [Int], taken: Int) {
        var device = RecordedDevice(MadeCapture.device)
        _ = device.start(limit: 10_000, at: MadeCapture.start)
        for listener in listeners { device.advertised(Self.packet, to: listener, at: MadeCapture.start) }
        let recording = device.stop(at: MadeCapture.start)
        #expect(recording?.packets == taken)
    }

    @Test
    func listener_isFollowedAtOnce_whenItEnds() {
        var device = RecordedDevice(MadeCapture.device)
        _ = device.start(limit: 10_000, at: MadeCapture.start)
        device.advertised(Self.packet, to: 1, at: MadeCapture.start)
        device.deafened(2)
        device.advertised(Self.packet, to: 2, at: MadeCapture.start)
        device.deafened(1)
        device.advertised(Self.packet, to: 2, at: MadeCapture.start)
        let recording = device.stop(at: MadeCapture.start)
        #expect(recording?.packets == 2)
    }
}
