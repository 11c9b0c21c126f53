// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol

/// Puts the traffic of a connection into an order that the attribute protocol allows: one request at a time.
///
/// Callers may make several requests at once, which the transport below sends one after the other. A request that comes
/// while another one is under way waits here until that one has ended, and so does everything after it.
struct ExchangeQueue: Sendable {
    /// A request with its discovery, or traffic that needs no answer.
    struct Exchange: Sendable {
        /// The number that its end uses; nil if it has ended already.
        var number: Int?
        /// The discovery it needs, and the request.
        var opening: [ATTPDU]
        var answer: ATTPDU?
    }

    /// More than all callers of a device need; only a device that reports without a pause reaches it.
    private static let limit = 1000

    /// The request under way, and what waits behind it.
    private var waiting: [Exchange] = []
    /// Whether the request of the first one has been recorded.
    private var isOpen = false

    /// Whether too much waits.
    var isFull: Bool { waiting.count >= Self.limit }

    /// Begins an exchange, and returns what to record now.
    mutating func begin(_ exchange: Exchange) -> [ATTPDU] {
        // Traffic other than requests may pass while a request is under way.
        if exchange.number == nil, exchange.answer == nil, exchange.opening.count == 1, waiting.count < 2 {
            return exchange.opening
        }
        waiting.append(exchange)
        return advance()
    }

    /// Ends the exchange with a number, and returns what to record now; nil if there is no such exchange.
    mutating func end(_ number: Int, with answer: ATTPDU?) -> [ATTPDU]? {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
        waiting[index].number = nil
        waiting[index].answer = answer
        // A request that is cancelled while it waits was never sent; its discovery is still recorded.
        if answer == nil, index > 0 { waiting[index].opening.removeLast() }
        return advance()
    }

    /// Ends all exchanges, and returns what to record of them.
    mutating func finish() -> [ATTPDU] {
        let ended = waiting.enumerated().filter { $0.element.number == nil }
            .flatMap { $0.element.opening + [$0.element.answer].compactMap { $0 } }
        waiting = []
        isOpen = false
        return ended
    }

    private mutating func advance() -> [ATTPDU] {
        var passed: [ATTPDU] = []
        while let first = waiting.first {
            if !isOpen { passed += first.opening }
            isOpen = first.number != nil
            if isOpen { break }
            if let answer = first.answer { passed.append(answer) }
            waiting.removeFirst()
        }
        return passed
    }
}
