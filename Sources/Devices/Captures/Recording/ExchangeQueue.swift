// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol

/// Brings what passes on a connection into an order that the attribute protocol allows: one request at a time.
///
/// Callers may ask for several things at once, and the transport below sends one after the other. A request that comes
/// while another one has no answer is held back here until that one is over, and so is everything after it.
struct ExchangeQueue: Sendable {
    /// A request with all that belongs to it, or something that needs no answer.
    struct Exchange: Sendable {
        /// By what its end names it; nil if it is over already.
        var number: Int?
        /// The discovery it needs, and the request.
        var opening: [ATTPDU]
        var answer: ATTPDU?
    }

    /// More than all callers of a device together ask for; only a device that reports without a pause gets there.
    private static let limit = 1000

    /// What has no answer yet, and what is held back behind it.
    private var waiting: [Exchange] = []
    /// Whether the opening of the first one has passed.
    private var isOpen = false

    /// Whether more is held back than there is room for.
    var isFull: Bool { waiting.count >= Self.limit }

    /// Begins an exchange, and returns what is to be noted now.
    mutating func begin(_ exchange: Exchange) -> [ATTPDU] {
        // What is no request may pass while one is under way.
        if exchange.number == nil, exchange.answer == nil, exchange.opening.count == 1, waiting.count < 2 {
            return exchange.opening
        }
        waiting.append(exchange)
        return advance()
    }

    /// Ends the exchange of that number, and returns what is to be noted now; nil if there is none.
    mutating func end(_ number: Int, with answer: ATTPDU?) -> [ATTPDU]? {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
        waiting[index].number = nil
        waiting[index].answer = answer
        // One that is given up while it is held back was never sent; what was discovered for it is still of use.
        if answer == nil, index > 0 { waiting[index].opening.removeLast() }
        return advance()
    }

    /// Ends everything, and returns what has happened of it.
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
