// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SimulatedDevice
import SleepModel
import Testing

@testable import DeviceModules

/// Anybody can advertise in a device's name, so an advertisement is never more than a reason to ask the device itself.
@Suite(.timeLimit(.minutes(1)))
struct AdvertisementTests {
    typealias House = ScriptedHousehold

    /// What somebody sends in the name of the device.
    private func forged(_ state: DeviceState, for house: House) -> Advertisement {
        let sample = house.clock.now()
        let payload = SimulatedRest(state: state, at: sample).advertisement(at: sample)
        return Advertisement(address: house.address, manufacturerData: [0x0434: payload])
    }

    @Test
    func observe_ignoresWhatIsAdvertised_whileThereIsALink() async throws {
        let house = try House()
        house.emitter.observe(House.playing, from: .read)
        try await house.connection.withSession { _ in }
        await house.connection.observe(forged(House.off, for: house))
        #expect(house.emitter.advertised == nil)
        await house.connection.close()
        await house.connection.observe(forged(House.off, for: house))
        #expect(house.emitter.advertised?.state.isOn == false)
        #expect(house.emitter.latest?.foreignChanges == 0)
    }

    @Test
    func look_readsWhatTheDeviceShows_andReleasesItAtOnce() async throws {
        let off = DeviceState(
            isOn: false, light: House.playing.light, sound: House.playing.sound, volume: House.playing.volume)
        let house = try House(reports: [House.playing, House.playing, off])
        try await house.whileRunning {
            for _ in 0..<2 {
                _ = try await house.sender.readState()
                house.clock.advance(by: .seconds(3))
            }
            await house.connection.close()
            await house.connection.observe(forged(off, for: house))
            var suspicions = house.connection.suspicions.makeAsyncIterator()
            #expect(await suspicions.next() != nil)
            await house.sender.look()
            #expect(house.emitter.latest?.foreignChanges == 1)
            #expect(await house.connection.state == .advertising)
        }
        #expect(house.transport.count(of: .connected) == 2)
    }

    /// Forged packets must neither change anything nor keep the phone's app out.
    @Test
    func look_isRare_howeverManyPacketsAreForged() async throws {
        let house = try House()
        // No time passes during a look.
        let simulation = SimulatedClock(house.clock, pace: .still)
        try await simulation.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in house.connection.suspicions { await house.sender.look() } }
                _ = try await house.sender.readState()
                await house.connection.close()
                for second in 0..<3600 {
                    var state = House.off
                    state.volume = Level(rawValue: UInt8(second % 250))
                    await house.connection.observe(forged(state, for: house))
                    await simulation.idle()
                    house.clock.advance(by: .seconds(1))
                }
                group.cancelAll()
            }
        }
        #expect((2..<20).contains(house.transport.count(of: .connect)))
        #expect(house.emitter.latest?.state.isOn == true)
        #expect(house.emitter.latest?.foreignChanges == 0)
    }
}
