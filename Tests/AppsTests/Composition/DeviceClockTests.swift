// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Scheduling
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// The clock of a device shows the household's local time, as its own programs run by it.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct DeviceClockTests {
    private func times(_ house: House) -> [String] { house.commands.filter { $0.hasPrefix("ST") } }

    private func log(_ house: House) async throws -> [String] {
        try await house.store.entries(since: nil, device: house.address, limit: 100).filter { $0.outcome == .set }
            .compactMap(\.name)
    }

    private func pair(_ house: House) async throws {
        _ = try await house.control.perform(
            Endpoints.pair, PairRequest(address: house.address.rawValue, name: "nursery"))
    }

    private func drift(_ house: House, from zone: ZoneRules) async -> Int? {
        let local = zone.civil(at: house.clock.now().wall)
        return await house.peripheral.state.clock.map { shown in
            (shown.date.daysSince1970 - local.date.daysSince1970) * 86_400 + shown.time.secondsSinceMidnight
                - local.time.secondsSinceMidnight
        }
    }

    @Test
    func pairedDevice_getsTheTime() async throws {
        let house = try await House(state: SimulatedRest.stateAtPowerOn, isPaired: false)
        try await house.run {
            try await self.pair(house)
            try await house.until { try await self.log(house) == ["device clock after pairing"] }
            #expect(self.times(house).count == 1)
            #expect(await self.drift(house, from: .utc) == 0)
        }
    }

    @Test
    func pairedDevice_keepsItsTime_whenItIsRight() async throws {
        let house = try await House(isPaired: false)
        try await house.live {
            try await self.pair(house)
        } _: {
            try await house.wait(.seconds(60))
            #expect(self.times(house).isEmpty)
        }
    }

    @Test
    func device_getsTheTime_afterALossOfPowerWithoutALink() async throws {
        let house = try await House()
        try await house.live {
            _ = try await house.control.perform(Endpoints.clock, SlotQuery(device: "nursery", number: nil))
            await house.controller?.connection.close()
        } _: {
            await house.peripheral.cyclePower()
            try await house.until { try await self.log(house) == ["device clock after a loss of power"] }
            let drift = await self.drift(house, from: .utc)
            // Time passes in leaps between reading the time and setting it.
            #expect(abs(drift ?? 99) <= 60, "\(drift ?? 99) s after \(self.times(house))")
        }
    }

    @Test
    func device_getsTheTime_afterALossOfPowerThatBrokeTheLink() async throws {
        let house = try await House()
        try await house.live {
            _ = try await house.control.perform(Endpoints.clock, SlotQuery(device: "nursery", number: nil))
        } _: {
            await house.peripheral.unplug(for: .seconds(20))
            try await house.until { try await self.log(house) == ["device clock after a loss of power"] }
        }
    }

    @Test
    func device_getsTheTime_whenTheHostIsInAnotherZone() async throws {
        let files = try ZoneFiles(host: "London")
        let house = try await House(zones: files.book())
        try await house.live {
            _ = try await house.control.perform(Endpoints.clock, SlotQuery(device: "nursery", number: nil))
            await house.controller?.connection.close()
        } _: {
            try await house.wait(.seconds(5))
            files.moveHost(to: "Berlin")
            house.clock.changeZone()
            try await house.until { try await self.log(house) == ["device clock because it was 1h behind"] }
            #expect(self.times(house).count == 1)
        }
    }

    /// On 2027-03-28 at 01:00 UTC it is 02:00 in London.
    @Test
    func device_getsTheTime_whenSummerTimeBegins() async throws {
        let files = try ZoneFiles(host: "London")
        let spring = Instant(secondsSince1970: 1_806_195_600)
        let house = try await House(clock: ManualClock(wall: spring - .seconds(30)), zones: files.book())
        try await house.live {
            _ = try await house.control.perform(Endpoints.clock, SlotQuery(device: "nursery", number: nil))
            await house.controller?.connection.close()
        } _: {
            try await house.until { try await self.log(house).count == 1 }
            #expect(self.times(house).first?.hasPrefix("ST202703280200") == true, "\(self.times(house))")
        }
    }

    @Test
    func device_getsTheTimeAfterTheRing_whenTheZoneChangesMeanwhile() async throws {
        let files = try ZoneFiles(host: "London")
        let house = try await House(zones: files.book())
        try await house.live {
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:00:30", zone: "London"))
            try await house.until { try await house.control.perform(Endpoints.alarms).first?.next != nil }
        } _: {
            try await house.until { house.commands.contains("SI01") }
            files.moveHost(to: "Berlin")
            house.clock.changeZone()
            try await house.wait(.seconds(120))
            #expect(self.times(house).isEmpty)
            _ = try await house.control.perform(Endpoints.dismissAlarm, ScheduleSelection(name: "up", device: nil))
            try await house.until { try await self.log(house).count == 1 }
        }
    }

    @Test
    func deviceOutOfReach_getsTheTime_withTheNextConnection() async throws {
        let files = try ZoneFiles(host: "London")
        let house = try await House(zones: files.book())
        try await house.live {
            _ = try await house.control.perform(Endpoints.clock, SlotQuery(device: "nursery", number: nil))
            await house.controller?.connection.close()
            await house.peripheral.setRefusesConnections(true)
        } _: {
            try await house.wait(.seconds(5))
            files.moveHost(to: "Berlin")
            house.clock.changeZone()
            try await house.wait(.seconds(120))
            await house.peripheral.setRefusesConnections(false)
            try await house.until {
                let clock = try? await house.control.perform(
                    Endpoints.clock, SlotQuery(device: "nursery", number: nil))
                return clock != nil
            }
            try await house.until { try await self.log(house).count == 1 }
        }
    }
}
