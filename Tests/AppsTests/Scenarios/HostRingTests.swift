// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// The host rings if the device cannot: what somebody is told of an alarm whose device is out of reach.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct HostRingTests {
    /// A night with an alarm at 07:00 on a device that nobody reaches, lived until a time; then `body` goes on.
    private func silentMorning(
        until time: String, _ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void
    ) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            await night.peripheral.setRefusesConnections(true)
            try await night.wait(until: "2027-01-05 \(time)")
            try await body(night)
        }
        return night
    }

    /// The notice that the alarm does not ring: how often somebody was told, and when last.
    private func told(_ night: SimulatedNight) async throws -> [String] {
        try await night.perform(Endpoints.notices, NoticesQuery(all: true)).filter { $0.kind == .notRinging }.map {
            "\($0.count) \(ZoneRules.utc.civil(at: $0.at).time)"
        }
    }

    @Test func notice_comesAMinuteAfterTheTime_andEachMinute() async throws {
        _ = try await silentMorning(until: "07:00:59") { night in
            #expect(try await self.told(night) == [])
            try await night.wait(until: "2027-01-05 07:01:00")
            #expect(try await self.told(night) == ["1 07:01"])
            try await night.wait(until: "2027-01-05 07:04:30")
            #expect(try await self.told(night) == ["4 07:04"])
            let notice = try await night.perform(Endpoints.notices, NoticesQuery()).last
            #expect(
                notice?.message
                    == "nursery does not ring: the alarm “up” was due on Tue 2027-01-05 07:00, 4 minutes ago.")
            #expect(notice?.grade == .alarm)
            #expect(notice?.occurrence?.date == CivilDate(iso8601: "2027-01-05"))
        }
    }

    @Test func notice_comes_whenTheDeviceIsLostWhileItRings() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:05")
            #expect(await night.state.isOn)
            await night.peripheral.unplug(for: .seconds(3600))
            try await night.wait(until: "2027-01-05 07:08:30")
            let notice = try await night.perform(Endpoints.notices, NoticesQuery()).last { $0.kind == .notRinging }
            #expect(notice?.grade == .alarm)
            #expect(notice?.message.hasPrefix("nursery has been out of reach for ") == true, "\(notice?.message ?? "")")
            #expect(notice?.message.hasSuffix("while the alarm “up” rings; nobody may hear it.") == true)
        }
    }

    /// Who lies awake is told why the room was dark for a moment, and not half an hour later; the clock waits for the ring.
    @Test func notice_comesAtOnce_andOnce_whenTheDeviceLosesItsPowerWhileItRings() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:05")
            await night.peripheral.cyclePower()
            try await night.wait(until: "2027-01-05 07:05:10")
            #expect(await night.state.isOn)
            let told = try await night.perform(Endpoints.notices, NoticesQuery())
            #expect(told.map(\.kind) == [.powerLost])
            try await night.wait(until: "2027-01-05 07:40")
            #expect(try night.commands(since: "2027-01-05 07:05").contains { $0.hasPrefix("ST") })
            let notices = try await night.perform(Endpoints.notices, NoticesQuery())
            #expect(notices.filter { $0.kind == .powerLost }.map(\.count) == [1])
        }
    }

    /// A night with an alarm at 07:00 on a device that could not be reached for what was to begin at 06:10, and was called
    /// off.
    private func lostBefore(_ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void) async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.addRoutine(at: "06:10", "light blue 40%; for 10m")
            await night.peripheral.setRefusesConnections(true)
            try await night.wait(until: "2027-01-05 06:09:50")
            _ = try await night.perform(Endpoints.skipRoutine, SkipRequest(name: "dusk", device: nil))
            try await night.wait(until: "2027-01-05 06:20")
            let log = try await night.store.entries(since: nil, device: nil, limit: 100)
            #expect(log.contains { $0.outcome == .unreachable })
            try await body(night)
        }
    }

    @Test func notice_doesNotCome_beforeTheAlarmOfADeviceThatIsBack() async throws {
        try await lostBefore { night in
            await night.peripheral.setRefusesConnections(false)
            try await night.wait(until: "2027-01-05 06:59")
            #expect(try await night.perform(Endpoints.notices, NoticesQuery()) == [])
        }
    }

    @Test func notice_comes_beforeTheAlarmOfADeviceThatIsStillAway() async throws {
        try await lostBefore { night in
            try await night.wait(until: "2027-01-05 06:46")
            let notices = try await night.perform(Endpoints.notices, NoticesQuery())
            #expect(
                notices.map(\.message)
                    == ["nursery is out of reach, and the alarm “up” is due on Tue 2027-01-05 07:00."])
        }
    }

    @Test func notice_comesNoMore_onceItIsAcknowledged() async throws {
        _ = try await silentMorning(until: "07:02:10") { night in
            _ = try await night.perform(Endpoints.acknowledgeNotices, NoticesSelection(id: nil))
            try await night.wait(until: "2027-01-05 07:10")
            #expect(try await self.told(night) == ["2 07:02"])
        }
    }

    @Test func notice_comesNoMore_onceTheDeviceRings() async throws {
        _ = try await silentMorning(until: "07:02:10") { night in
            await night.peripheral.setRefusesConnections(false)
            try await night.wait(until: "2027-01-05 07:20")
            #expect(await night.state.isOn)
            let told = try await self.told(night)
            #expect(told.count == 1)
            // Lull tries again every few minutes, or when it hears the device.
            #expect(["2", "3", "4", "5"].contains(told.first?.prefix(1).description), "\(told)")
            let notice = try await night.perform(Endpoints.notices, NoticesQuery()).last { $0.kind == .notRinging }
            #expect(notice?.grade == .information)
            #expect(
                notice?.message.hasPrefix(
                    "The alarm “up”, due on Tue 2027-01-05 07:00, reached nursery on Tue 2027-01-05 07:0")
                    == true, "\(notice?.message ?? "")")
        }
    }

    @Test func notice_comesNoMore_onceTheAlarmIsDismissed() async throws {
        _ = try await silentMorning(until: "07:02:10") { night in
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:10")
            #expect(try await self.told(night) == ["2 07:02"])
            #expect(try await night.perform(Endpoints.notices, NoticesQuery()).filter { $0.kind == .notRinging } == [])
        }
    }

    @Test func notice_comesUntilTheTimeOfTheRingIsOver_andThenOneThatItWasMissed() async throws {
        let night = try await silentMorning(until: "08:00") { night in
            #expect(try await self.told(night) == ["29 07:29"])
            let notices = try await night.perform(Endpoints.notices, NoticesQuery())
            #expect(notices.filter { $0.kind == .notRinging } == [])
            let last = notices.last
            #expect(
                last?.message
                    == "The alarm “up” of Tue 2027-01-05 07:00 did not ring on nursery: the device was out of reach.")
        }
        #expect(try await night.outcomes() == ["5 started undelivered", "5 missed undelivered"])
    }

    @Test func restart_goesOn_withoutAnotherNoticeForTheSameMinute() async throws {
        let night = try await silentMorning(until: "07:03:20") { night in
            let told = try await self.told(night)
            #expect(told == ["3 07:03"])
        }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:03:59")
            #expect(try await self.told(night) == ["3 07:03"])
            try await night.wait(until: "2027-01-05 07:06:10")
            #expect(try await self.told(night) == ["6 07:06"])
        }
    }

    @Test func restart_tellsNobody_whileTheAlarmRingsOn() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:05")
        }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:20")
            #expect(try await night.perform(Endpoints.notices, NoticesQuery()) == [])
            #expect(await night.state.isOn)
        }
    }

    @Test func lostDevice_isANotice_beforeItsAlarm() async throws {
        _ = try await silentMorning(until: "06:59:59") { night in
            let notices = try await night.perform(Endpoints.notices, NoticesQuery())
            #expect(
                notices.map(\.message) == [
                    "nursery is out of reach, and the alarm “up” is due on Tue 2027-01-05 07:00."
                ])
        }
    }

    @Test func twoAlarmsOfOneTime_areNoNotices_whenTheDeviceRings() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.addAlarm("second")
            try await night.addAlarm("third", at: "07:05")
            try await night.wait(until: "2027-01-05 07:25")
            #expect(try await night.perform(Endpoints.notices, NoticesQuery()) == [])
        }
    }
}
