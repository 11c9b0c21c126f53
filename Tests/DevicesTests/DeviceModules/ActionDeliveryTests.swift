// SPDX-License-Identifier: Apache-2.0

import Clocks
import DeviceModules
import GATT
import SleepModel
import Testing

/// What is sent, in which order, and what becomes of it.
@Suite(.timeLimit(.minutes(1)))
struct ActionDeliveryTests {
    typealias House = ScriptedHousehold

    @Test
    func perform_setsWhatIsSeenAndHeardBeforePower_whenTheDeviceIsOff() async throws {
        let house = try House(reports: [House.off, House.playing])
        let outcome = await house.sender.perform(DesiredState(sequence: 1, actions: House.play)).outcome
        #expect(outcome.state?.light == House.playing.light)
        #expect(house.transport.commands == ["SCFF890E66", "SV4D", "SN07", "SI01"])
    }

    /// A favourite that somebody answers an alarm with may be louder than the alarm.
    @Test(arguments: [
        ([DeviceAction.light(.off), .sound(.none)], ["SN00", "SC00000000"]),
        ([.light(.off), .volume(Level(rawValue: 76))], ["SV4C", "SC00000000"]),
        ([.light(.off), .volume(Level(rawValue: 78))], ["SC00000000", "SV4E"]),
        ([.light(.off), .sound(SoundID(rawValue: 2))], ["SC00000000", "SN02"]),
    ])
    func perform_makesADeviceThatPlaysQuieterFirst(actions: [DeviceAction], commands: [String]) async throws {
        var reached = House.playing
        for action in actions { reached.show(action) }
        let house = try House(reports: [House.playing, reached])
        #expect(await house.sender.perform(DesiredState(sequence: 1, actions: actions)).outcome.isConfirmed)
        #expect(house.transport.commands == commands)
    }

    @Test
    func perform_confirmsWithTheReportedState() async throws {
        let house = try House(reports: [House.off, House.playing])
        let outcome = await house.sender.perform(DesiredState(sequence: 1, actions: House.play)).outcome
        guard case .confirmed(let state) = outcome else {
            Issue.record("not confirmed: \(outcome)")
            return
        }
        #expect(DeviceAction.light(House.amber(102)).isFulfilled(by: state))
        #expect(state == house.emitter.latest?.state)
        #expect(house.emitter.latest?.source == .read)
    }

    @Test
    func perform_sendsNothing_whenEverythingIsTrueAlready() async throws {
        let house = try House(reports: [House.playing])
        let outcome = await house.sender.perform(DesiredState(sequence: 1, actions: House.play)).outcome
        #expect(outcome.isConfirmed)
        #expect(house.transport.commands == [])
    }

    @Test(arguments: [
        (DeviceAction.light(House.amber(103)), "SCFF890E67"), (.volume(.zero), "SV00"), (.sound(.none), "SN00"),
        (.power(false), "SI00"), (.light(.off), "SC00000000"),
    ])
    func perform_sendsOnlyWhatDiffers(action: DeviceAction, command: String) async throws {
        var reached = House.playing
        switch action {
        case .light(let light): reached.light = light
        case .volume(let volume): reached.volume = volume
        case .sound(let sound): reached.sound = sound
        case .power(let isOn): reached.isOn = isOn
        }
        let house = try House(reports: [House.playing, reached])
        let others = House.play.filter { $0.channel != action.channel }
        let outcome = await house.sender.perform(DesiredState(sequence: 1, actions: others + [action])).outcome
        #expect(outcome.isConfirmed)
        #expect(house.transport.commands == [command])
    }

    @Test(arguments: [(ScriptedHousehold.off, ["SV4D", "SN00", "SI01"]), (ScriptedHousehold.playing, [])])
    func perform_makesActionsIfOffTrue_onlyWhenTheDeviceWasOff(
        before: DeviceState, commands: [String]
    ) async throws {
        var after = House.playing
        if !before.isOn { after.sound = .none }
        let house = try House(reports: [before, after])
        let desired = DesiredState(
            sequence: 1, actions: [.power(true), .volume(Level(rawValue: 77))], actionsIfOff: [.sound(.none)])
        #expect(await house.sender.perform(desired).outcome.isConfirmed)
        #expect(house.transport.commands == commands)
    }

