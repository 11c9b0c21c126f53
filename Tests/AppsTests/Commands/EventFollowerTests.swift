// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceDocuments
import SleepModel
import Synchronization
import Testing

@testable import LullCommands

/// Watching a daemon that comes and goes.
@Suite(.timeLimit(.minutes(1)))
struct EventFollowerTests {
    private static let noon = Instant(secondsSince1970: 1_800_014_400)
    private static let gone = ControlError(.daemonUnreachable, "Gone.", advice: "Wait.")

    /// What an attempt to connect leads to.
    private enum Attempt: Sendable {
        case fails(ControlErrorCode)
        case gives([EventDocument])
        case breaks(after: [EventDocument])
    }

    /// What happened, in order.
    private final class Story: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock(\.self) }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private let clock = ManualClock(wall: noon)
    private let story = Story()

    private static func event(_ name: String, fading: Bool? = nil, id: String? = nil) -> EventDocument {
        var event = EventDocument(
            at: noon, event: fading == nil ? .occurrence : .state, device: "nursery",
            address: MacAddress(rawValue: "DC:06:41:00:00:01"), fading: fading, name: name)
        event.id = id
        return event
    }

    private static let snapshot = EventDocument(at: noon, event: .snapshot, name: "snapshot")

    /// Follows through `attempts`; the last event, “end”, is one that nobody reads.
    private func follower(_ attempts: [Attempt], showsFades: Bool = false) -> EventFollower {
        let left = Mutex(attempts)
        return EventFollower(
            clock: clock, showsFades: showsFades,
            open: { [clock, story] last in
                let seconds = (clock.now().wall - Self.noon).components.seconds
                story.add("connects at \(seconds)\(last.map { " after \($0)" } ?? "")")
                let attempt = left.withLock { $0.isEmpty ? .gives([Self.event("end")]) : $0.removeFirst() }
                switch attempt {
                case .fails(let code): throw ControlError(code, "No.", advice: "Wait.")
                case .gives(let events): return Self.stream(events, nil)
                case .breaks(let events): return Self.stream(events, Self.gone)
                }
            },
            show: { [story] event in
                story.add(event.name ?? "")
                return event.name != "end"
            }, complain: { [story] _ in story.add("complains") })
    }

    private static func stream(
        _ events: [EventDocument], _ error: ControlError?
    ) -> AsyncThrowingStream<EventMessage, any Error> {
        AsyncThrowingStream { continuation in
            for event in events { continuation.yield(.event(event)) }
            continuation.yield(.heartbeat)
            continuation.finish(throwing: error)
        }
    }

    /// Runs a follower, and lets time pass whenever it sleeps.
    private func run(_ follower: EventFollower) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await follower.run()
                return true
            }
            group.addTask { [clock] in
                while !Task.isCancelled {
                    await Task.yield()
                    if let delay = clock.delayUntilDeadline { clock.advance(by: delay) }
                }
                return false
            }
            defer { group.cancelAll() }
            while try await group.next() == false {}
        }
    }

    @Test func follower_connectsAgain_whenTheStreamEndsOrBreaks() async throws {
        try await run(follower([.gives([Self.event("one")]), .breaks(after: [Self.event("two")])]))
        #expect(
            story.all == [
                "connects at 0", "one", "complains", "connects at 1", "two", "complains", "connects at 2", "end",
            ])
    }

    @Test func follower_goesOnAfterTheLastEvent_whenItConnectsAgain() async throws {
        let attempts: [Attempt] = [
            .gives([Self.event("one", id: "a-1"), Self.event("two")]), .fails(.daemonUnreachable),
            .breaks(after: [Self.event("three", id: "a-2")]),
        ]
        try await run(follower(attempts))
        #expect(
            story.all == [
                "connects at 0", "one", "two", "complains", "connects at 1 after a-1", "connects at 3 after a-1",
                "three", "complains", "connects at 4 after a-2", "end",
            ])
    }

    /// A stream that goes on does not say again where devices stand; one that begins with a snapshot does.
    @Test(arguments: [true, false])
    func stepOfAFade_isNews_whenItComesFirstAfterASnapshotAlone(isSnapshot: Bool) async throws {
        let attempts: [Attempt] = [
            .gives([Self.event("first", fading: true, id: "a-1")]),
            .gives((isSnapshot ? [Self.snapshot] : []) + [Self.event("step", fading: true, id: "a-2")]),
        ]
        try await run(follower(attempts))
        #expect(
            story.all == ["connects at 0", "first", "complains", "connects at 1 after a-1"]
                + (isSnapshot ? ["snapshot", "step"] : []) + ["complains", "connects at 2 after a-2", "end"])
    }

    @Test func follower_waitsLongerEachTime_andComplainsOnce() async throws {
        try await run(
            follower([.gives([])] + Array(repeating: .fails(.daemonUnreachable), count: 6)))
        #expect(
            story.all == [
                "connects at 0", "complains", "connects at 1", "connects at 3", "connects at 7", "connects at 15",
                "connects at 30", "connects at 45", "connects at 60", "end",
            ])
    }

    @Test(arguments: [ControlErrorCode.timedOut, .busy, .inputOutput, .daemonUnreachable])
    func follower_triesAgain_afterWhatPasses(code: ControlErrorCode) async throws {
        try await run(follower([.gives([]), .fails(code)]))
        #expect(story.all == ["connects at 0", "complains", "connects at 1", "connects at 3", "end"])
    }

    @Test(arguments: [ControlErrorCode.notAllowed, .unknownDevice, .badData, .badConfiguration])
    func follower_givesUp_whenWaitingCuresNothing(code: ControlErrorCode) async throws {
        let error = await #expect(throws: ControlError.self) { try await run(follower([.gives([]), .fails(code)])) }
        #expect(error?.code == code)
        #expect(story.all == ["connects at 0", "complains", "connects at 1"])
    }

    @Test func follower_doesNotWait_forADaemonThatIsNotThereAtTheBeginning() async throws {
        let error = await #expect(throws: ControlError.self) { try await run(follower([.fails(.daemonUnreachable)])) }
        #expect(error?.code == .daemonUnreachable)
        #expect(story.all == ["connects at 0"])
    }

    @Test func follower_ends_whenItIsInterruptedWhileItWaits() async throws {
        let task = Task { [self] in try await follower([.gives([]), .fails(.daemonUnreachable)]).run() }
        await clock.waitForSleeper(within: .seconds(1))
        task.cancel()
        try await task.value
        #expect(story.all == ["connects at 0", "complains"])
    }

    private static func state(_ name: String, isOn: Bool) -> EventDocument {
        let state = DeviceState(isOn: isOn, light: .off, sound: .none, volume: .zero)
        return EventDocument(
            at: noon, event: .state, device: "nursery", address: MacAddress(rawValue: "DC:06:41:00:00:01"),
            state: DeviceStateDocument(state, product: .hatchRest, soundName: nil), fading: false, name: name)
    }

    @Test(arguments: [true, false])
    func deviceThatIsOff_isNewsOnce_unlessSomebodyWantsAll(all: Bool) async throws {
        let events = [
            Self.state("off", isOn: false), Self.state("still off", isOn: false), Self.state("on", isOn: true),
            Self.state("on too", isOn: true), Self.state("off again", isOn: false), Self.event("end"),
        ]
        try await run(follower([.gives(events)], showsFades: all))
        #expect(
            story.all == ["connects at 0", "off"] + (all ? ["still off"] : []) + ["on", "on too", "off again", "end"])
    }

    private static func link(_ link: DeviceConnectionState) -> EventDocument {
        EventDocument(
            at: noon, event: .link, device: "nursery", address: MacAddress(rawValue: "DC:06:41:00:00:01"), link: link,
            name: link.rawValue)
    }

    /// A link is idle between two steps of a fade.
    @Test(arguments: [true, false])
    func uses_ofALink_areLeftOut_unlessSomebodyWantsThem(all: Bool) async throws {
        let links: [DeviceConnectionState] = [
            .advertising, .connecting, .connected, .held, .connected, .coolingDown, .connecting, .coolingDown, .held,
        ]
        try await run(follower([.gives(links.map(Self.link) + [Self.event("end")])], showsFades: all))
        #expect(
            story.all == ["connects at 0"]
                + (all ? links.map(\.rawValue) : ["advertising", "connected", "cooling-down", "held"]) + ["end"])
    }

    /// The first state says where a device stands.
    @Test(arguments: [true, false])
    func steps_ofAFade_areLeftOut_unlessSomebodyWantsThem(all: Bool) async throws {
        let events = [
            Self.event("first", fading: true), Self.event("step", fading: true), Self.event("line"),
            Self.event("last", fading: false), Self.event("end", fading: false),
        ]
        try await run(follower([.gives(events)], showsFades: all))
        #expect(
            story.all == ["connects at 0", "first"] + (all ? ["step"] : []) + ["line", "last", "end"])
    }
}
