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
        table.enter(isOwner: true) { [closed] in closed.note(name) }
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

    @Test("Clients that ask keep no owner out")
    func owner_hasAPlace_whenAllOthersAreAtWork() throws {
        let table = ConnectionTable(limit: 32)
        func enter(_ name: String, isOwner: Bool = false) -> ConnectionTable.Place? {
            table.enter(isOwner: isOwner) { [closed] in closed.note(name) }
        }
        for number in 0..<30 { table.note(.asking, of: try #require(enter("\(number)"))) }
        #expect(enter("one too many") == nil)
        let owners = try ["a", "b"].map { try #require(enter($0, isOwner: true)) }
        for place in owners { table.note(.asking, of: place) }
        #expect(enter("c", isOwner: true) == nil)
        #expect(closed.all == [])
    }

    @Test("Others take no place of an owner")
    func newcomer_closesAnother_andNoOwner_whenThePlacesForOthersAreTaken() throws {
        let table = ConnectionTable(limit: 16)
        func enter(_ name: String, isOwner: Bool = false) -> ConnectionTable.Place? {
            table.enter(isOwner: isOwner) { [closed] in closed.note(name) }
        }
        #expect(enter("owner", isOwner: true) != nil)
        for number in 0..<15 { #expect(enter("\(number)") != nil) }
        #expect(enter("next") != nil)
        #expect(closed.all == ["0"])
    }

    @Test("A client that has gone leaves a place")
    func enter_closesNobody_afterOneHasGone() throws {
        let places = try ["a", "b", "c"].map { try #require(enter($0)) }
        table.leave(places[0])
        #expect(enter("d") != nil)
        #expect(closed.all == [])
    }
}