    @Test
    func perform_waitsForAReportThatLags() async throws {
        let house = try House(
            policy: ConnectionPolicy(exchangeDeadline: .seconds(3600)),
            reports: [House.off, House.off, House.off, House.off, House.playing])
        let desired = DesiredState(sequence: 1, actions: House.play)
        #expect(await house.perform(desired, asTimePassesBy: .milliseconds(50)).isConfirmed)
        #expect(house.transport.count(of: .read) == 5)
        #expect(house.transport.commands == ["SCFF890E66", "SV4D", "SN07", "SI01"])
    }

    @Test
    func perform_sendsWhatIsMissingOnceMore_andThenIsUnconfirmed() async throws {
        var almost = House.playing
        almost.volume = .zero
        let house = try House(
            policy: ConnectionPolicy(exchangeDeadline: .seconds(3600)), reports: [House.off, almost])
        let desired = DesiredState(sequence: 1, actions: House.play)
        let outcome = await house.perform(desired, asTimePassesBy: .milliseconds(50))
        #expect(outcome.isDelivered)
        #expect(!outcome.isConfirmed)
        #expect(outcome.state?.volume == .zero)
        #expect(house.transport.commands == ["SCFF890E66", "SV4D", "SN07", "SI01", "SV4D"])
        #expect(house.transport.count(of: .disconnected) == 0)
    }

    @Test
    func perform_doesNotSendAgain_whatTheDeviceHasShownAndAHandTookBack() async throws {
        var almost = House.playing
        almost.volume = .zero
        var switchedOff = almost
        switchedOff.isOn = false
        let house = try House(
            policy: ConnectionPolicy(exchangeDeadline: .seconds(3600)), reports: [House.off, almost, switchedOff])
        let desired = DesiredState(sequence: 1, actions: House.play)
        let outcome = await house.perform(desired, asTimePassesBy: .milliseconds(50))
        #expect(outcome.state?.isOn == false)
        #expect(house.transport.commands == ["SCFF890E66", "SV4D", "SN07", "SI01", "SV4D"])
    }

    @Test
    func perform_isConfirmed_whenTheSecondAttemptSucceeds() async throws {
        let house = try House(
            policy: ConnectionPolicy(exchangeDeadline: .seconds(3600), settleDeadline: .milliseconds(500)),
            reports: [House.off, House.off, House.off, House.playing])
        let desired = DesiredState(sequence: 1, actions: [.power(true)])
        #expect(await house.perform(desired, asTimePassesBy: .milliseconds(250)).isConfirmed)
        #expect(house.transport.commands == ["SI01", "SI01"])
    }

    @Test
    func perform_ignoresDataBeforeTheAcknowledgement() async throws {
        let house = try House(reports: [House.off, House.playing])
        house.transport.change { $0.answer = { _, _ in .replies(["04", "FF", "OK"]) } }
        #expect(await house.sender.perform(DesiredState(sequence: 1, actions: House.play)).outcome.isConfirmed)
        #expect(house.transport.commands.count == 4)
    }

    // MARK: - Desired states of a fade

    @Test
    func perform_sendsWhatChangedWithoutReading_forATransientDesiredState() async throws {
        let house = try House()
        for (sequence, brightness) in [10, 11, 11, 12].enumerated() {
            let desired = DesiredState(
                sequence: sequence, actions: [.light(House.amber(UInt8(brightness))), .volume(Level(rawValue: 77))],
                isTransient: true)
            #expect(await house.sender.perform(desired).outcome == .unconfirmed(nil))
        }
        #expect(house.transport.commands == ["SCFF890E0A", "SV4D", "SCFF890E0B", "SCFF890E0C"])
        #expect(house.transport.count(of: .read) == 0)
        #expect(house.transport.count(of: .connect) == 1)
    }

