// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel
import Testing
import Waiting

@testable import Clocks
@testable import DeviceModules

/// What happens when a command does not get there, and afterwards.
@Suite(.timeLimit(.minutes(1)))
struct ActionFailureTests {
    typealias House = ScriptedHousehold
    typealias Event = ScriptedTransport.Event

    private static let volume = DesiredState(sequence: 1, actions: [.volume(.zero)], isTransient: true)

    /// What the device reports before and after its volume was set.
    private static func reports(_ volume: Level = .zero) -> [DeviceState] {
        var after = House.playing
        after.volume = volume
        return [House.playing, after]
    }

    /// Waits until that many calls wait for their turn.
    private static func wait(for count: Int, in house: House) async {
        await eventually { await house.sender.exchanges.waitingCount == count }
    }

    @Test
    func perform_fails_whenTheCommandIsRefused() async throws {
        let house = try House()
        house.transport.change { $0.answer = { _, _ in .replies(["E01"]) } }
        let outcome = await house.sender.perform(Self.volume).outcome
        #expect(outcome.failure == .attributeError)
        guard case .failed(let error) = outcome else { return }
        #expect(error.message.contains("E01"))
        #expect(error.message.contains(House.address))
    }

    @Test
    func perform_sendsNoFurtherCommand_afterARefusal() async throws {
        let house = try House(reports: [House.off])
        house.transport.change { $0.answer = { _, earlier in .replies([earlier == 1 ? "E02" : "OK"]) } }
        #expect(
            await house.sender.perform(DesiredState(sequence: 1, actions: House.play)).outcome.failure
                == .attributeError)
        #expect(house.transport.commands == ["SCFF890E66", "SV4D"])
    }

    @Test
    func perform_timesOutAndDropsTheConnection_whenNothingIsAnsweredOrShown() async throws {
        let house = try House()
        house.transport.change { $0.answer = { _, _ in .replies([]) } }
        let outcome = try await house.whileTimePasses { await house.sender.perform(Self.volume).outcome }
        #expect(outcome.failure == .timedOut)
        #expect(house.transport.count(of: .connected) == 2)
        #expect(house.transport.events.suffix(2) == [.disconnecting, .disconnected])
    }

    @Test
    func perform_connectsAnewAndVerifiesEvenAStepOfAFade_afterALostReply() async throws {
        let house = try House(reports: Self.reports())
        house.transport.change { $0.answer = { _, earlier in .replies(earlier == 0 ? [] : ["OK"]) } }
        let outcome = try await house.whileTimePasses { await house.sender.perform(Self.volume).outcome }
        #expect(outcome.isConfirmed)
        #expect(
            house.transport.events == [
                .connect, .connected, .command("SV00"), .disconnecting, .disconnected, .connect, .connected, .read,
                .command("SV00"), .reply("OK"), .read,
            ])
    }

    @Test
    func perform_saysDisconnected_whenTheDeviceLeavesInsteadOfReplying() async throws {
        let house = try House(reports: Self.reports())
        house.transport.change { $0.answer = { _, earlier in earlier == 0 ? .drop : .replies(["OK"]) } }
        #expect(await house.sender.perform(Self.volume).outcome.failure == .disconnected)
        #expect(await house.sender.perform(Self.volume).outcome.isDelivered)
    }

    @Test
    func perform_connectsAgain_whenTheHeldConnectionTurnsOutToHaveEnded() async throws {
        let house = try House(reports: Self.reports(Level(rawValue: 9)))
        house.transport.change { $0.answer = { _, earlier in earlier == 1 ? .drop : .replies(["OK"]) } }
        #expect(await house.sender.perform(Self.volume).outcome.isDelivered)
        let louder = DesiredState(sequence: 2, actions: [.volume(Level(rawValue: 9))], isTransient: true)
        #expect(await house.sender.perform(louder).outcome.isDelivered)
        #expect(house.transport.events.filter { $0 == .connected }.count == 2)
    }

    @Test
    func perform_passesTheTransportsFailureOn_whenItCannotConnect() async throws {
        let house = try House()
        let refusal = GATTError(.connectionFailed, "No.", advice: "Later.")
        house.transport.change { $0.refusal = refusal }
        #expect(await house.sender.perform(Self.volume).outcome == .failed(refusal))
        house.transport.change { $0.refusal = nil }
        #expect(await house.sender.perform(Self.volume).outcome.isDelivered)
    }

    @Test
    func perform_timesOut_whenConnectingTakesTooLong() async throws {
        let house = try House()
        house.transport.close(.connect)
        let outcome = Task { await house.sender.perform(Self.volume).outcome }
        await house.transport.wait(for: .connect)
        await house.clock.waitForSleepers(1)
        house.clock.advance(by: .seconds(5))
        #expect(await outcome.value.failure == .timedOut)
        #expect(house.transport.commands == [])
    }

    @Test
    func perform_isCancelledAndDropsTheConnection_whileItWaitsForAReply() async throws {
        for _ in 0..<50 {
            let house = try House()
            house.transport.change { $0.answer = { _, _ in .replies([]) } }
            let outcome = Task { await house.sender.perform(Self.volume).outcome }
            await house.transport.wait(for: .command("SV00"))
            await house.clock.waitForSleepers(1)
            outcome.cancel()
            #expect(await outcome.value.failure == .cancelled)
            #expect(house.transport.events.suffix(2) == [.disconnecting, .disconnected])
            house.transport.change { $0.answer = { _, _ in .replies(["OK"]) } }
            #expect(await house.sender.perform(Self.volume).outcome.isDelivered)
        }
    }

    @Test
    func perform_isCancelled_whileItConnects() async throws {
        let house = try House()
        house.transport.close(.connect)
        let outcome = Task { await house.sender.perform(Self.volume).outcome }
        await house.transport.wait(for: .connect)
        outcome.cancel()
        #expect(await outcome.value.failure == .cancelled)
        #expect(house.transport.events == [.connect])
    }

    @Test
    func perform_isCancelled_whileItWaitsForItsTurn_andLeavesTheOtherAlone() async throws {
        let house = try House()
        house.transport.close(.reply)
        let first = Task { await house.sender.perform(Self.volume).outcome }
        await house.transport.wait(for: .command("SV00"))
        let second = Task {
            await house.sender.perform(DesiredState(sequence: 2, actions: [.volume(.full)], isTransient: true)).outcome
        }
        await Self.wait(for: 1, in: house)
        second.cancel()
        #expect(await second.value.failure == .cancelled)
        house.transport.open(.reply)
        #expect(await first.value == .unconfirmed(nil))
        #expect(house.transport.commands == ["SV00"])
    }

    // MARK: - Several at once

    @Test
    func send_waitsForTheReplyBefore() async throws {
        let house = try House()
        house.transport.close(.reply)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let command = Array("SV0\(String(number % 16, radix: 16, uppercase: true))".utf8)
                    await #expect(throws: Never.self) { try await house.sender.send(command) }
                }
            }
            // All the others wait for the one whose reply has not come.
            await Self.wait(for: 19, in: house)
            await eventually { !house.transport.commands.isEmpty }
            #expect(house.transport.commands.count == 1)
            house.transport.open(.reply)
        }
        let events = house.transport.events.dropFirst(2)
        #expect(events.count == 40)
        #expect(events.filter { $0 == .reply("OK") }.count == 20)
        for (number, event) in events.enumerated() where (number % 2 == 1) != (event == .reply("OK")) {
            Issue.record("\(event) is out of turn")
        }
    }

    @Test
    func perform_leavesOutWhatANewerDesiredStateDecides_andSaysSo() async throws {
        let house = try House()
        house.transport.close(.reply)
        let dim = DeviceAction.light(House.amber(1))
        let old = DesiredState(
            sequence: 1, actions: [dim, .volume(.zero), .sound(SoundID(rawValue: 2))], isTransient: true)
        let first = Task { await house.sender.perform(old) }
        await house.transport.wait(for: .command("SCFF890E01"))
        let new = DesiredState(sequence: 2, actions: [.volume(.full)], isTransient: true)
        let second = Task { await house.sender.perform(new) }
        await Self.wait(for: 1, in: house)
        house.transport.open(.reply)
        #expect(
            await first.value.results == [
                ActionResult(dim, .unconfirmed), ActionResult(.volume(.zero), .superseded),
                ActionResult(.sound(SoundID(rawValue: 2)), .unconfirmed),
            ])
        #expect(await second.value.outcome == .unconfirmed(nil))
        #expect(house.transport.commands == ["SCFF890E01", "SN02", "SVFF"])
    }

    @Test
    func perform_isSuperseded_whenANewerDesiredStateDecidesAllOfIt_andSendsNothing() async throws {
        let house = try House()
        house.transport.close(.reply)
        let blocking = Task { await house.sender.perform(Self.volume).outcome }
        await house.transport.wait(for: .command("SV00"))
        let desiredStates = [1, 2, 3].map { number in
            DesiredState(sequence: number, actions: [.sound(SoundID(rawValue: UInt8(number)))], isTransient: true)
        }
        var waiting: [Task<DeliveryOutcome, Never>] = []
        for desired in desiredStates {
            waiting.append(Task { await house.sender.perform(desired).outcome })
            await Self.wait(for: waiting.count, in: house)
        }
        house.transport.open(.reply)
        #expect(await blocking.value == .unconfirmed(nil))
        var outcomes: [DeliveryOutcome] = []
        for task in waiting { outcomes.append(await task.value) }
        #expect(outcomes == [.superseded, .superseded, .unconfirmed(nil)])
        #expect(house.transport.commands == ["SV00", "SN03"])
    }

    @Test
    func perform_confirmsTheLast_andConnectsOnce_forManyAtOnce() async throws {
        let house = try House()
        let outcomes = await withTaskGroup(of: DeliveryOutcome.self) { group in
            for number in 0..<20 {
                group.addTask {
                    await house.sender.perform(DesiredState(sequence: number, actions: House.play)).outcome
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.contains { $0.isConfirmed })
        #expect(outcomes.allSatisfy { $0.isConfirmed || $0 == .superseded })
        #expect(house.transport.count(of: .connect) == 1)
    }

    // MARK: - Deadlines

    @Test
    func perform_timesOut_whenTheCallersDeadlineIsOver_whileItWaitsForItsTurn() async throws {
        let house = try House()
        house.transport.close(.reply)
        let first = Task { await house.sender.perform(Self.volume).outcome }
        await house.transport.wait(for: .command("SV00"))
        let late = Task {
            await house.sender.perform(
                DesiredState(sequence: 2, actions: [.sound(.none)], isTransient: true), deadline: .seconds(1))
        }
        await house.clock.waitForSleepers(2)
        house.clock.advance(by: .seconds(1))
        let report = await late.value
        #expect(report.outcome.failure == .timedOut)
        #expect(report.results.map(\.action) == [.sound(.none)])
        house.transport.open(.reply)
        #expect(await first.value == .unconfirmed(nil))
        #expect(house.transport.commands == ["SV00"])
    }

    // MARK: - Writes without a response

    @Test
    func perform_fallsBackToWritesWithoutAResponse_andStaysWithThem() async throws {
        let house = try House()
        house.transport.change { $0.refusesAcknowledgedWrites = true }
        #expect(await house.sender.perform(Self.volume).outcome.isDelivered)
        let louder = DesiredState(sequence: 2, actions: [.volume(.full)], isTransient: true)
        #expect(await house.sender.perform(louder).outcome.isDelivered)
        #expect(house.transport.count(of: .refusedWrite) == 1)
        #expect(house.transport.commands == ["SV00", "SVFF"])
    }

    @Test
    func perform_reportsHowLongToWait_afterAConnectionThatFailed() async throws {
        let house = try House()
        house.transport.change { $0.refusal = GATTError(.connectionFailed, "No.") }
        #expect(await house.sender.perform(Self.volume).coolDown == .seconds(2))
        #expect(await house.sender.perform(Self.volume).coolDown == .seconds(6))
        house.transport.change { $0.refusal = nil }
        #expect(await house.sender.perform(Self.volume).coolDown == .zero)
    }
}
