// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition

/// What somebody asks of a group of which `nursery` is out of reach, and `bedroom` is there.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PendingChangeTests {
    private static let (blue, red) = ("SC0000FF99", "SCFF000099")

    /// An evening in which nursery is out of reach from 19:00 on.
    private func evening(
        _ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void
    ) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.addBedroom()
        try await night.live {
            _ = try await night.perform(
                Endpoints.setGroup, GroupRequest(name: "kids", devices: ["nursery", "bedroom"]))
            try await night.light("green", 10)
            try await night.wait(until: "2027-01-05 19:00")
            try await night.setAway(true)
            try await body(night)
        }
        return night
    }

    /// Asks for a light of the group, and returns what became of it on each device.
    @discardableResult
    private func light(
        _ night: SimulatedNight, _ color: String = "#0000ff"
    ) async throws -> [ControlResult] {
        try await night.perform(
            Endpoints.Each.light, LightRequest(device: "kids", color: color, brightness: 60)
        ).members.compactMap(\.reply)
    }

    /// What the log says of the lights that somebody asked of nursery, but the first one.
    private func lines(_ night: SimulatedNight) async throws -> [String] {
        let nursery = try await night.store.devices().first { $0.name == "nursery" }?.address
        return try await night.store.entries(since: nil, device: nursery, limit: 100)
            .filter { $0.kind == .control && $0.name?.hasPrefix("light #") == true }
            .map { "\($0.name ?? "") \($0.outcome.rawValue)" }
    }

    @Test func light_shines_whenItsDeviceIsBackSoon() async throws {
        let night = try await evening { night in
            let results = try await self.light(night)
            #expect(results.map(\.name) == ["nursery", "bedroom"])
            #expect(results.map(\.outcome) == [.pending, .confirmed])
            let until = try #require(results.first?.pendingUntil)
            #expect(until >= (try SimulatedNight.instant("2027-01-05 19:15")))
            #expect(until < (try SimulatedNight.instant("2027-01-05 19:17")))
            #expect(results.first?.warning?.hasPrefix("“nursery” is out of reach. Lull tries again until ") == true)
            let status = try #require(
                try await night.perform(Endpoints.status, DeviceChoice(device: "nursery")).first)
            #expect(status.owners["light"]?.pendingUntil == until)
            #expect(await night.bedroom?.state.light.brightness.percent == 60)
            try await night.wait(until: "2027-01-05 19:05")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 19:07")
            #expect(await night.peripheral.state.light.brightness.percent == 60)
            let owner = try await night.perform(Endpoints.status, DeviceChoice(device: "nursery")).first?.owners[
                "light"]
            #expect(owner?.pendingUntil == nil && owner?.layer == .manual)
        }
        #expect(try night.commands(since: "2027-01-05 19:04").filter { $0.hasPrefix("SC") } == [Self.blue])
        #expect(try await lines(night) == ["light #0000ff 60% pending", "light #0000ff 60% confirmed"])
    }

    @Test func light_staysAsItWas_whenItsDeviceIsBackLate() async throws {
        let night = try await evening { night in
            try await self.light(night)
            try await night.wait(until: "2027-01-05 19:20")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 20:00")
            #expect(await night.peripheral.state.light.brightness.percent == 10)
        }
        #expect(try night.commands(since: "2027-01-05 19:04").filter { $0.hasPrefix("SC0000FF") } == [])
        #expect(try await lines(night) == ["light #0000ff 60% pending", "light #0000ff 60% given-up"])
    }

    @Test func laterLight_takesThePlaceOfTheFirst() async throws {
        let night = try await evening { night in
            try await self.light(night)
            try await night.wait(until: "2027-01-05 19:03")
            try await self.light(night, "#ff0000")
            try await night.wait(until: "2027-01-05 19:05")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 19:07")
        }
        #expect(try night.commands(since: "2027-01-05 19:04").filter { $0.hasPrefix("SC") } == [Self.red])
        let lines = try await lines(night)
        #expect(
            lines
                == [
                    "light #0000ff 60% pending", "light #ff0000 60% pending", "light #0000ff 60% superseded",
                    "light #ff0000 60% confirmed",
                ])
    }

    /// The one of the group does not come as a surprise either, after somebody asked for another.
    @Test func laterLightOfTheDeviceAlone_failsAndEndsTheFirst() async throws {
        let night = try await evening { night in
            try await self.light(night)
            try await night.wait(until: "2027-01-05 19:03")
            await #expect(throws: ControlError.self) { try await night.light("#ff0000", 60) }
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 19:30")
            #expect(await night.peripheral.state.light.brightness.percent == 10)
        }
        #expect(try night.commands(since: "2027-01-05 19:02").filter { $0.hasPrefix("SC") } == [])
        let lines = try await lines(night)
        #expect(
            lines
                == ["light #0000ff 60% pending", "light #ff0000 60% failed", "light #0000ff 60% superseded"])
    }

    @Test func stop_endsWhatWaits() async throws {
        let night = try await evening { night in
            try await self.light(night)
            let stopped = try await night.stop("nursery")
            #expect(stopped.map(\.stopPending) == [true])
            try await night.wait(until: "2027-01-05 19:05")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 19:07")
            #expect(await !night.peripheral.state.isOn)
        }
        #expect(try night.commands(since: "2027-01-05 19:04").filter { $0.hasPrefix("SC0000FF") } == [])
    }

    /// A program of the mirror that began and ended out of reach is nobody's change, and only what somebody asked for
    /// shows.
    @Test func light_shines_afterAnAlarmThatTheDeviceRangByItself() async throws {
        let night = try await evening { night in
            try await night.setAway(false)
            try await night.power(on: false)
            try await night.addAlarm(at: "19:10") { $0.ringFor = "5m" }
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-05 19:05")
            try await night.setAway(true)
            try await night.wait(until: "2027-01-05 19:20")
            #expect(await night.state.sound == SoundID(rawValue: 9))
            #expect(try await self.light(night).map(\.outcome) == [.pending, .confirmed])
            try await night.wait(until: "2027-01-05 19:25")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 19:30")
            #expect(await night.state.isOn)
            #expect(await night.state.light.brightness.percent == 60)
            #expect(await night.state.sound == .none)
        }
        #expect(try await lines(night) == ["light #0000ff 60% pending", "light #0000ff 60% confirmed"])
    }

    /// An off in a sunrise is older than the ring.
    @Test func off_endsNoAlarm_thatRingsBeforeItsDeviceIsBack() async throws {
        let night = try await evening { night in
            try await night.setAway(false)
            try await night.addAlarm(at: "19:20", sunrise: "15m")
            try await night.wait(until: "2027-01-05 19:10")
            try await night.setAway(true)
            let results = try await night.perform(
                Endpoints.Each.power, PowerRequest(device: "kids", on: false)
            ).members.compactMap(\.reply)
            #expect(results.map(\.outcome) == [.pending, .confirmed])
            try await night.wait(until: "2027-01-05 19:21")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 19:24")
            #expect(await night.state.isOn)
            #expect(await night.state.sound == SoundID(rawValue: 9))
            #expect(try await night.perform(Endpoints.alarms, DeviceChoice()).map(\.phase) == [.ringing])
            try await night.dismiss()
        }
        let nursery = try await night.store.devices().first { $0.name == "nursery" }?.address
        let lines = try await night.store.entries(since: nil, device: nursery, limit: 100)
            .filter { $0.kind == .control && $0.name == "power off" }.map(\.outcome)
        #expect(lines == [.pending, .superseded])
    }

    @Test func off_endsTheNight_whenItsDeviceIsBack() async throws {
        _ = try await evening { night in
            try await night.setAway(false)
            try await night.setBedtime(at: "19:01", wake: "07:00")
            try await night.wait(until: "2027-01-05 19:10")
            try await night.setAway(true)
            let results = try await night.perform(
                Endpoints.Each.power, PowerRequest(device: "kids", on: false)
            ).members.compactMap(\.reply)
            #expect(results.map(\.outcome) == [.pending, .confirmed])
            try await night.wait(until: "2027-01-05 19:15")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 19:20")
            #expect(await !night.peripheral.state.isOn)
            #expect(try await night.perform(Endpoints.bedtimes, DeviceChoice()).map(\.phase) == [nil])
        }
    }

    // MARK: - Restarts

    /// An evening in which the daemon ends at 19:02, after what somebody asked, and is back at `back`.
    private func restarted(
        at back: String, _ ask: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void,
        _ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void
    ) async throws -> SimulatedNight {
        let night = try await evening { night in
            try await ask(night)
            try await night.wait(until: "2027-01-05 19:02")
        }
        try night.pass(until: back)
        try await night.live { try await body(night) }
        return night
    }

    @Test func light_shines_whenTheDaemonIsBackBeforeTheDevice() async throws {
        let night = try await restarted(at: "2027-01-05 19:04") {
            try await self.light($0)
        } _: { night in
            try await night.wait(until: "2027-01-05 19:10")
            let status = try #require(
                try await night.perform(Endpoints.status, DeviceChoice(device: "nursery")).first)
            let until = try #require(status.owners["light"]?.pendingUntil)
            #expect(until >= (try SimulatedNight.instant("2027-01-05 19:15")))
            #expect(until < (try SimulatedNight.instant("2027-01-05 19:17")))
            #expect(await night.peripheral.state.light.brightness.percent == 10)
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 19:12")
            #expect(await night.peripheral.state.light.brightness.percent == 60)
        }
        #expect(try night.commands(since: "2027-01-05 19:04").filter { $0.hasPrefix("SC") } == [Self.blue])
        #expect(try await lines(night) == ["light #0000ff 60% pending", "light #0000ff 60% confirmed"])
    }

    @Test func light_isGivenUp_whenTheDaemonIsBackLate() async throws {
        let night = try await restarted(at: "2027-01-05 19:30") {
            try await self.light($0)
        } _: { night in
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 19:40")
            #expect(await night.peripheral.state.light.brightness.percent == 10)
        }
        #expect(try night.commands(since: "2027-01-05 19:04").filter { $0.hasPrefix("SC0000FF") } == [])
        #expect(try await lines(night) == ["light #0000ff 60% pending", "light #0000ff 60% given-up"])
    }

    @Test func light_isReplaced_byARoutineThatWasDueWithoutADaemon() async throws {
        let night = try await restarted(at: "2027-01-05 19:05") { night in
            try await self.light(night)
            try await night.addRoutine("dusk", at: "19:03", "light #ff0000 60%; for 30m")
        } _: { night in
            try await night.wait(until: "2027-01-05 19:08")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 19:10")
        }
        #expect(try night.commands(since: "2027-01-05 19:04").filter { $0.hasPrefix("SC") } == [Self.red])
        #expect(try await lines(night) == ["light #0000ff 60% pending", "light #0000ff 60% superseded"])
    }

    @Test func off_endsTheNight_whenTheDaemonIsBackBeforeTheDevice() async throws {
        let night = try await restarted(at: "2027-01-05 19:04") { night in
            try await night.setAway(false)
            try await night.setBedtime(at: "19:01", wake: "07:00")
            try await night.wait(until: "2027-01-05 19:01:30")
            try await night.setAway(true)
            _ = try await night.perform(Endpoints.Each.power, PowerRequest(device: "kids", on: false))
        } _: { night in
            try await night.wait(until: "2027-01-05 19:10")
            #expect(await night.peripheral.state.isOn)
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 19:15")
            #expect(await !night.peripheral.state.isOn)
            #expect(try await night.perform(Endpoints.bedtimes, DeviceChoice()).map(\.phase) == [nil])
        }
        #expect(try night.commands(since: "2027-01-05 19:04").contains("SI00"))
    }
}
