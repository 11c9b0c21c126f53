// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import HatchRest
import Logging
import SimulatedDevice
import SleepModel
import Testing
import Waiting

@testable import DeviceModules

/// The device modules against the simulated device instead of a script.
@Suite(.timeLimit(.minutes(1)))
struct SimulatedDeliveryTests {
    private struct House {
        let clock = ManualClock(wall: Instant(secondsSince1970: 0x6A13_5F70), boot: .seconds(1000))
        let journal = SimulationJournal()
        let peripheral: SimulatedPeripheral
        let emitter: DeviceStateEmitter
        let connection: DeviceConnection
        let sender: IoTActionSender

        init(state: DeviceState = SimulatedRest.initialState) throws {
            let address = try #require(MacAddress(rawValue: ScriptedHousehold.address))
            peripheral = SimulatedPeripheral(name: "Sophie", state: state, clock: clock, journal: journal)
            emitter = DeviceStateEmitter(clock: clock, radioClock: clock)
            let factory = DeviceConnectionStateFactory(
                transport: SimulatedTransport(devices: [address: peripheral], clock: clock), clock: clock,
                policy: ConnectionPolicy(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            connection = factory.makeConnection(address: address, codec: HatchRestCodec(), emitter: emitter)
            sender = factory.makeActionSender(
                connection: connection, address: address, codec: HatchRestCodec(), emitter: emitter)
        }

        var commands: [String] {
            journal.entries().compactMap { entry in
                guard case .command(let bytes, _) = entry.event else { return nil }
                return String(decoding: bytes, as: UTF8.self)
            }
        }

        var links: [JournalEntry.Event] {
            journal.entries().map(\.event).filter { $0 == .connect || $0 == .disconnect }
        }
    }

    @Test
    func perform_switchesTheDeviceOn_lightVolumeAndSoundFirst() async throws {
        let house = try House()
        let outcome = await house.sender.perform(DesiredState(sequence: 1, actions: ScriptedHousehold.play)).outcome
        #expect(outcome.isConfirmed)
        #expect(house.commands == ["SCFF890E66", "SV4D", "SN07", "SI01"])
        #expect(outcome.state == (await house.peripheral.state))
        #expect(house.emitter.latest?.state == (await house.peripheral.state))
    }

    @Test
    func perform_sendsOnlyWhatDiffers() async throws {
        let house = try House(state: ScriptedHousehold.playing)
        let desired = DesiredState(sequence: 1, actions: [.light(ScriptedHousehold.amber(102)), .volume(.full)])
        #expect(await house.sender.perform(desired).outcome.isConfirmed)
        #expect(house.commands == ["SVFF"])
    }

    @Test
    func perform_showsTheColourCycle() async throws {
        let house = try House(state: ScriptedHousehold.playing)
        let light = Light(.gradient, brightness: Level(rawValue: 83))
        #expect(await house.sender.perform(DesiredState(sequence: 1, actions: [.light(light)])).outcome.isConfirmed)
        #expect(await house.peripheral.state.light == light)
    }

    @Test
    func perform_keepsOneConnection_andAFadeInOrder() async throws {
        let house = try House(state: ScriptedHousehold.playing)
        for brightness in 1...50 as ClosedRange<UInt8> {
            let desired = DesiredState(
                sequence: Int(brightness), actions: [.light(ScriptedHousehold.amber(brightness))], isTransient: true)
            #expect(await house.sender.perform(desired).outcome == .unconfirmed(nil))
        }
        #expect(house.commands == (1...50 as ClosedRange<UInt8>).map { "SCFF890E" + $0.hexadecimal })
        #expect(house.links == [.connect])
    }

    @Test
    func perform_fails_whileTheDeviceRefusesConnections_andRecovers() async throws {
        let house = try House()
        await house.peripheral.setRefusesConnections(true)
        let desired = DesiredState(sequence: 1, actions: ScriptedHousehold.play)
        #expect(await house.sender.perform(desired).outcome.failure == .connectionFailed)
        #expect(await house.connection.state == .coolingDown)
        await house.peripheral.setRefusesConnections(false)
        #expect(await house.sender.perform(desired).outcome.isConfirmed)
        #expect(await house.connection.state == .held)
    }

    /// A link that is released while somebody uses it is not lost: what happens meanwhile at the device is seen.
    @Test
    func close_hidesNoTouch_whileSomebodyAsks() async throws {
        let house = try House(state: ScriptedHousehold.playing)
        _ = try await house.sender.readState()
        house.clock.advance(by: .seconds(5))
        await house.peripheral.inject(.lostReply)
        async let program = house.sender.program(1)
        await eventually { house.commands.count == 1 }
        await house.connection.close()
        _ = try await program
        await house.peripheral.holdRing()
        _ = try await house.sender.readState()
        #expect(house.emitter.latest?.foreignChanges == 1)
    }

    /// The link is released while the question waits for its turn.
    @Test
    func readProgramsInPassing_makesNoConnection() async throws {
        let house = try House()
        _ = try await house.sender.program(1)
        let isHeld = OneShot<Void>()
        async let decided: Void = house.sender.decide { _ in
            isHeld.set(())
            await eventually { await house.sender.exchanges.waitingCount == 1 }
            await house.connection.close()
        }
        await isHeld.value()
        #expect(await house.sender.readProgramsInPassing() == .later)
        try await decided
        #expect(house.links == [.connect, .disconnect])
    }

    /// A forged packet may be the reason for the look, and the phone's app gets in again at once.
    @Test
    func look_releasesItsLink_whileAQuestionInPassingWaits() async throws {
        let house = try House()
        _ = try await house.sender.program(1)
        let isHeld = OneShot<Void>()
        async let decided: Void = house.sender.decide { _ in
            isHeld.set(())
            await eventually { await house.sender.exchanges.waitingCount == 2 }
            await house.connection.close()
        }
        await isHeld.value()
        async let failure = house.sender.look()
        await eventually { await house.sender.exchanges.waitingCount == 1 }
        #expect(await house.sender.readProgramsInPassing() == .later)
        #expect(await failure == nil)
        try await decided
        #expect(house.links == [.connect, .disconnect, .connect, .disconnect])
    }

    @Test
    func perform_connectsAnew_afterTheDeviceEndedTheConnection() async throws {
        let house = try House()
        let desired = DesiredState(sequence: 1, actions: ScriptedHousehold.play)
        #expect(await house.sender.perform(desired).outcome.isConfirmed)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await house.connection.run() }
            await house.clock.waitForSleepers(1)
            await house.peripheral.dropConnection()
            await eventually { await house.connection.state != .held }
            #expect(await house.sender.perform(desired).outcome.isConfirmed)
            group.cancelAll()
        }
        #expect(house.links == [.connect, .disconnect, .connect, .disconnect])
    }

