// SPDX-License-Identifier: Apache-2.0

import Clocks
import DeviceModules
import GATT
import SleepModel
import Testing

/// What happens when a command does not get there, and afterwards.
@Suite(.timeLimit(.minutes(1)))
struct ActionFailureTests {
    typealias House = ScriptedHousehold
    typealias Event = ScriptedTransport.Event

    private static let volume = DeviceFrame(sequence: 1, actions: [.volume(.zero)], isTransient: true)

    @Test
    func perform_fails_whenTheCommandIsRefused() async throws {
        let house = try House()
        house.transport.change { $0.answer = { _, _ in .replies(["E01"]) } }
        let outcome = await house.sender.perform(Self.volume)
        #expect(outcome.failure == .attributeError)
        guard case .failed(let error) = outcome else { return }
        #expect(error.message.contains("E01"))
        #expect(error.message.contains(House.address))
    }

    @Test
    func perform_sendsNoFurtherCommand_afterARefusal() async throws {
        let house = try House(reports: [House.off])
        house.transport.change { $0.answer = { _, earlier in .replies([earlier == 1 ? "E02" : "OK"]) } }
        #expect(await house.sender.perform(DeviceFrame(sequence: 1, actions: House.play)).failure == .attributeError)
        #expect(house.transport.commands == ["SCFF890E66", "SV4D"])
    }

    @Test
    func perform_timesOutAndDropsTheConnection_whenAReplyIsLost() async throws {
        let house = try House()
        house.transport.change { $0.answer = { _, _ in .replies([]) } }
        let outcome = Task { await house.sender.perform(Self.volume) }
        await house.transport.wait(for: .command("SV00"))
        await house.clock.waitForSleepers(1)
        house.clock.advance(by: .seconds(3))
        #expect(await outcome.value.failure == .timedOut)
        #expect(house.transport.events.suffix(2) == [.disconnecting, .disconnected])
    }

    @Test
    func perform_connectsAnewAndRepeats_afterALostReply() async throws {
        let house = try House()
        house.transport.change { $0.answer = { _, earlier in .replies(earlier == 0 ? [] : ["OK"]) } }
        let lost = Task { await house.sender.perform(Self.volume) }
        await house.transport.wait(for: .command("SV00"))
        await house.clock.waitForSleepers(1)
        house.clock.advance(by: .seconds(3))
        #expect(await lost.value.failure == .timedOut)
        #expect(await house.sender.perform(Self.volume) == .unconfirmed(nil))
        #expect(
            house.transport.events == [
                .connect, .connected, .command("SV00"), .disconnecting, .disconnected, .connect, .connected,
                .command("SV00"), .reply("OK"),
            ])
    }

    @Test
    func perform_saysDisconnected_whenTheDeviceLeavesInsteadOfReplying() async throws {
        let house = try House()
        house.transport.change { $0.answer = { _, earlier in earlier == 0 ? .drop : .replies(["OK"]) } }
        #expect(await house.sender.perform(Self.volume).failure == .disconnected)
        #expect(await house.sender.perform(Self.volume).isDelivered)
    }

    @Test
    func perform_connectsAgain_whenTheHeldConnectionTurnsOutToHaveEnded() async throws {
        let house = try House()
        house.transport.change { $0.answer = { _, earlier in earlier == 1 ? .drop : .replies(["OK"]) } }
        #expect(await house.sender.perform(Self.volume).isDelivered)
        let louder = DeviceFrame(sequence: 2, actions: [.volume(Level(rawValue: 9))], isTransient: true)
        #expect(await house.sender.perform(louder).isDelivered)
        #expect(house.transport.events.filter { $0 == .connected }.count == 2)
    }

    @Test
    func perform_passesTheTransportsFailureOn_whenItCannotConnect() async throws {
        let house = try House()
        let refusal = GATTError(.connectionFailed, "No.", advice: "Later.")
        house.transport.change { $0.refusal = refusal }
        #expect(await house.sender.perform(Self.volume) == .failed(refusal))
        house.transport.change { $0.refusal = nil }
        #expect(await house.sender.perform(Self.volume).isDelivered)
    }

    @Test
    func perform_timesOut_whenConnectingTakesTooLong() async throws {
        let house = try House()
        house.transport.close(.connect)
        let outcome = Task { await house.sender.perform(Self.volume) }
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
            let outcome = Task { await house.sender.perform(Self.volume) }
            await house.transport.wait(for: .command("SV00"))
            await house.clock.waitForSleepers(1)
            outcome.cancel()
            #expect(await outcome.value.failure == .cancelled)
            #expect(house.transport.events.suffix(2) == [.disconnecting, .disconnected])
            house.transport.change { $0.answer = { _, _ in .replies(["OK"]) } }
            #expect(await house.sender.perform(Self.volume).isDelivered)
        }
    }

    @Test
    func perform_isCancelled_whileItConnects() async throws {
        let house = try House()
        house.transport.close(.connect)
        let outcome = Task { await house.sender.perform(Self.volume) }
        await house.transport.wait(for: .connect)
        outcome.cancel()
        #expect(await outcome.value.failure == .cancelled)
        #expect(house.transport.events == [.connect])
    }

    @Test
    func perform_isCancelled_whileItWaitsForItsTurn_andLeavesTheOtherAlone() async throws {
        let house = try House()
        house.transport.close(.reply)
        let first = Task { await house.sender.perform(Self.volume) }
        await house.transport.wait(for: .command("SV00"))
        let second = Task {
            await house.sender.perform(DeviceFrame(sequence: 2, actions: [.volume(.full)], isTransient: true))
        }
        for _ in 0..<50 { await Task.yield() }
        second.cancel()
        #expect(await second.value.failure == .cancelled)
        house.transport.open(.reply)
        #expect(await first.value == .unconfirmed(nil))
        #expect(house.transport.commands == ["SV00"])
    }

    @Test
    func perform_neverInterleavesTwoFrames() async throws {
        let house = try House()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let level = Level(rawValue: UInt8(number))
                    let frame = DeviceFrame(
                        sequence: number,
                        actions: [
                            .light(House.amber(level.rawValue)), .volume(level),
                            .sound(SoundID(rawValue: level.rawValue)),
                        ],
                        isTransient: true)
                    #expect(await house.sender.perform(frame).isDelivered)
                }
            }
        }
        let events = house.transport.events.dropFirst(2)
        #expect(events.count == 20 * 3 * 2)
        var rest = events
        while let first = rest.first {
            guard case .command(let text) = first else {
                Issue.record("\(first) is out of turn")
                return
            }
            let number = text.suffix(2)
            let expected: [Event] = ["SCFF890E\(number)", "SV\(number)", "SN\(number)"].flatMap {
                [.command($0), .reply("OK")]
            }
            #expect(Array(rest.prefix(6)) == expected)
            rest = rest.dropFirst(6)
        }
    }

    @Test
    func perform_connectsOnce_forManyAtOnce() async throws {
        let house = try House()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let frame = DeviceFrame(sequence: number, actions: House.play)
                    #expect(await house.sender.perform(frame).isConfirmed)
                }
            }
        }
        #expect(house.transport.count(of: .connect) == 1)
    }
}
