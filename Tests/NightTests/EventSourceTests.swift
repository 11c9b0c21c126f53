// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Testing

@testable import Household

/// Where a reader of events goes on that was away for a while.
@Suite(.timeLimit(.minutes(1)))
struct EventSourceTests {
    private let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))

    private func source() -> EventSource { EventSource(clock: clock, radioClock: clock) }

    private func tell(_ names: ClosedRange<Int>, to source: EventSource) {
        source.tell(
            names.map { name in
                LogEntry(at: clock.now().wall, kind: .control, name: "\(name)", outcome: .confirmed, actor: .person)
            })
    }

    /// What is in a queue: names of entries, and `snapshot`.
    private func contents(_ queue: EventQueue, _ count: Int) async -> [String] {
        var contents: [String] = []
        while contents.count < count, case .event(let event) = await queue.next() {
            switch event.content {
            case .logged(let entry): contents.append(entry.name ?? "-")
            case .snapshot: contents.append("snapshot")
            default: contents.append("other")
            }
        }
        return contents
    }

    @Test func reader_goesOnAfterItsLastEvent() async throws {
        let source = source()
        let first = try source.open(devices: nil)
        tell(1...3, to: source)
        #expect(await contents(first, 2) == ["1", "2"])
        tell(4...4, to: source)
        let second = try source.open(devices: nil, after: first.position)
        #expect(await contents(second, 2) == ["3", "4"])
        // It has everything.
        let third = try source.open(devices: nil, after: second.position)
        tell(5...5, to: source)
        #expect(await contents(third, 1) == ["5"])
    }

    @Test func reader_getsASnapshot_whenItsLastEventIsTooLongAgo() async throws {
        let source = source()
        let first = try source.open(devices: nil)
        tell(1...1, to: source)
        _ = await contents(first, 1)
        tell(2...(EventQueue.capacity + 1), to: source)
        let inTime = try source.open(devices: nil, after: first.position)
        #expect(await contents(inTime, 1) == ["2"])
        tell(0...0, to: source)
        let late = try source.open(devices: nil, after: first.position)
        #expect(await contents(late, 1) == ["snapshot"])
        // From there it goes on as usual.
        tell(9...9, to: source)
        #expect(await contents(try source.open(devices: nil, after: late.position), 1) == ["9"])
    }

    @Test func reader_getsASnapshot_afterAnEventOfAnotherRun() async throws {
        let before = source()
        let first = try before.open(devices: nil)
        tell(1...1, to: before)
        _ = await contents(first, 1)
        let position = try #require(first.position)
        for place in [position, "", "nonsense", "-", "1-1", "\(position)-1"] {
            let queue = try source().open(devices: [], after: place)
            #expect(await contents(queue, 1) == ["snapshot"], "\(place)")
        }
    }
}