    @Test
    func run_letsThePhoneIn_afterTheHold() async throws {
        let house = try House()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await house.connection.run() }
            _ = await house.sender.perform(DesiredState(sequence: 1, actions: ScriptedHousehold.play)).outcome
            #expect(await house.peripheral.isConnected)
            await house.clock.waitForSleepers(1)
            house.clock.advance(by: .seconds(10))
            await eventually { await !house.peripheral.isConnected }
            #expect(await house.connection.state == .absent)
            group.cancelAll()
        }
        #expect(house.links == [.connect, .disconnect])
    }

    @Test
    func run_hearsWhatIsDoneAtTheDevice_whileHeld() async throws {
        let house = try House(state: ScriptedHousehold.playing)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await house.connection.run() }
            let desired = DesiredState(sequence: 1, actions: [.volume(Level(rawValue: 12))], isTransient: true)
            #expect(await house.sender.perform(desired).outcome.isDelivered)
            var updates = house.emitter.updates().makeAsyncIterator()
            #expect(await updates.next()?.state.volume == Level(rawValue: 12))
            #expect(house.emitter.latest?.source == .notification)
            group.cancelAll()
        }
    }

    /// The report that is read right after the last step of a fade may be one from before it.
    @Test
    func perform_sendsNothingTwice_whenTheReportLags() async throws {
        let house = try SuiteHouse(lag: .milliseconds(300))
        let bright = DeviceAction.light(ScriptedHousehold.amber(255))
        let report = try await house.live {
            _ = await house.sender.perform(DesiredState(sequence: 1, actions: ScriptedHousehold.play))
            _ = await house.sender.perform(DesiredState(sequence: 2, actions: [bright], isTransient: true))
            return await house.sender.perform(DesiredState(sequence: 3, actions: [bright]))
        }
        #expect(report.outcome.isConfirmed)
        #expect(house.commands.filter { $0.hasPrefix("SC") } == ["SCFF890E66", "SCFF890EFF"])
    }

    /// A daemon that is killed right after a command is followed by one that reads a report from before it.
    @Test
    func perform_sendsNothingTwice_whenAProcessBeforeSentItAMomentAgo() async throws {
        let house = try SuiteHouse(lag: .milliseconds(300))
        let desired = DesiredState(sequence: 1, actions: [.sound(SoundID(rawValue: 9))], isTransient: true)
        let report = try await house.live {
            _ = await house.sender.perform(desired)
            await house.connection.close()
            let successor = house.successor(ConnectionPolicy(predecessorLag: .seconds(1)))
            return await successor.perform(DesiredState(sequence: 1, actions: desired.actions))
        }
        #expect(report.outcome.isConfirmed)
        #expect(house.commands == ["SN09"])
    }

    /// A report from before a write may show what is asked for now, though the device is about to show something else.
    @Test
    func perform_sendsWhatALaggingReportShowsAlready() async throws {
        let house = try SuiteHouse(lag: .milliseconds(300))
        let (bright, dim) = (
            DeviceAction.light(ScriptedHousehold.amber(255)), DeviceAction.light(ScriptedHousehold.amber(102))
        )
        let report = try await house.live {
            _ = await house.sender.perform(DesiredState(sequence: 1, actions: ScriptedHousehold.play))
            _ = await house.sender.perform(DesiredState(sequence: 2, actions: [bright], isTransient: true))
            return await house.sender.perform(DesiredState(sequence: 3, actions: [dim]))
        }
        #expect(report.outcome.isConfirmed)
        #expect(await house.peripheral.settledState.light == ScriptedHousehold.amber(102))
    }

    @Test
    func perform_switchesOff_whatAProcessBeforeSwitchedOnAMomentAgo() async throws {
        let house = try SuiteHouse(lag: .milliseconds(300))
        let report = try await house.live {
            _ = try await house.sender.send(Array("SI01".utf8))
            await house.connection.close()
            let successor = house.successor(ConnectionPolicy(predecessorLag: .seconds(1)))
            return await successor.perform(DesiredState(sequence: 1, actions: [.power(false)]))
        }
        #expect(report.outcome.isConfirmed)
        #expect(house.commands == ["SI01", "SI00"])
    }

    /// A fade ends in a colour without brightness, and what comes after it asks for no light at all.
    @Test
    func perform_sendsNothing_whenTheLightIsDarkAlready() async throws {
        let house = try SuiteHouse(lag: .milliseconds(300))
        let report = try await house.live {
            _ = await house.sender.perform(DesiredState(sequence: 1, actions: ScriptedHousehold.play))
            let dark = DeviceAction.light(ScriptedHousehold.amber(0))
            _ = await house.sender.perform(DesiredState(sequence: 2, actions: [dark], isTransient: true))
            return await house.sender.perform(DesiredState(sequence: 3, actions: [.light(.off)]))
        }
        #expect(report.outcome.isConfirmed)
        #expect(house.commands.last == "SCFF890E00")
    }
}
