// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import ControlServer

@Suite("The table of connected clients")
struct ConnectionTableTests {
    private final class Closed: Sendable {
        private let names = Mutex<[String]>([])

        var all: [String] { names.withLock { $0 } }

        func note(_ name: String) { names.withLock { $0.append(name) } }
    }

    private let closed = Closed()
    private let table = ConnectionTable(limit: 3)

    private func enter(_ name: String) -> ConnectionTable.Place? {
        table.enter { [closed] in closed.note(name) }
    }

    @Test("Everybody has a place up to the limit")
    func enter_closesNobody_belowTheLimit() {
        #expect([enter("a"), enter("b"), enter("c")].allSatisfy { $0 != nil })
        #expect(closed.all == [])
    }

    @Test("A newcomer takes the place of the longest idle")
    func enter_closesTheLongestIdle_atTheLimit() throws {
        let first = try #require(enter("a"))
        _ = [enter("b"), enter("c")]
        table.note(.asking, of: first)
        table.note(.idle, of: first)
        #expect(enter("d") != nil)
        #expect(enter("e") != nil)
        #expect(closed.all == ["b", "c"])
    }

    @Test("Nobody at work is closed")
    func enter_refuses_whenAllAreAtWork() throws {
        for name in ["a", "b", "c"] { table.note(.asking, of: try #require(enter(name))) }
        #expect(enter("d") == nil)
        #expect(closed.all == [])
    }

    @Test("Clients that watch keep nobody out")
    func enter_closesTheLongestWatching_whenNobodyIsIdle() throws {
        let places = try ["a", "b", "c"].map { try #require(enter($0)) }
        table.note(.asking, of: places[0])
        table.note(.watching, of: places[2])
        table.note(.watching, of: places[1])
        #expect(enter("d") != nil)
        #expect(enter("e") != nil)
        #expect(closed.all == ["c", "d"])
    }

    @Test("A client that has gone leaves a place")
    func enter_closesNobody_afterOneHasGone() throws {
        let places = try ["a", "b", "c"].map { try #require(enter($0)) }
        table.leave(places[0])
        #expect(enter("d") != nil)
        #expect(closed.all == [])
    }
}
