// SPDX-License-Identifier: Apache-2.0

import Captures
import Foundation
import HatchRest
import SleepModel
import Testing

/// The captures made with the simulated device: what they hold, where they come from, and that they are what it makes.
///
/// With `LULL_WRITE_CAPTURES=1` they are made anew instead of compared.
@Suite(.timeLimit(.minutes(1)))
struct CaptureFixtureTests {
    @Test(arguments: CaptureScenario.all)
    func file_isWhatTheSimulatedDeviceMakes(scenario: CaptureScenario) async throws {
        let made = try await scenario.capture()
        if ProcessInfo.processInfo.environment["LULL_WRITE_CAPTURES"] == "1" {
            try Data(made).write(to: URL(filePath: scenario.path))
        }
        #expect(try scenario.committed() == made)
    }

    private struct Listing: Decodable {
        struct Capture: Decodable {
            var file: String
            var provenance: Provenance
            var format: String
            var device: String
            var packets: Int
            var note: String
        }

        var captures: [Capture]
        var made: String
    }

    @Test
    func captures_areListed_asWhatTheyAre() throws {
        let listing = try FixtureFolder.decode(Listing.self, "captures.json")
        let files = try FixtureFolder.files().filter { $0.hasSuffix(".btsnoop") }
        #expect(listing.captures.map(\.file).sorted() == files.sorted())
        for capture in listing.captures {
            let timeline = try CaptureFile.read(
                FixtureFolder.url.appending(path: capture.file).path, codecs: [HatchRestCodec()])
            #expect(timeline.format.name == capture.format)
            #expect(timeline.packets == capture.packets)
            #expect(Set(timeline.entries.compactMap(\.address?.rawValue)) == [capture.device])
            #expect(!capture.note.isEmpty && listing.made.contains("reconstructed"))
            // Whatever this project makes itself is named so, and is simulated.
            let isOurs = CaptureScenario.all.contains { $0.file == capture.file }
            #expect((capture.provenance == Provenance(source: "LULL", kind: .simulated)) == isOurs)
        }
    }

    @Test
    func evening_isDecoded_toItsEntries() throws {
        let timeline = try CaptureFile.read(CaptureScenario.evening.path, codecs: [HatchRestCodec()])
        #expect(timeline.entries.map(\.brief) == Self.evening)
        #expect(timeline.ignored == 0)
        #expect(!timeline.isTruncated)
        #expect(timeline.notes.isEmpty)
    }

    static let evening = [
        "advertisement -: advertises off, light #FDD12D at 50 %, ocean at 33 %",
        "advertisement -: advertises off, light #FDD12D at 50 %, ocean at 33 %",
        "connected -: connected",
        "discovered reply: has handle 0x0002",
        "other reply: asks for notifications of it",
        "discovered state: has handle 0x0005",
        "other state: asks for notifications of it",
        "discovered command: has handle 0x0008",
        "write command: light #FF890E at 40 %",
        "notification reply: acknowledged",
        "notification state: off, light #FF890E at 40 %, sound 5 (ocean) at 33 %, clock 2026-05-24T20:28:33",
        "write command: volume 30 %",
        "notification reply: acknowledged",
        "notification state: off, light #FF890E at 40 %, sound 5 (ocean) at 30 %, clock 2026-05-24T20:28:33",
        "write command: sound 7 (rain)",
        "notification reply: acknowledged",
        "notification state: off, light #FF890E at 40 %, sound 7 (rain) at 30 %, clock 2026-05-24T20:28:33",
        "write command: switch on",
        "notification reply: acknowledged",
        "notification state: on, light #FF890E at 40 %, sound 7 (rain) at 30 %, clock 2026-05-24T20:28:34",
        "read state: on, light #FF890E at 40 %, sound 7 (rain) at 30 %, clock 2026-05-24T20:28:36",
        "write command: volume 20 %",
        "notification reply: acknowledged",
        "read state: on, light #FF890E at 40 %, sound 7 (rain) at 20 %, clock 2026-05-24T20:28:36",
        "notification state: on, light #FF890E at 40 %, sound 7 (rain) at 20 %, clock 2026-05-24T20:28:36",
        "write command: ask for favourite 1",
        "notification reply: favourite: light cycling through colours at 33 %, sound 14 (rockabye) at 29 %, "
            + "on the touch ring",
        "notification reply: acknowledged",
        "write command: switch off in 15m",
        "notification reply: acknowledged",
        "notification state: on, light #FF890E at 40 %, sound 7 (rain) at 20 %, clock 2026-05-24T20:28:39, "
            + "sleep timer running",
        "write command: switch off",
        "notification reply: acknowledged",
        "notification state: off, light #FF890E at 40 %, sound 7 (rain) at 20 %, clock 2026-05-24T20:28:42, "
            + "sleep timer running",
        "disconnected -: disconnected: this side ended it",
        "advertisement -: advertises off, light #FF890E at 40 %, rain at 20 %",
    ]

    @Test
    func lostLink_isDecoded_toItsEntries() throws {
        let timeline = try CaptureFile.read(CaptureScenario.lostLink.path, codecs: [HatchRestCodec()])
        #expect(timeline.entries.map(\.brief) == Self.lostLink)
    }

    static let lostLink = [
        "advertisement -: advertises off, light #FDD12D at 50 %, ocean at 33 %",
        "connected -: connected",
        "discovered reply: has handle 0x0002",
        "other reply: asks for notifications of it",
        "discovered state: has handle 0x0005",
        "other state: asks for notifications of it",
        "discovered command: has handle 0x0008",
        "write command: switch on",
        "notification reply: acknowledged",
        "notification state: on, light #FDD12D at 50 %, sound 5 (ocean) at 33 %, clock 2026-05-24T20:28:32",
        "disconnected -: disconnected: the device ended it",
        "advertisement -: advertises on, light #FDD12D at 50 %, ocean at 33 %",
        "advertisement -: advertises on, light #FDD12D at 50 %, ocean at 33 %",
        "connected -: connected",
        "other reply: asks for notifications of it",
        "other state: asks for notifications of it",
        "write command: switch off",
        "notification reply: acknowledged",
        "notification state: off, light #FDD12D at 50 %, sound 5 (ocean) at 33 %, clock 2026-05-24T20:28:41",
        "read state: off, light #FDD12D at 50 %, sound 5 (ocean) at 33 %, clock 2026-05-24T20:28:41",
        "disconnected -: disconnected: this side ended it",
    ]
}
