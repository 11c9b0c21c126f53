// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Foundation
import GATT
import Logging
import Scheduling
import SimulatedDevice
import SleepModel
import Storage
import SystemClock
import Testing

@testable import Composition
@testable import Household

/// The night follows the clock, the host's zone and the zone data.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct NightTimeTests {
    private let files: ZoneFiles
    private let store = InMemoryNightStore()

    init() throws {
        files = try ZoneFiles(host: "London")
    }

    private func house(zonePoll: Duration? = nil) async throws -> House {
        try await House(store: store, zones: files.book(), zonePoll: zonePoll)
    }

    /// What the log says of the clock and of zones.
    private func clockEntries() async throws -> [String] {
        try await store.entries(since: nil, device: nil, limit: 10_000).filter { $0.kind == .daemon }
            .map { "\($0.name ?? "-") \($0.outcome.rawValue)" }
    }

    private func untilNoted(_ house: House, _ count: Int = 1) async throws {
        try await house.until { try await clockEntries().count >= count }
    }

    @Test
    func steps_andSuspends_areNoted() async throws {
        let house = try await house()
        try await house.run {
            try await house.until { house.night.timekeeper.trust.isTrusted }
            house.clock.step(to: House.noon - .seconds(10))
            try await untilNoted(house)
            house.clock.step(to: House.noon + .seconds(3590))
            try await untilNoted(house, 2)
            house.clock.suspend(for: .seconds(8 * 3600))
            try await untilNoted(house, 3)
        }
        let noted = try await clockEntries()
        #expect(noted == ["clock 10s back set", "clock 1h ahead set", "host for 8h suspended"])
    }

    /// It is noon in London, and 13:00 in Berlin.
    @Test
    func alarm_ringsByTheNewZone_asSoonAsTheHostIsThere() async throws {
        let house = try await house()
        _ = try await house.control.perform(
            Endpoints.addAlarm,
            AlarmRequest(name: "up", device: "nursery", at: "13:10", days: "daily", sound: "bird"))
        try await house.run {
            files.moveHost(to: "Berlin")
            house.clock.changeZone()
            try await untilNoted(house)
            house.clock.advance(by: .seconds(600))
            try await house.until { house.commands.contains("SI01") }
        }
        let noted = try await clockEntries()
        #expect(noted == ["zone Berlin changed"])
    }

    @Test
    func alarm_ringsByTheNewData_asSoonAsItIsThere() async throws {
        let house = try await house()
        _ = try await house.control.perform(
            Endpoints.addAlarm,
            AlarmRequest(name: "up", device: "nursery", at: "13:10", days: "daily", sound: "bird", zone: "York"))
        try await house.run {
            // New York moves to Berlin.
            try files.set("York", toRulesOf: "Europe/Berlin")
            try files.set(version: "2026f")
            house.clock.changeZoneData()
            try await untilNoted(house)
            house.clock.advance(by: .seconds(600))
            try await house.until { house.commands.contains("SI01") }
        }
        let noted = try await clockEntries()
        #expect(noted == ["zone data 2026f changed"])
    }

    @Test
    func alarm_isANotice_whenNewDataGivesItAnotherTime() async throws {
        let house = try await house()
        for (name, zone) in [("up", "York"), ("later", "York"), ("here", "Berlin")] {
            _ = try await house.control.perform(
                Endpoints.addAlarm,
                AlarmRequest(name: name, device: "nursery", at: "23:10", days: "daily", sound: "bird", zone: zone))
        }
        try await house.run {
            try files.set("York", toRulesOf: "Europe/Berlin")
            try files.set(version: "2026f")
            house.clock.changeZoneData()
            try await house.until { !house.night.notices.all.isEmpty }
        }
        #expect(
            house.night.notices.all.map(\.message) == [
                "The alarm “later” on nursery rings 6h earlier than planned, on Fri 2027-01-15 22:10: the rules of the time "
                    + "zone York changed. With others of nursery, this happened 2 times since Fri 2027-01-15 12:00."
            ])
    }

    @Test
    func alarm_isANotice_whenTheHostIsInAnotherZone() async throws {
        let house = try await house()
        for (name, zone) in [("up", nil), ("there", "York")] {
            _ = try await house.control.perform(
                Endpoints.addAlarm,
                AlarmRequest(name: name, device: "nursery", at: "23:10", days: "daily", sound: "bird", zone: zone))
        }
        try await house.run {
            files.moveHost(to: "Berlin")
            house.clock.changeZone()
            try await house.until { !house.night.notices.all.isEmpty }
        }
        #expect(
            house.night.notices.all.map(\.message) == [
                "The alarm “up” on nursery rings 1h earlier than planned, on Fri 2027-01-15 23:10: this computer is in the "
                    + "time zone Berlin now."
            ])
    }

    @Test
    func zone_thatCannotBeReadAnyMore_isNoted_andItsAlarmRings() async throws {
        let house = try await house()
        _ = try await house.control.perform(
            Endpoints.addAlarm,
            AlarmRequest(name: "up", device: "nursery", at: "13:10", days: "daily", sound: "bird", zone: "Berlin"))
        try await house.run {
            try files.remove("Berlin")
            house.clock.changeZoneData()
            try await untilNoted(house)
            house.clock.advance(by: .seconds(600))
            try await house.until { house.commands.contains("SI01") }
        }
        let noted = try await clockEntries()
        #expect(noted == ["zone Berlin unreadable"])
    }

    @Test
    func data_thatIsTheSameAsBefore_isNotNoted() async throws {
        let house = try await house()
        try await house.run {
            house.clock.changeZoneData()
            house.clock.changeZone()
            try await house.until { house.night.timekeeper.lastLook.zones == ZoneEdition(zone: 1, data: 1) }
            house.clock.suspend(for: .seconds(60))
            try await untilNoted(house)
        }
        let noted = try await clockEntries()
        #expect(noted == ["host for 1m suspended"])
    }

    @Test
    func zones_areLookedFor_nowAndThen_whereTheClockDoesNotTell() async throws {
        let house = try await house(zonePoll: .seconds(900))
        try await house.run {
            files.moveHost(to: "Berlin")
            try files.set(version: "2026f")
            house.clock.advance(by: .seconds(900))
            try await untilNoted(house, 2)
            files.moveHost(to: "York")
            house.clock.advance(by: .seconds(900))
            try await untilNoted(house, 3)
        }
        let noted = try await clockEntries()
        #expect(noted == ["zone data 2026f changed", "zone Berlin changed", "zone York changed"])
    }

    @Test
    func change_isNotLost_whenItHappensWhileTheNightIsAwake() async throws {
        let house = try await house()
        try await house.run {
            let clock = house.clock
            files.interrupt { [files] in
                try? files.set(version: "2026f")
                clock.changeZoneData()
            }
            clock.changeZone()
            try await untilNoted(house)
        }
        let noted = try await clockEntries()
        #expect(noted == ["zone data 2026f changed"])
    }

    /// As in the daemon: the real clock, real files, and no look but when the kernel tells.
    @Test
    func hostThatMoves_isFollowed_withoutAPoll() async throws {
        let link = files.directory + "/localtime"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "London")
        let watch = try ZoneWatch(ZonePlaces(files: [link], data: files.directory + "/data"), pause: .milliseconds(20))
        let clock = HostClock(zones: watch)
        let zones = ZoneBook(database: ZoneDatabase(directory: files.directory)) {
            try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        }
        let night = try await ComposedHousehold.open(
            .testing([
                .store(store), .transport(SimulatedTransport(devices: [:], clock: clock)), .clock(clock), .zones(zones),
            ]))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await night.run() }
            try FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "Berlin")
            while try await clockEntries().isEmpty { try await clock.sleep(for: .milliseconds(10)) }
            group.cancelAll()
        }
        let noted = try await clockEntries()
        #expect(noted == ["zone Berlin changed"])
        #expect(zones.rules(of: nil).identifier == "Berlin")
    }
}
