// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SeededRandom
import Testing

@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct BusCallEndingTests {
    let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))

    @Test
    func call_timesOut_byTheGivenClock() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus, clock: clock), try await Party(bus))
        async let name = errorName { () async throws(BusError) in
            try await caller.connection.call(peer.call(), within: .seconds(5))
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await name == BusError.timedOut)
    }

    @Test
    func call_isCancelled_atOnce() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus), try await Party(bus))
        let call = peer.call()
        let task = Task {
            await errorName { () async throws(BusError) in try await caller.connection.call(call, within: .seconds(5)) }
        }
        _ = await peer.nextCall()
        task.cancel()
        #expect(await task.value == BusError.cancelled)
    }

    @Test
    func call_isNotSent_whenItIsCancelledBefore() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus), try await Party(bus))
        let call = peer.call()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await errorName { () async throws(BusError) in
                try await caller.connection.call(call, within: .seconds(5))
            }
        }
        #expect(await task.value == BusError.cancelled)
        try await caller.connection.post(peer.call(member: "Marker"))
        #expect(await peer.nextCall()?.member == "Marker")
    }

    @Test
    func calls_areDisconnected_andTheHandlerHearsItOnce_whenTheBusDies() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus, clock: clock), try await Party(bus))
        let calls = Calls()
        for number in 0..<50 { calls.start(number, caller.connection, peer, within: .seconds(60)) }
        for _ in 0..<CallTable.slots { _ = await peer.nextCall() }
        await bus.kill()
        let endings = await calls.endings()
        #expect(endings == Array(repeating: .failure(.loss), count: 50))
        let late = await errorName { () async throws(BusError) in
            try await caller.connection.call(.getId, within: .seconds(5))
        }
        #expect(late == BusError.disconnected)
        await #expect(throws: BusError.self) { try await caller.connection.post(.getId) }
        await caller.connection.flush(within: .seconds(60))
        await caller.connection.close()
        caller.finish()
        var disconnections = 0
        for await event in caller.events { if case .disconnected = event { disconnections += 1 } }
        #expect(disconnections == 1)
    }

    @Test
    func close_endsEveryCall_andIsSilentAndIdempotent() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus, clock: clock), try await Party(bus))
        let calls = Calls()
        for number in 0..<40 { calls.start(number, caller.connection, peer, within: .seconds(60)) }
        for _ in 0..<CallTable.slots { _ = await peer.nextCall() }
        await caller.connection.close()
        await caller.connection.close()
        #expect(await calls.endings().allSatisfy { $0 == .failure(.loss) })
        caller.finish()
        #expect(await caller.events.first { _ in true } == nil)
    }

    @Test
    func abandonedCalls_keepTheirSlots_forTwoMinutes() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus, clock: clock), try await Party(bus))
        let calls = Calls()
        for number in 0..<CallTable.slots { calls.start(number, caller.connection, peer, within: .seconds(3600)) }
        for _ in 0..<CallTable.slots { _ = await peer.nextCall() }
        calls.cancelAll()
        #expect(await calls.endings().allSatisfy { $0 == .failure(.cancellation) })
        let call = peer.call(member: "Late")
        let late = Task { try await caller.connection.call(call, within: .seconds(3600)) }
        // Its deadline, and the release of the slots.
        await clock.waitForSleepers(2)
        try await caller.connection.post(peer.call(member: "Marker"))
        #expect(await peer.nextCall()?.member == "Marker")
        clock.advance(by: CallTable.patience)
        let incoming = try #require(await peer.nextCall())
        #expect(incoming.member == "Late")
        try await peer.connection.reply(to: incoming, [])
        #expect(try await late.value.arguments == [])
    }

    @Test
    func answer_freesTheSlot_ofAnAbandonedCall() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus, clock: clock), try await Party(bus))
        let calls = Calls()
        for number in 0..<CallTable.slots { calls.start(number, caller.connection, peer, within: .seconds(3600)) }
        var incoming: [IncomingCall] = []
        for _ in 0..<CallTable.slots { incoming.append(try #require(await peer.nextCall())) }
        calls.cancelAll()
        _ = await calls.endings()
        let call = peer.call(member: "Late")
        let late = Task { try await caller.connection.call(call, within: .seconds(3600)) }
        await clock.waitForSleepers(2)
        try await peer.connection.reply(to: incoming[0], [])
        let next = try #require(await peer.nextCall())
        #expect(next.member == "Late")
        try await peer.connection.reply(to: next, [])
        #expect(try await late.value.arguments == [])
    }

    @Test
    func calls_beyondTheQueue_areRefused() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus, clock: clock), try await Party(bus))
        let calls = Calls()
        let count = CallTable.slots + CallTable.longestQueue + 1
        for number in 0..<count { calls.start(number, caller.connection, peer, within: .seconds(3600)) }
        // Only when all others have their places is one too many.
        await calls.waitForEnding()
        await caller.connection.close()
        let names = await calls.endings().map { ending in
            if case .failure(let error) = ending { error.name } else { "answered" }
        }
        #expect(names.count { $0 == BusError.tooManyCalls } == 1)
        #expect(names.count { $0 == BusError.disconnected } == count - 1)
    }

    /// Whatever happens in whatever order: every call ends, with something that happened to it.
    @Test(arguments: 0..<30)
    func calls_endOnce_whateverHappens(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus, clock: clock), try await Party(bus))
        let calls = Calls()
        var incoming: [IncomingCall] = []
        var started = 0
        for _ in 0..<120 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4:
                let deadline = Duration.seconds(Int.random(in: 1...20, using: &generator))
                calls.start(started, caller.connection, peer, within: deadline)
                started += 1
            case 4:
                // Everything on its way by now has arrived when the marker has.
                try await caller.connection.post(peer.call(member: "Marker"))
                while let call = await peer.nextCall(), call.member != "Marker" { incoming.append(call) }
            case 5, 6:
                guard let index = incoming.indices.randomElement(using: &generator) else { continue }
                let call = incoming.remove(at: index)
                try await peer.connection.reply(to: call, call.arguments)
            case 7:
                guard let index = incoming.indices.randomElement(using: &generator) else { continue }
                let call = incoming.remove(at: index)
                await peer.connection.refuse(call, BusError(name: "app.lull.Test.Refused", message: ""))
            case 8:
                calls.cancel(Int.random(in: 0...max(started, 1), using: &generator))
            default:
                clock.advance(by: .seconds(Int.random(in: 0...4, using: &generator)))
            }
        }
        if Bool.random(using: &generator) { await bus.kill() } else { await caller.connection.close() }
        let endings = await calls.endings()
        #expect(endings.count == started)
        let ours: Set = [BusError.timedOut, BusError.cancelled, BusError.disconnected, "app.lull.Test.Refused"]
        for (number, ending) in endings.enumerated() {
            switch ending {
            case .success(let arguments): #expect(arguments == [.int32(Int32(number))])
            case .failure(let error): #expect(ours.contains(error.name), "\(error)")
            }
        }
        #expect(await caller.connection.calls.isOpen)
    }
}