    /// Somebody may have turned the lamp back by hand since; only the report knows.
    @Test
    func perform_sendsATransientValueAgain_afterAReportShowedAnother() async throws {
        let house = try House(reports: [House.playing])
        let dim = DesiredState(sequence: 1, actions: [.light(House.amber(10))], isTransient: true)
        #expect(await house.sender.perform(dim).outcome.isDelivered)
        // An acknowledgement just before a report overrides the report.
        house.clock.advance(by: .seconds(2))
        let settled = DesiredState(sequence: 2, actions: [.light(House.amber(102))])
        #expect(await house.sender.perform(settled).outcome.isConfirmed)
        #expect(await house.sender.perform(dim).outcome.isDelivered)
        #expect(house.transport.commands == ["SCFF890E0A", "SCFF890E0A"])
    }

    @Test
    func perform_sendsOnlyWhatAFadeChanges_overANewConnectionToo() async throws {
        let house = try House()
        let first = DesiredState(
            sequence: 1, actions: [.power(true), .light(House.amber(10)), .volume(.zero)], isTransient: true)
        let second = DesiredState(
            sequence: 2, actions: [.power(true), .light(House.amber(11)), .volume(.zero)], isTransient: true)
        #expect(await house.sender.perform(first).outcome.isDelivered)
        await house.connection.close()
        #expect(await house.sender.perform(second).outcome.isDelivered)
        #expect(house.transport.commands == ["SCFF890E0A", "SV00", "SCFF890E0B"])
    }

    @Test
    func perform_doesNotRepeatWhatASettledDesiredStateSent_inATransientOne() async throws {
        let house = try House(reports: [House.off, House.playing])
        #expect(await house.sender.perform(DesiredState(sequence: 1, actions: House.play)).outcome.isConfirmed)
        let desired = DesiredState(
            sequence: 2, actions: House.play.filter { $0.channel != .light } + [.light(House.amber(101))],
            isTransient: true)
        #expect(await house.sender.perform(desired).outcome.isDelivered)
        #expect(house.transport.commands.dropFirst(4) == ["SCFF890E65"])
    }

    // MARK: - Reading

    /// The device would take a steady FEFEFE for its colour cycle, and shows the colour next to it.
    @Test
    func perform_confirmsTheColourThatIsShownInstead_whenTheDeviceCannotShowTheOneAskedFor() async throws {
        func light(_ red: UInt8) -> Light {
            Light(.color(RGBColor(red: red, green: 0xFE, blue: 0xFE)), brightness: .full)
        }
        var shown = House.playing
        shown.light = light(0xFD)
        let house = try House(reports: [House.playing, shown])
        let report = await house.sender.perform(DesiredState(sequence: 1, actions: [.light(light(0xFE))]))
        #expect(report.results == [ActionResult(.light(light(0xFD)), .confirmed)])
        #expect(house.transport.commands == ["SCFDFEFEFF"])
    }

    @Test
    func readState_returnsAndPublishesTheReport() async throws {
        let house = try House()
        let state = try await house.sender.readState()
        #expect(state.light == House.playing.light)
        #expect(house.emitter.latest?.state == state)
    }

    @Test
    func readState_isAProtocolViolation_whenTheReportCannotBeRead() async throws {
        let house = try House()
        house.transport.change { $0.reports = [Array(repeating: 0xFF, count: 20)] }
        let error = await #expect(throws: GATTError.self) { try await house.sender.readState() }
        #expect(error?.code == .protocolViolation)
        #expect(house.emitter.latest == nil)
        #expect(house.transport.count(of: .read) == 1)
    }

    @Test
    func readState_asksAgain_whenTheReportIsCutShort() async throws {
        let house = try House()
        let whole = ScriptedTransport.report(House.playing)
        house.transport.change { $0.reports = [[], Array(whole.prefix(14)), whole] }
        let state = try await house.whilePausesPass { try await house.sender.readState() }
        #expect(state.light == House.playing.light)
        #expect(house.transport.count(of: .read) == 3)
    }

    @Test
    func readState_failsAsTheConnection_afterThreeReportsThatAreCutShort() async throws {
        let house = try House()
        house.transport.change { $0.reports = [[0x54]] }
        let error = await #expect(throws: GATTError.self) {
            try await house.whilePausesPass { try await house.sender.readState() }
        }
        #expect(error?.code == .connectionFailed)
        #expect(house.transport.count(of: .read) == 3)
    }
}
