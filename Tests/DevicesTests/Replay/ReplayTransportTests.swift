// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import CivilTime
import Clocks
import GATT
import HatchRest
import SleepModel
import Testing

@testable import Captures
@testable import Replay

/// The replay transport by itself: what it plays, when, and what it refuses.
@Suite(.timeLimit(.minutes(1)))
struct ReplayTransportTests {
    private struct Play {
        let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000), boot: .seconds(50))
        let transport: ReplayTransport

        init(_ capture: MadeCapture, speed: Int = 1) throws {
            transport = try ReplayTransport(
                try capture.timeline(), address: MadeCapture.device, codec: HatchRestCodec(), clock: clock, speed: speed
            )
        }

        func connect() async throws -> any PeripheralConnection {
            try await transport.connect(to: MadeCapture.device)
        }

        /// What comes out of a stream next, and how long after now.
        func next<Element: Sendable>(_ stream: AsyncStream<Element>) async -> (Element?, Duration) {
            let start = clock.now().boot
            return await withTaskGroup(of: (Element?, Duration)?.self) { group in
                group.addTask {
                    for await element in stream { return (element, clock.now().boot - start) }
                    return (nil, clock.now().boot - start)
                }
                group.addTask {
                    while !Task.isCancelled {
                        await clock.waitForSleepers(1)
                        if !Task.isCancelled { clock.advance(by: .milliseconds(10)) }
                    }
                    return nil
                }
                defer { group.cancelAll() }
                return await group.next().flatMap { $0 } ?? (nil, .zero)
            }
        }
    }

    private static func write(_ text: String, _ connection: any PeripheralConnection) async throws(GATTError) {
        try await connection.write(Array(text.utf8), to: HatchRestUUID.command, acknowledged: true)
    }

    // MARK: - What the device says

    @Test(arguments: [1, 10])
    func notifications_followTheWrite_asInTheCapture(speed: Int) async throws {
        let play = try Play(.session("SI01", "PGB01"), speed: speed)
        let connection = try await play.connect()
        let replies = try await connection.notifications(of: HatchRestUUID.reply)
        // However late the host is.
        play.clock.advance(by: .seconds(100))
        try await Self.write("SI01", connection)
        let (first, firstDelay) = await play.next(replies)
        #expect(first == Array("OK".utf8))
        #expect(firstDelay == (speed == 1 ? .milliseconds(30) : .milliseconds(10)))
        play.clock.advance(by: .seconds(100))
        try await Self.write("PGB01", connection)
        #expect(await play.next(replies).0 == Array("OK".utf8))
        try play.transport.verify()
    }

    @Test
    func notification_isNotDue_beforeItsWrite_howeverMuchTimePasses() throws {
        let timeline = try MadeCapture.session("SI01").timeline()
        let script = try ReplayScript(timeline, address: MadeCapture.device, codec: HatchRestCodec())
        var machine = ReplayMachine(script, speed: 1)
        machine.begin(at: .zero)
        let session = try machine.connect(to: MadeCapture.device, at: .zero)
        let replies = ReplayMachine.Channel.notifications(HatchRestUUID.reply)
        try machine.open(replies, session: session)
        guard case .later = machine.next(replies, session: session, at: .seconds(1000)) else {
            Issue.record("The reply is due before its command.")
            return
        }
        try machine.write(Array("SI01".utf8), session: session, at: .seconds(1000))
        guard case .at(.milliseconds(1_000_030)) = machine.next(replies, session: session, at: .seconds(1000)) else {
            Issue.record("The reply is not due 30 ms after its command.")
            return
        }
    }

    @Test
    func reply_followsTheCommandItAnswers_alsoWhenTheNextOneWasSentBefore() async throws {
        var capture = MadeCapture()
        capture.add(0, .connected(0x40, to: MadeCapture.device))
        capture.discover(0)
        capture.sent(1, .writeCommand(handle: 2, value: Array("SI01".utf8)))
        capture.sent(1.1, .writeCommand(handle: 2, value: Array("SV10".utf8)))
        capture.received(1.2, .notification(handle: 5, value: Array("OK".utf8)))
        capture.received(1.3, .notification(handle: 5, value: Array("E01".utf8)))
        let play = try Play(capture)
        let connection = try await play.connect()
        let replies = try await connection.notifications(of: HatchRestUUID.reply)
        try await Self.write("SI01", connection)
        let first = await play.next(replies)
        try await Self.write("SV10", connection)
        let second = await play.next(replies)
        #expect(first.0 == Array("OK".utf8) && first.1 == .milliseconds(200))
        #expect(second.0 == Array("E01".utf8) && second.1 == .milliseconds(200))
    }

    @Test
    func advertisements_comeInTime_andEndWithTheCapture() async throws {
        var capture = MadeCapture()
        let payload = MadeCapture.bytes("5254F8001CCC43FDD12D7F530554450000000000 50DF6500")
        let advertisement = Advertisement(address: MadeCapture.device, manufacturerData: [0x0434: payload])
        for second in [0.0, 0.5, 2] { capture.add(second, .advertised(advertisement)) }
        capture.add(3, .connected(0x40, to: MadeCapture.device))
        capture.add(4, .disconnected(0x40, reason: HCIStatus.endedByHost))
        capture.add(4.5, .advertised(advertisement))
        let play = try Play(capture)
        let stream = try await play.transport.advertisements(.attentive)
        var delays: [Duration] = []
        for _ in 0..<3 {
            let (heard, delay) = await play.next(stream)
            #expect(heard == advertisement)
            delays.append(delay)
        }
        #expect(delays == [.zero, .milliseconds(500), .milliseconds(1500)])
        let connection = try await play.connect()
        play.clock.advance(by: .seconds(60))
        await connection.disconnect()
        #expect(await play.next(stream) == (advertisement, .milliseconds(500)))
        #expect(await play.next(stream).0 == nil)
    }

    @Test
    func reply_thatNobodyTook_isNotForTheNextConnection() async throws {
        var capture = MadeCapture.session("SI01")
        capture.add(20, .connected(0x41, to: MadeCapture.device))
        capture.command(21, "SI00", answer: "E01", on: 0x41)
        let play = try Play(capture)
        let first = try await play.connect()
        try await Self.write("SI01", first)
        await first.disconnect()
        let second = try await play.connect()
        let replies = try await second.notifications(of: HatchRestUUID.reply)
        try await Self.write("SI00", second)
        #expect(await play.next(replies).0 == Array("E01".utf8))
    }

    @Test
    func reads_areAnswered_inOrder() async throws {
        var capture = MadeCapture.session(end: nil)
        for value in [MadeCapture.off, MadeCapture.on] {
            capture.sent(2, .readRequest(handle: 8))
            capture.received(2.1, .readResponse(value))
        }
        capture.sent(3, .readRequest(handle: 8))
        capture.received(3.1, .errorResponse(request: 0x0A, handle: 8, code: .readNotPermitted))
        let play = try Play(capture)
        let connection = try await play.connect()
        #expect(try await connection.read(HatchRestUUID.feedback) == MadeCapture.off)
        #expect(try await connection.read(HatchRestUUID.feedback) == MadeCapture.on)
        let refused = await #expect(throws: GATTError.self) { try await connection.read(HatchRestUUID.feedback) }
        #expect(refused?.code == .attributeError)
        let missing = await #expect(throws: GATTError.self) { try await connection.read(HatchRestUUID.feedback) }
        #expect(missing?.code == .protocolViolation)
        #expect(play.transport.failure?.code == .captureEnded)
    }

    @Test
    func device_endsTheConnection_whenItDid() async throws {
        let play = try Play(.session("SI01", end: HCIStatus.endedByDevice))
        let connection = try await play.connect()
        try await Self.write("SI01", connection)
        let reports = try await connection.notifications(of: HatchRestUUID.feedback)
        let (end, delay) = await play.next(reports)
        #expect(end == nil && delay == .seconds(9))
        await connection.waitUntilDisconnected()
        let error = await #expect(throws: GATTError.self) { try await Self.write("SI00", connection) }
        #expect(error?.code == .disconnected)
        try play.transport.verify()
    }

    // MARK: - What does not fit

    @Test
    func otherCommand_failsLoudly_withPacketAndOffset() async throws {
        let capture = MadeCapture.session("SI01", "SV33")
        let play = try Play(capture)
        let connection = try await play.connect()
        try await Self.write("SI01", connection)
        let error = await #expect(throws: GATTError.self) { try await Self.write("SV34", connection) }
        let failure = try #require(play.transport.failure)
        let packet = try #require(try capture.timeline().entries.first { $0.text == "volume 20 %" })
        #expect(error?.code == .protocolViolation)
        #expect(failure.code == .writeMismatch)
        #expect(failure.packet == packet.packet)
        #expect(failure.offset == packet.offset)
        #expect(
            failure.message
                == "Packet \(packet.packet) at offset \(packet.offset) wrote “SV33”, and now “SV34” was written.")
        // Nothing goes on after it.
        await #expect(throws: GATTError.self) { try await Self.write("SV33", connection) }
        await #expect(throws: GATTError.self) { _ = try await play.connect() }
        #expect(throws: failure) { try play.transport.verify() }
    }

    @Test
    func furtherCommand_failsLoudly_atTheEnd() async throws {
        let play = try Play(.session("SI01"))
        let connection = try await play.connect()
        try await Self.write("SI01", connection)
        await #expect(throws: GATTError.self) { try await Self.write("SI00", connection) }
        #expect(play.transport.failure?.code == .captureEnded)
        #expect(play.transport.failure?.message.contains("“SI00” was written") ?? false)
    }

    @Test
    func commandThatIsLeft_isNamed() async throws {
        let play = try Play(.session("SI01", "SV33"))
        try await Self.write("SI01", try await play.connect())
        let error = #expect(throws: CaptureError.self) { try play.transport.verify() }
        #expect(error?.code == .writesLeft)
        #expect(error?.message.contains("“SV33”, which was never written again") ?? false)
    }

    @Test
    func connection_goesOn_whenItIsMadeAnew() async throws {
        let play = try Play(.session("SI01", "SV33"))
        let first = try await play.connect()
        try await Self.write("SI01", first)
        let busy = await #expect(throws: GATTError.self) { _ = try await play.connect() }
        #expect(busy?.code == .connectionFailed)
        await first.disconnect()
        let second = try await play.connect()
        try await Self.write("SV33", second)
        let ended = await #expect(throws: GATTError.self) { try await Self.write("SV33", first) }
        #expect(ended?.code == .disconnected)
        await second.disconnect()
        // The capture holds no other one.
        await #expect(throws: GATTError.self) { _ = try await play.connect() }
        #expect(play.transport.failure?.code == .captureEnded)
    }

    @Test
    func refusedWrite_isRefusedAgain() async throws {
        var capture = MadeCapture.session(end: nil)
        capture.sent(1, .writeRequest(handle: 2, value: [1]))
        capture.received(1.1, .errorResponse(request: 0x12, handle: 2, code: .writeNotPermitted))
        let play = try Play(capture)
        let connection = try await play.connect()
        let error = await #expect(throws: GATTError.self) {
            try await connection.write([1], to: HatchRestUUID.command, acknowledged: true)
        }
        #expect(error?.code == .attributeError)
        try play.transport.verify()
    }

    @Test
    func otherAddressesAndCharacteristics_areUnknown() async throws {
        let play = try Play(.session("SI01"))
        let absent = await #expect(throws: GATTError.self) {
            _ = try await play.transport.connect(to: MadeCapture.other)
        }
        #expect(absent?.code == .notFound)
        let connection = try await play.connect()
        let missing = await #expect(throws: GATTError.self) { try await connection.read(BluetoothUUID(0x2A19)) }
        #expect(missing?.code == .noSuchCharacteristic)
        await play.transport.close()
        let closed = await #expect(throws: GATTError.self) { _ = try await play.connect() }
        #expect(closed?.code == .unavailable)
        let deaf = await #expect(throws: GATTError.self) { _ = try await play.transport.advertisements(.attentive) }
        #expect(deaf?.code == .unavailable)
    }

    @Test
    func commandsToAHandle_cannotBePlayed() throws {
        var capture = MadeCapture()
        capture.add(0, .connected(0x40, to: MadeCapture.device))
        capture.sent(1, .writeRequest(handle: 11, value: Array("GD".utf8)))
        let error = #expect(throws: CaptureError.self) { _ = try Play(capture) }
        #expect(error?.code == .noDevice)
        #expect(error?.offset == capture.offsets[1])
    }
}
