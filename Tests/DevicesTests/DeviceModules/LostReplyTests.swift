// SPDX-License-Identifier: Apache-2.0

import Clocks
import DeviceModules
import GATT
import SimulatedDevice
import SleepModel
import Testing

/// Replies get lost, and some units notify nothing at all; their state can still be read.
@Suite(.timeLimit(.minutes(1)))
struct LostReplyTests {
    private static func volume(_ value: UInt8) -> DesiredState {
        DesiredState(sequence: Int(value), actions: [.volume(Level(rawValue: value))])
    }

    private func links(_ house: SuiteHouse) -> Int { house.journal.entries().count { $0.event == .connect } }

    @Test
    func perform_confirmsWhatTheDeviceTook_whenTheReplyIsLost() async throws {
        let house = try SuiteHouse()
        await house.peripheral.inject(.lostReply)
        let report = try await house.live { await house.sender.perform(Self.volume(0)) }
        #expect(report.outcome.isConfirmed)
        #expect(report.retries == 1)
        #expect(house.commands == ["SV00"])
    }

    @Test
    func report_hasNoRetry_whenTheDeviceAnswers() async throws {
        let house = try SuiteHouse()
        let reports = try await house.live {
            [await house.sender.perform(Self.volume(0)), await house.sender.perform(Self.volume(9))]
        }
        #expect(reports.map(\.retries) == [0, 0])
    }

    @Test(arguments: [RestFault.silence, .lateReply, .droppedConnection])
    func perform_sendsOnceMore_whatTheDeviceDidNotTake(fault: RestFault) async throws {
        let house = try SuiteHouse()
        await house.peripheral.inject(fault)
        let report = try await house.live { await house.sender.perform(Self.volume(0)) }
        #expect(report.outcome.isConfirmed)
        #expect(report.retries == 1)
        #expect(await house.peripheral.settledState.volume == .zero)
        #expect(house.commands == Array(repeating: "SV00", count: fault == .silence ? 2 : 1))
    }

    @Test
    func perform_confirmsAllOf100_whenEverySeventhReplyIsLost() async throws {
        let house = try SuiteHouse()
        let confirmed = try await house.live {
            var confirmed = 0
            for number in 1...100 as ClosedRange<UInt8> {
                if number.isMultiple(of: 7) { await house.peripheral.inject(.lostReply) }
                if await house.sender.perform(Self.volume(number)).outcome.isConfirmed { confirmed += 1 }
            }
            return confirmed
        }
        #expect(confirmed == 100)
    }

    /// The subscription is accepted, and nothing ever comes.
    @Test
    func perform_readsInstead_whenTheDeviceNotifiesNothing() async throws {
        let house = try SuiteHouse(
            RestProfile(.noPush), faults: RestFaultPlan(probabilities: [.lostReply: 1]))
        try await house.live {
            for number in 1...10 as ClosedRange<UInt8> {
                let actions: [DeviceAction] = [
                    .volume(Level(rawValue: number)), .sound(SoundID(rawValue: number)),
                ]
                let report = await house.sender.perform(DesiredState(sequence: Int(number), actions: actions))
                #expect(report.outcome.isConfirmed)
            }
        }
        #expect(links(house) == 2)
        #expect(house.commands.count == 20)
    }

    @Test
    func perform_saysThatNothingWasDone_whenTheDeviceIgnoresIt_andRecovers() async throws {
        let house = try SuiteHouse()
        await house.peripheral.setSilent(true)
        let (lost, found) = try await house.live {
            let lost = await house.sender.perform(Self.volume(0)).outcome
            await house.peripheral.setSilent(false)
            return (lost, await house.sender.perform(Self.volume(0)).outcome)
        }
        #expect(lost.failure == .timedOut)
        #expect(found.isConfirmed)
    }

    @Test
    func perform_saysWhatItChanged_whenItFailsHalfWay() async throws {
        let house = try ScriptedHousehold()
        house.transport.change { $0.answer = { _, earlier in earlier > 0 ? .drop : .replies(["OK"]) } }
        let report = await house.sender.perform(
            DesiredState(sequence: 1, actions: [.light(ScriptedHousehold.amber(9)), .volume(.zero)]))
        guard case .failed(let error) = report.outcome else {
            Issue.record("It did not fail.")
            return
        }
        #expect(error.message.hasSuffix("Before that it took: volume."))
    }

    @Test
    func setSleepTimer_isTold_whenTheDeviceNotifiesNothing() async throws {
        let house = try SuiteHouse(
            RestProfile(.noPush), faults: RestFaultPlan(probabilities: [.lostReply: 1]))
        let left = try await house.live { try await house.sender.setSleepTimer(.seconds(600)) }
        #expect(left == .seconds(600))
        #expect(await house.peripheral.sleepTimer != nil)
    }

    @Test
    func favourite_isAskedForOnceMore_whenTheAnswerIsLost() async throws {
        let house = try SuiteHouse()
        await house.peripheral.inject(.lostReply)
        let favourite = try await house.live { try await house.sender.favourite(1) }
        #expect(favourite.number == 1)
    }

    /// What is done at a unit that never pushes is seen while an alarm keeps the link.
    @Test
    func link_isAskedForReports_whileItIsKeptAndSilent() async throws {
        let house = try SuiteHouse(RestProfile(.noPush))
        let changes = try await house.live {
            try await withThrowingTaskGroup(of: Int?.self) { group in
                group.addTask {
                    for await _ in house.connection.suspicions { await house.sender.look() }
                    return nil
                }
                group.addTask {
                    let playing = DesiredState(sequence: 1, actions: ScriptedHousehold.play, keepsLink: true)
                    _ = await house.sender.perform(playing)
                    try await house.clock.sleep(for: .seconds(20))
                    await house.peripheral.holdRing()
                    try await house.clock.sleep(for: .seconds(12))
                    return house.emitter.latest?.foreignChanges
                }
                defer { group.cancelAll() }
                while let ended = try await group.next() {
                    if let ended { return ended }
                }
                return 0
            }
        }
        #expect(changes == 1)
    }
}
