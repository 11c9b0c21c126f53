// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import CivilTime
import Clocks
import FoundationEssentials
import GATT
import HatchRest
import SleepModel
import Synchronization
import Testing
import Waiting

@testable import Captures
@testable import Replay

/// Captures against the device modules.
@Suite(.timeLimit(.minutes(1)))
struct CaptureReplayTests {
    /// Plays a capture; time passes only while all of the replay waits.
    private static func play(
        _ timeline: CaptureTimeline, _ address: MacAddress? = nil, speed: Int = 1
    ) async throws -> (report: ReplayReport, took: Duration) {
        let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000), boot: .seconds(50))
        let replay = try CaptureReplay(
            timeline, address: address, codecs: [HatchRestCodec()], clock: clock, speed: speed)
        return try await IdleExecutor(clock).run { (try await replay.run(), clock.now().boot - .seconds(50)) }
    }

    private static func words(_ entry: ReplayReport.Entry) -> String {
        "\(entry.packet) \(entry.source): \(entry.state.words)"
    }

    @Test
    func evening_isPlayed_toItsStates() async throws {
        let timeline = try CaptureFile.read(CaptureScenario.evening.path, codecs: [HatchRestCodec()])
        let (report, took) = try await Self.play(timeline)
        let states = timeline.entries.filter { $0.state != nil }
        #expect(report.states.map(\.packet) == states.map(\.packet))
        #expect(report.states.map(\.elapsed) == states.map(\.elapsed))
        #expect(report.states.map(\.state) == states.map(\.state))
        // A state comes by an advertisement, a notification or a read, and each is called the same in both.
        #expect(report.states.map(\.source) == states.map(\.kind.rawValue))
        #expect(report.commands == 8)
        #expect(report.connections == 1)
        #expect(report.skipped == 0)
        #expect(report.address == MadeCapture.device)
        #expect(took >= .milliseconds(13_060) && took < .seconds(26))
    }

    @Test
    func lostLink_isPlayed_overTwoConnections() async throws {
        let timeline = try CaptureFile.read(CaptureScenario.lostLink.path, codecs: [HatchRestCodec()])
        let (report, took) = try await Self.play(timeline, speed: 10)
        #expect(report.connections == 2)
        #expect(report.states.map(\.state) == timeline.entries.compactMap(\.state))
        #expect(took >= .milliseconds(1056) && took < .seconds(5))
    }

    @Test
    func commandThatLullWritesOtherwise_failsLoudly() async throws {
        // Units take lower case, and Lull always writes upper case.
        let capture = MadeCapture.session("SI01", "SC00ff0011")
        let error = await #expect(throws: CaptureError.self) { try await Self.play(try capture.timeline()) }
        let entry = try #require(try capture.timeline().entries.last { $0.kind == .write })
        #expect(error?.code == .writeMismatch)
        #expect(error?.packet == entry.packet)
        #expect(error?.offset == entry.offset)
        #expect(error?.message.contains("wrote “SC00ff0011”, and now “SC00FF0011” was written") ?? false)
    }

    @Test
    func commandWithoutAnAnswer_isNamed() async throws {
        var capture = MadeCapture.session("SI01", end: nil)
        capture.command(3, "SV33", answer: nil)
        let error = await #expect(throws: CaptureError.self) { try await Self.play(try capture.timeline()) }
        #expect(error?.code == .noAnswer)
        #expect(error?.offset == capture.offsets[capture.offsets.count - 2])
    }

    @Test
    func refusedCommand_isRefusedAgain_andThePlayGoesOn() async throws {
        var capture = MadeCapture.session("SI01", end: nil)
        capture.command(3, "EST0730", answer: "E01")
        capture.command(4, "SV33")
        capture.received(4.5, .notification(handle: 8, value: MadeCapture.on))
        let (report, _) = try await Self.play(try capture.timeline())
        #expect(report.commands == 3)
        #expect(report.states.map(Self.words).count == 1)
    }

    @Test
    func writesWithoutAResponse_arePlayed_likeOthers() async throws {
        var capture = MadeCapture()
        capture.add(0, .connected(0x40, to: MadeCapture.device))
        capture.sent(1, .writeCommand(handle: 11, value: Array("SI01".utf8)))
        capture.received(1.1, .notification(handle: 13, value: Array("OK".utf8)))
        capture.received(1.2, .notification(handle: 17, value: MadeCapture.on))
        // To some characteristic of no known use.
        capture.sent(2, .writeCommand(handle: 30, value: [1, 2, 3]))
        let (report, _) = try await Self.play(try capture.timeline())
        #expect(report.commands == 1)
        #expect(report.skipped == 1)
        #expect(report.states.map(Self.words) == ["4 notification: on, light #FDD12D at 50 %, ocean at 33 %"])
    }

    private final class Shown: Sendable {
        let packets = Mutex<[Int]>([])
    }

    @Test
    func states_areShown_asTheyCome() async throws {
        let timeline = try CaptureFile.read(CaptureScenario.lostLink.path, codecs: [HatchRestCodec()])
        let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))
        let replay = try CaptureReplay(timeline, codecs: [HatchRestCodec()], clock: clock)
        let shown = Shown()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await replay.run { entry in shown.packets.withLock { $0.append(entry.packet) } } }
            await eventually { !shown.packets.withLock { $0.isEmpty } }
            // The play waits for the rest; whoever gives it up does not wait with it.
            group.cancelAll()
        }
        #expect(shown.packets.withLock { $0 } == [1])
    }

    @Test
    func play_saysThatItWasGivenUp() async throws {
        let timeline = try MadeCapture.session("SI01").timeline()
        let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))
        let replay = try CaptureReplay(timeline, codecs: [HatchRestCodec()], clock: clock)
        let codes = await withTaskGroup(of: CaptureError.Code?.self) { group in
            group.addTask {
                do throws(CaptureError) { _ = try await replay.run() } catch { return error.code }
                return nil
            }
            await clock.waitForSleepers(1)
            group.cancelAll()
            return await group.next() ?? nil
        }
        #expect(codes == .cancelled)
    }

    // MARK: - Devices

    private static func twoDevices() -> MadeCapture {
        var capture = MadeCapture.session("SI01")
        capture.add(20, .connected(0x41, to: MadeCapture.other))
        capture.discover(20, on: 0x41)
        capture.command(21, "SI00", on: 0x41)
        return capture
    }

    @Test
    func device_isChosen_byItsAddress() async throws {
        let timeline = try Self.twoDevices().timeline()
        let (report, _) = try await Self.play(timeline, MadeCapture.other)
        #expect(report.address == MadeCapture.other)
        #expect(report.commands == 1)
    }

    @Test
    func device_hasToBeChosen_whenThereAreSeveral() async throws {
        let timeline = try Self.twoDevices().timeline()
        let error = await #expect(throws: CaptureError.self) { try await Self.play(timeline) }
        #expect(error?.code == .ambiguousDevice)
        #expect(error?.message.contains("DC:06:41:DC:1A:B4, CB:BA:BE:52:63:1F") ?? false)
        let absent = try #require(MacAddress(rawValue: "00:11:22:33:44:55"))
        let missing = await #expect(throws: CaptureError.self) { try await Self.play(timeline, absent) }
        #expect(missing?.code == .noDevice)
        #expect(missing?.advice.contains("CB:BA:BE:52:63:1F") ?? false)
    }

    @Test
    func capture_withoutADevice_cannotBePlayed() async throws {
        let error = await #expect(throws: CaptureError.self) { try await Self.play(try MadeCapture().timeline()) }
        #expect(error?.code == .noDevice)
    }

    @Test
    func report_isWritten_withSeconds() throws {
        let timeline = try CaptureFile.read(CaptureScenario.evening.path, codecs: [HatchRestCodec()])
        let state = try #require(timeline.entries.first?.state)
        let entry = ReplayReport.Entry(elapsed: .seconds(2), packet: 3, source: "read", state: state)
        guard case .object(let object) = try FixtureValue(writing: entry) else {
            Issue.record("no object")
            return
        }
        #expect(object["seconds"] == .number(2) && object["packet"] == .number(3) && object["source"] == .text("read"))
        #expect(object["state"] == (try FixtureValue(writing: state)))
    }
}
