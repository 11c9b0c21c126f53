// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The clients that are connected, at most so many.
///
/// A newcomer takes the place of the client that is idle longest, or else of the one that watches longest. So clients
/// that connect and stay keep nobody out. Some places are for those alone who may do everything, so that the requests of
/// others do not keep them out either.
final class ConnectionTable: Sendable {
    /// A place in the table.
    struct Place: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Client {
        let close: @Sendable () -> Void
        let isOwner: Bool
        var occupation = ClientActivity.Occupation.idle
        /// Orders the clients of one occupation: the lowest has had it longest.
        var turn: Int
    }

    private struct State {
        var clients: [Place: Client] = [:]
        var turns = 0

        mutating func nextTurn() -> Int {
            turns += 1
            return turns
        }
    }

    private let limit: Int
    private let othersLimit: Int
    private let state = Mutex(State())

    /// Makes a table for up to `limit` clients, with a sixteenth of the places for owners alone.
    init(limit: Int) {
        self.limit = limit
        othersLimit = limit - limit / 16
    }

    /// Gives a newcomer a place; nil if everybody waits for a reply.
    ///
    /// An owner may do everything. `close` is called when another newcomer takes the place.
    func enter(isOwner: Bool, closing close: @escaping @Sendable () -> Void) -> Place? {
        let (place, replaced) = state.withLock { state -> (Place?, Client?) in
            var replaced: Client?
            let others = isOwner ? [:] : state.clients.filter { !$0.value.isOwner }
            let isFullForOthers = !isOwner && others.count >= othersLimit
            if isFullForOthers || state.clients.count >= limit {
                let candidates = (isFullForOthers ? others : state.clients).filter { $0.value.occupation != .asking }
                guard
                    let first = candidates.min(by: {
                        ($0.value.occupation, $0.value.turn) < ($1.value.occupation, $1.value.turn)
                    })
                else { return (nil, nil) }
                replaced = state.clients.removeValue(forKey: first.key)
            }
            let turn = state.nextTurn()
            let place = Place(number: turn)
            state.clients[place] = Client(close: close, isOwner: isOwner, turn: turn)
            return (place, replaced)
        }
        replaced?.close()
        return place
    }

    /// Notes what a client does from now on.
    func note(_ occupation: ClientActivity.Occupation, of place: Place) {
        state.withLock { state in
            let turn = state.nextTurn()
            state.clients[place]?.occupation = occupation
            state.clients[place]?.turn = turn
        }
    }

    /// Forgets a client that has gone.
    func leave(_ place: Place) {
        state.withLock { _ = $0.clients.removeValue(forKey: place) }
    }
}
