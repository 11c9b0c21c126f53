// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import ControlClient
import Testing

@Suite("Events, from service to client", .timeLimit(.minutes(1)))
struct EventStreamTests {
    typealias Messages = AsyncThrowingStream<EventMessage, any Error>

    private static func collect(
        _ path: String, _ query: DeviceChoice = DeviceChoice(device: nil)
    ) async throws
        -> [EventMessage]
    {
        var messages: [EventMessage] = []
        for try await message in try await ControlHTTPClient(socketPath: path).events(query) {
            messages.append(message)
        }
        return messages
    }

    /// What reading a stream of this reply ends with.
    private static func failure(replying reply: String) async throws -> ControlErrorCode? {
        try await withForeignServer(replying: Array(reply.utf8)) { path in
            do {
                _ = try await collect(path)
                return nil
            } catch {
                return (error as? ControlError)?.code
            }
        }
    }

    @Test("Events and heartbeats arrive in order, and the end is an end")
    func events_arriveInOrder_untilTheServiceEndsThem() async throws {
        let sent: [EventMessage] = [
            .event(Samples.event), .heartbeat, .event(EventDocument(at: Samples.instant, event: .dropped, dropped: 3)),
        ]
        let (messages, continuation) = Messages.makeStream(bufferingPolicy: .bufferingOldest(10))
        sent.forEach { continuation.yield($0) }
        continuation.finish()
        let service = FakeService(events: { messages })
        let received = try await withServer(service) { server in
            try await Self.collect(server.path, DeviceChoice(device: "a&b"))
        }
        #expect(received == sent)
        #expect(await service.asked == [.events(DeviceChoice(device: "a&b"))])
    }

    @Test("Many events arrive whole")
    func events_arriveWhole_whenThereAreMany() async throws {
        let (messages, continuation) = Messages.makeStream(bufferingPolicy: .bufferingOldest(5000))
        for number in 0..<5000 {
            continuation.yield(.event(EventDocument(at: Samples.instant, event: .dropped, dropped: number)))
        }
        continuation.finish()
        let received = try await withServer(FakeService(events: { messages })) { server in
            try await Self.collect(server.path)
        }
        let numbers = received.map { message -> Int? in
            if case .event(let event) = message { event.dropped } else { nil }
        }
        #expect(numbers == Array(0..<5000))
    }

    @Test("A refusal is an error before any event")
    func events_throw_whenTheServiceRefuses() async throws {
        let error = ControlError(.unknownDevice, "No “x”.", advice: "Pair it.")
        _ = try await withServer(FakeService(error: error)) { server async throws in
            await #expect(throws: error) {
                _ = try await ControlHTTPClient(socketPath: server.path).events(DeviceChoice(device: "x"))
            }
        }
    }

    @Test("Nobody there")
    func events_areUnreachable_whenThereIsNoSocket() async {
        let client = ControlHTTPClient(socketPath: "/tmp/lull-no-such-socket")
        await #expect(throws: ControlError.self) { _ = try await client.events(DeviceChoice(device: nil)) }
    }

    @Test("A daemon that stops ends its streams at once")
    func events_end_whenTheServerStops() async throws {
        let (messages, continuation) = Messages.makeStream(bufferingPolicy: .bufferingOldest(10))
        continuation.yield(.event(Samples.event))
        let received = try await withServer(FakeService(events: { messages })) { server async throws in
            var received: [EventMessage] = []
            for try await message in try await ControlHTTPClient(socketPath: server.path)
                .events(DeviceChoice(device: nil))
            {
                received.append(message)
                await server.stop()
            }
            return received
        }
        withExtendedLifetime(continuation) {}
        #expect(received == [.event(Samples.event)])
    }

    /// Tells when nobody holds it any more.
    private final class Sentinel: Sendable {
        private let released: AsyncStream<Void>.Continuation

        init(_ released: AsyncStream<Void>.Continuation) { self.released = released }

        deinit { released.yield() }

        func message() -> EventMessage { .heartbeat }
    }

    @Test("A client that goes away ends its stream in the service")
    func stream_isReleased_whenTheClientGoesAway() async throws {
        let (ended, ending) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let service = FakeService(events: {
            let sentinel = Sentinel(ending)
            return AsyncThrowingStream { sentinel.message() }
        })
        _ = try await withServer(service) { server async throws in
            do {
                let stream = try await ControlHTTPClient(socketPath: server.path).events(DeviceChoice(device: nil))
                for try await _ in stream { break }
            }
            for await _ in ended { break }
        }
    }

    @Test("Cancellation ends a reader that waits")
    func reader_ends_whenItIsCancelled() async throws {
        let (messages, continuation) = Messages.makeStream(bufferingPolicy: .bufferingOldest(10))
        continuation.yield(.event(Samples.event))
        _ = try await withServer(FakeService(events: { messages })) { server async throws in
            let (read, reading) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    let stream = try? await ControlHTTPClient(socketPath: server.path)
                        .events(DeviceChoice(device: nil))
                    guard let stream else { return }
                    do { for try await _ in stream { reading.yield() } } catch {}
                }
                for await _ in read { break }
                group.cancelAll()
            }
        }
        withExtendedLifetime(continuation) {}
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"
    private static let foreign: [(String, ControlErrorCode?)] = [
        ("", .daemonUnreachable),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", .badData),
        ("HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\n[]", .badData),
        ("HTTP/1.1 500 No\r\n\r\n" + String(repeating: "x", count: 100_000), .badData),
        (head + "Transfer-Encoding: chunked\r\n\r\n3\r\n:\n\n\r\n", .daemonUnreachable),
        (head + "\r\n:\n\n", nil),
        (head + "\r\ndata: {}\n\n", .badData),
        (head + "\r\ndata: \u{FF}\n\n", .badData),
        (head + "\r\n" + String(repeating: "x", count: 100_000), .badData),
        (head + "\r\ndata: " + String(repeating: "[", count: 60_000) + "\n\n", .badData),
        ("SSH-2.0-OpenSSH_9.2\r\n", .badData),
    ]

    @Test("What a server may answer", arguments: foreign)
    func events_fail_whenTheReplyIsNoStream(_ reply: String, _ code: ControlErrorCode?) async throws {
        #expect(try await Self.failure(replying: reply) == code)
    }
}
