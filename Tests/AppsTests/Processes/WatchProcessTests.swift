// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// Watching what happens.
@Suite(.timeLimit(.minutes(2)))
struct WatchProcessTests {
    private func events(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    @Test
    func watch_showsWhatACommandDid_andEndsWhenItIsInterrupted() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        let watch = try bedroom.start("watch", "nursery", "--json")
        try await eventually("the watch begins") { try watch.outputSoFar().contains("link") }
        try await bedroom.must("light", "nursery", "amber", "20%")
        try await eventually("the command is shown") { try watch.outputSoFar().contains("light amber 20%") }
        watch.signal(SIGINT)
        let result = try await watch.result()
        await daemon.stop()
        await device.stop()
        let events = try events(result.output)
        #expect(result.exitCode == 0, "\(result.errors)")
        #expect(events.allSatisfy { $0["device"] as? String == "nursery" })
        #expect(
            events.contains { event in
                let light = (event["state"] as? [String: Any])?["light"] as? [String: Any]
                return event["event"] as? String == "state" && light?["brightness"] as? Int == 51
            })
        let last = try #require(events.last { $0["event"] as? String == "occurrence" })
        #expect(last["kind"] as? String == "control")
        #expect(last["outcome"] as? String == "confirmed")
        #expect(last["link"] is NSNull)
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func watch_goesOn_whenTheDaemonIsBack(signal: Int32) async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        let watch = try bedroom.start("watch")
        try await eventually("the watch begins") { try watch.outputSoFar().contains("nursery") }
        daemon.signal(signal)
        _ = try await daemon.result()
        try await eventually("the watch says so") { try !watch.errorsSoFar().isEmpty }
        let second = try await bedroom.startDaemon()
        try await eventually("the command is shown") {
            // What is asked before the watch is there again is not shown.
            try await bedroom.must("volume", "nursery", "12%")
            return try watch.outputSoFar().contains("volume 12%, done")
        }
        watch.signal(SIGINT)
        let ended = try await watch.result()
        await second.stop()
        await device.stop()
        #expect(ended.exitCode == 0)
        // What happened before the new daemon began is not known there.
        #expect(ended.output.components(separatedBy: "events were lost; this is how it stands now").count == 2)
        #expect(ended.errors == "lull: the daemon does not answer any more; watching goes on when it is back.\n")
    }

    @Test
    func watch_losesNothing_whenItsConnectionIsCut() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        let path = bedroom.scratch.path("relay.sock")
        let relay = SocketRelay(at: path, to: bedroom.socket)
        try relay.listen()
        let watch = try Program(
            "lull", ["watch", "--socket", path], in: bedroom.scratch, environment: ["TZ": "UTC"])
        try await eventually("the watch begins") { try watch.outputSoFar().contains("nursery") }
        try await bedroom.must("volume", "nursery", "12%")
        try await eventually("the command is shown") { try watch.outputSoFar().contains("volume 12%, done") }
        relay.cut()
        try await eventually("the watch says so") { try !watch.errorsSoFar().isEmpty }
        try await bedroom.must("volume", "nursery", "13%")
        try await bedroom.must("volume", "nursery", "14%")
        try relay.listen()
        try await eventually("the last command is shown") { try watch.outputSoFar().contains("volume 14%, done") }
        watch.signal(SIGINT)
        let ended = try await watch.result()
        relay.cut()
        await daemon.stop()
        await device.stop()
        #expect(ended.errors == "lull: the daemon does not answer any more; watching goes on when it is back.\n")
        #expect(!ended.output.contains("events were lost"))
        let commands = ended.output.split(separator: "\n").filter { $0.contains(", done") }
        #expect(commands.map { $0.contains("12%") } == [true, false, false], "\(ended.output)")
        #expect(commands.map { $0.contains("13%") } == [false, true, false])
    }

    @Test
    func watch_isUnreachable_whenThereIsNoDaemonAtTheBeginning() async throws {
        let bedroom = try Bedroom()
        let result = try await bedroom.lull("watch")
        #expect(result.exitCode == 69)
    }
}
