// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import Testing

@testable import Captures

/// The order that overlapping requests get.
struct ExchangeQueueTests {
    private static func read(_ handle: UInt16) -> ATTPDU { .readRequest(handle: handle) }

    private static func answer(_ value: UInt8) -> ATTPDU { .readResponse([value]) }

    private static let report = ATTPDU.notification(handle: 9, value: [9])
    private static let search = ATTPDU.findInformationRequest(start: 1, end: 1)

    private static func exchange(_ number: Int) -> ExchangeQueue.Exchange {
        ExchangeQueue.Exchange(number: number, opening: [read(UInt16(number))])
    }

    @Test
    func requests_passOneByOne_whateverEndsFirst() {
        var queue = ExchangeQueue()
        #expect(queue.begin(Self.exchange(1)) == [Self.read(1)])
        #expect(queue.begin(Self.exchange(2)) == [])
        #expect(queue.begin(Self.exchange(3)) == [])
        #expect(queue.end(2, with: Self.answer(2)) == [])
        #expect(queue.end(1, with: Self.answer(1)) == [Self.answer(1), Self.read(2), Self.answer(2), Self.read(3)])
        #expect(queue.end(3, with: Self.answer(3)) == [Self.answer(3)])
        #expect(queue.end(3, with: Self.answer(3)) == nil)
        #expect(queue.begin(Self.exchange(4)) == [Self.read(4)])
    }

    @Test
    func reports_passWhileARequestIsUnderWay_butNotOneThatIsHeldBack() {
        var queue = ExchangeQueue()
        let report = ExchangeQueue.Exchange(opening: [Self.report])
        #expect(queue.begin(report) == [Self.report])
        _ = queue.begin(Self.exchange(1))
        #expect(queue.begin(report) == [Self.report])
        _ = queue.begin(Self.exchange(2))
        // It may answer what is held back.
        #expect(queue.begin(report) == [])
        #expect(queue.end(1, with: nil) == [Self.read(2)])
        #expect(queue.end(2, with: Self.answer(2)) == [Self.answer(2), Self.report])
    }

    @Test
    func discovery_waitsLikeARequest() {
        var queue = ExchangeQueue()
        _ = queue.begin(Self.exchange(1))
        let command = ExchangeQueue.Exchange(opening: [Self.search, .writeCommand(handle: 1, value: [])])
        #expect(queue.begin(command) == [])
        #expect(queue.end(1, with: Self.answer(1)) == [Self.answer(1)] + command.opening)
    }

    @Test
    func requestGivenUp_isLeftOut_whereItWasHeldBack() {
        var queue = ExchangeQueue()
        _ = queue.begin(Self.exchange(1))
        _ = queue.begin(ExchangeQueue.Exchange(number: 2, opening: [Self.search, Self.read(2)]))
        #expect(queue.end(2, with: nil) == [])
        #expect(queue.end(1, with: Self.answer(1)) == [Self.answer(1), Self.search])
    }

    @Test
    func end_showsWhatHasHappened() {
        var queue = ExchangeQueue()
        for number in 1...3 { _ = queue.begin(Self.exchange(number)) }
        _ = queue.end(2, with: Self.answer(2))
        _ = queue.begin(ExchangeQueue.Exchange(opening: [Self.report]))
        #expect(queue.finish() == [Self.read(2), Self.answer(2), Self.report])
        #expect(queue.finish() == [])
        #expect(queue.begin(Self.exchange(5)) == [Self.read(5)])
    }
}
