// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Foundation
import Glibc
import Testing

@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct BusConnectionTests {
    let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))

    @Test
    func open_givesAUniqueName_thatTheBusLists() async throws {
        let bus = try await PrivateBus()
        let party = try await Party(bus)
        let reply = try await party.connection.call(.toBus("ListNames"), within: .seconds(5))
        let names = try #require(reply.arguments.first?.array)
        #expect(names.contains(.string(party.connection.uniqueName)))
        #expect(names.contains(.string("org.freedesktop.DBus")))
        await party.connection.close()
    }

    @Test
    func open_isUnavailable_withoutABus_andNamesThePath() async {
        let path = "/tmp/lull-no-such-folder/bus"
        let error = await openingError(.at("unix:path=\(path)"))
        #expect(error?.name == BusError.unavailable)
        #expect(error?.message.contains(path) == true)
    }

    /// libdbus would start a program, or look up a host and wait for it.
    @Test(arguments: [
        "unixexec:path=/bin/true", "tcp:host=localhost,port=1", "autolaunch:", "", "unix:path=/a;tcp:", "\0",
    ])
    func open_isUnavailable_atWhatIsNoUnixSocket(address: String) async {
        #expect(await openingError(.at(address))?.name == BusError.unavailable)
    }

    @Test
    func open_timesOut_andDoesNotSpin_whenTheBusIsMute() async throws {
        let server = try MuteServer()
        let thread = BusActor.shared.thread
        let before = thread.wakeUps
        let clock = clock
        let task = Task { await openingError(server.address) }
        await clock.waitForSleepers(1)
        // The connection has said who it is, and now waits for an answer.
        #expect(server.acceptAndRead() > 0)
        clock.advance(by: .seconds(10))
        #expect(await task.value?.name == BusError.timedOut)
        #expect(thread.wakeUps - before < 20)
    }

    @Test
    func open_isUnavailable_whenTheServerHangsUp() async throws {
        let server = try MuteServer()
        let task = Task { await openingError(server.address) }
        server.acceptAndHangUp()
        #expect(await task.value?.name == BusError.unavailable)
    }

    @Test
    func call_throwsThePeersError_asItIs() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus), try await Party(bus))
        async let result = ending { () async throws(BusError) in
            try await caller.connection.call(peer.call(), within: .seconds(5))
        }
        let error = BusError(name: "org.bluez.Error.Failed", message: "br-connection-canceled")
        await peer.connection.refuse(try #require(await peer.nextCall()), error)
        #expect(await result == .failure(error))
    }

    @Test
    func call_throwsTheBussError_forAnUnknownName() async throws {
        let bus = try await PrivateBus()
        let party = try await Party(bus)
        var call = party.call()
        call.destination = "app.lull.Nobody"
        let name = await errorName { () async throws(BusError) in
            try await party.connection.call(call, within: .seconds(5))
        }
        #expect(name == "org.freedesktop.DBus.Error.ServiceUnknown")
    }

    @Test(
        arguments: [
            .byte(255), .boolean(true), .boolean(false), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max),
            .int64(.min), .uint64(.max), .double(-0.5), .string("N\u{E4}chte \u{1F319}"), .string(""),
            .objectPath(.test),
            .signature("a{sv}"), .bytes([]), .bytes([0, 255]), .array([], of: "s"), .array([.string("")], of: "s"),
            .properties([:]), .properties(["Powered": .boolean(true), "Data": .bytes([1])]),
            .dictionary([.uint16(0x004C): .variant(.bytes([2, 21]))], key: "q", value: "v"),
            .structure([.string("a"), .structure([.byte(1)])]), .variant(.variant(.properties([:]))),
            .array([.dictionary([:], key: "o", value: "a{sa{sv}}")], of: "a{oa{sa{sv}}}"),
        ] as [BusValue])
    func value_arrivesAsItWasSent_bothWays(value: BusValue) async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus), try await Party(bus))
        async let result = ending { () async throws(BusError) in
            try await caller.connection.call(peer.call([value]), within: .seconds(5))
        }
        let call = try #require(await peer.nextCall())
        #expect(call.arguments == [value])
        try await peer.connection.reply(to: call, call.arguments)
        #expect(await result == .success([value]))
    }

    @Test
    func call_carriesWhoCalledWhat() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus), try await Party(bus))
        try await caller.connection.post(peer.call([.byte(1)]))
        let call = try #require(await peer.nextCall())
        let expected = IncomingCall(
            sender: caller.connection.uniqueName, path: .test, interface: "app.lull.Test", member: "Echo",
            arguments: [.byte(1)], serial: call.serial, wantsReply: false)
        #expect(call == expected)
    }

    @Test
    func match_bringsTheBussOwnSignals() async throws {
        let bus = try await PrivateBus()
        let watcher = try await Party(bus, hearsBus: true)
        let rule = MatchRule(sender: "org.freedesktop.DBus", member: "NameOwnerChanged")
        try await watcher.connection.addMatch(rule)
        let other = try await Party(bus)
        let name = other.connection.uniqueName
        let signal = await watcher.events.first { event in
            guard case .signal(let signal) = event else { return false }
            return signal.arguments == [.string(name), .string(""), .string(name)]
        }
        #expect(signal != nil)
    }

    @Test
    func signal_arrives_whileItsRuleStands() async throws {
        let bus = try await PrivateBus()
        let (sender, receiver) = (try await Party(bus), try await Party(bus))
        let rule = MatchRule(sender: sender.connection.uniqueName, pathNamespace: .test, argument0: "it's")
        try await receiver.connection.addMatch(rule)
        try await sender.emit([.string("other")])
        try await sender.emit([.string("it's")])
        let signal = try #require(await receiver.nextSignal())
        #expect(signal.arguments == [.string("it's")])
        #expect(signal.sender == sender.connection.uniqueName)
        await receiver.connection.removeMatch(rule)
        // The bus takes messages in order: when this is answered, the rule is gone.
        _ = try await receiver.connection.call(.getId, within: .seconds(5))
        try await sender.emit([.string("it's")])
        try await sender.connection.post(receiver.call())
        var members: [String] = []
        for await event in receiver.events {
            if case .signal(let signal) = event { members.append(signal.member) }
            if case .call = event { break }
        }
        #expect(members.isEmpty)
    }

    @Test
    func sequence_ordersReplies_amongSignals() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus), try await Party(bus))
        try await caller.connection.addMatch(MatchRule(interface: "app.lull.Test"))
        let call = peer.call()
        let task = Task { try await caller.connection.call(call, within: .seconds(5)) }
        let incoming = try #require(await peer.nextCall())
        try await peer.emit([.int32(1)])
        try await peer.connection.reply(to: incoming, [])
        try await peer.emit([.int32(2)])
        let reply = try await task.value
        let first = try #require(await caller.nextSignal())
        let second = try #require(await caller.nextSignal())
        #expect([first.arguments, second.arguments] == [[.int32(1)], [.int32(2)]])
        #expect([first.sequence + 1, second.sequence - 1] == [reply.sequence, reply.sequence])
    }

    @Test
    func answer_isHandedOver_inItsPlaceAmongTheSignals() async throws {
        let bus = try await PrivateBus()
        let peer = try await Party(bus)
        let (order, continuation) = AsyncStream.makeStream(of: String.self)
        let listener = try await BusConnection.open(bus.address, clock: clock) { event in
            if case .signal(let signal) = event, signal.interface == "app.lull.Test" { continuation.yield("signal") }
        }
        try await listener.addMatch(MatchRule(interface: "app.lull.Test"))
        await listener.ask(peer.call()) { _ in continuation.yield("asked") }
        let asked = try #require(await peer.nextCall())
        let call = peer.call()
        let task = Task {
            try await listener.call(call, within: .seconds(5), upon: { _ in continuation.yield("called") })
        }
        let called = try #require(await peer.nextCall())
        try await peer.emit([])
        try await peer.connection.reply(to: called, [])
        try await peer.emit([])
        try await peer.connection.reply(to: asked, [])
        _ = try await task.value
        var seen: [String] = []
        for await event in order {
            seen.append(event)
            if seen.count == 4 { break }
        }
        #expect(seen == ["signal", "called", "signal", "asked"])
    }

    @Test
    func question_endsOnce_howeverTheConnectionDoes() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus), try await Party(bus))
        let (ends, continuation) = AsyncStream.makeStream(of: String?.self)
        let invalid = BusCall(destination: "a b", path: .test, interface: "a.b", member: "c")
        for call in [invalid, peer.call()] {
            await caller.connection.ask(call) { ending in
                if case .failure(let error) = ending { continuation.yield(error.name) } else { continuation.yield(nil) }
            }
        }
        _ = await peer.nextCall()
        await caller.connection.close()
        await caller.connection.ask(peer.call()) { ending in
            if case .failure(let error) = ending { continuation.yield(error.name) } else { continuation.yield(nil) }
        }
        continuation.finish()
        var names: [String?] = []
        for await name in ends { names.append(name) }
        #expect(names == [BusError.invalidMessage, BusError.disconnected, BusError.disconnected])
    }

    @Test(arguments: [
        BusCall(destination: "a b", path: .test, interface: "a.b", member: "c"),
        BusCall(destination: "a.b", path: .test, interface: "a.b", member: "c", arguments: [.string("\0")]),
        BusCall(destination: "a.b", path: .test, interface: "a.b", member: "c", arguments: [.array([], of: "{")]),
    ])
    func call_isRefused_andTheConnectionLives_whenItIsInvalid(call: BusCall) async throws {
        let bus = try await PrivateBus()
        let connection = try await Party(bus).connection
        #expect(
            await errorName { () async throws(BusError) in
                try await connection.call(call, within: .seconds(5))
            } == BusError.invalidMessage)
        await #expect(throws: BusError.self) { try await connection.post(call) }
        await #expect(throws: BusError.self) { try await connection.addMatch(MatchRule(argument0: "\0")) }
        _ = try await connection.call(.getId, within: .seconds(5))
    }

    @Test
    func incomingCall_isRefused_whenItHoldsMoreThanWeTake() async throws {
        let bus = try await PrivateBus()
        let (caller, peer) = (try await Party(bus), try await Party(bus))
        let name = await errorName { () async throws(BusError) in
            try await caller.connection.callTooDeep(peer.call())
        }
        #expect(name == BusError.invalidArguments)
    }

    /// A descriptor that stayed open somewhere would keep its pipe from ending.
    @Test
    func descriptor_isClosed_whenSomebodySendsOne() async throws {
        let bus = try await PrivateBus()
        let (sender, receiver) = (try await Party(bus), try await Party(bus))
        try await receiver.connection.addMatch(MatchRule(interface: "app.lull.Test"))
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        try await sender.connection.emitDescriptor(ends[1])
        close(ends[1])
        #expect(await receiver.nextSignal()?.arguments == [.unknown])
        _ = try await sender.connection.call(.getId, within: .seconds(5))
        var waiting = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 10_000) == 1)
    }

    @Test
    func flush_thenClose_deliversWhatWasPosted() async throws {
        let bus = try await PrivateBus()
        let (sender, receiver) = (try await Party(bus), try await Party(bus))
        // More than a socket takes at once, and a bus that reads only later.
        bus.setHalted(true)
        let bytes = [UInt8](repeating: 7, count: 3 << 20)
        try await sender.connection.post(receiver.call([.bytes(bytes)]))
        #expect(await sender.connection.hasUnsent)
        async let flushed: Void = sender.connection.flush(within: .seconds(60))
        bus.setHalted(false)
        await flushed
        await sender.connection.close()
        #expect(await receiver.nextCall()?.arguments == [.bytes(bytes)])
    }

    @Test
    func flush_givesUp_whenTheTimeIsOver() async throws {
        let bus = try await PrivateBus()
        let party = try await Party(bus, clock: clock)
        bus.setHalted(true)
        try await party.connection.post(party.call([.bytes(Array(repeating: 7, count: 3 << 20))]))
        async let flushed: Void = party.connection.flush(within: .seconds(60))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(60))
        await flushed
        #expect(await party.connection.hasUnsent)
        await party.connection.close()
    }

    @Test
    func messages_areRefused_whenABusThatDoesNotReadOwesTooMuch() async throws {
        let bus = try await PrivateBus()
        let connection = try await Party(bus).connection
        bus.setHalted(true)
        let call = BusCall.toBus("GetId", [.bytes(Array(repeating: 7, count: 3 << 20))])
        var name: String?
        for _ in 0..<20 where name == nil {
            do { try await connection.post(call) } catch { name = error.name }
        }
        #expect(name == BusError.tooManyCalls)
        await connection.close()
    }

    /// The traffic of others is made without the thread, which would wake up for it.
    @Test
    func thread_doesNotWake_whileNothingHappensOnItsConnections() async throws {
        let bus = try await PrivateBus()
        let idle = try await Party(bus)
        _ = try await idle.connection.call(.getId, within: .seconds(5))
        let before = BusActor.shared.thread.wakeUps
        let other = try BusLink("unix:path=\(bus.path)")
        let calls = [BusCall.toBus("Hello")] + Array(repeating: .getId, count: 300)
        for call in calls {
            let serial = try other.send(BusMessage.call(call))
            while !other.receivesReply(to: serial) {}
        }
        #expect(BusActor.shared.thread.wakeUps - before < 30)
        await idle.connection.close()
    }

    @Test
    func connection_closesItself_withItsLastReference() async throws {
        let bus = try await PrivateBus()
        let watcher = try await Party(bus, hearsBus: true)
        let rule = MatchRule(sender: "org.freedesktop.DBus", member: "NameOwnerChanged")
        try await watcher.connection.addMatch(rule)
        let name = try await Party(bus).connection.uniqueName
        let goodbye = await watcher.events.first { event in
            guard case .signal(let signal) = event else { return false }
            return signal.arguments == [.string(name), .string(name), .string("")]
        }
        #expect(goodbye != nil)
    }

    private func openingError(
        _ address: BusConnection.Address
    ) async -> BusError? {
        do {
            _ = try await BusConnection.open(address, clock: clock) { _ in }
            return nil
        } catch {
            return error
        }
    }
}

extension BusLink {
    /// Waits until something comes in; whether the reply to a message is in it.
    fileprivate func receivesReply(to serial: UInt32) -> Bool {
        transfer()
        while let message = next() {
            if message.replySerial == serial { return true }
        }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, 10)
        return false
    }
}
