// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@testable import Household

/// In which order notices go to the owner's command, and which are dropped.
@Suite struct NoticeQueueTests {
    private var queue = NoticeQueue()

    private static func notice(_ number: Int, _ grade: NoticeGrade = .warning, count: Int = 1) -> Notice {
        Notice(
            number: number, at: Instant(secondsSince1970: 1_800_000_000), count: count, kind: .missed, grade: grade,
            message: "", advice: "")
    }

    @Test mutating func next_isTheOldest_ofTheHighestGrade() {
        for notice in [Self.notice(1, .information), Self.notice(2), Self.notice(3, .alarm), Self.notice(4, .alarm)] {
            #expect(queue.add(notice) == nil)
        }
        var numbers: [Int] = []
        while let notice = queue.next() { numbers.append(notice.number) }
        #expect(numbers == [3, 4, 2, 1])
    }

    @Test mutating func notice_takesThePlace_ofTheOneWithItsNumber() {
        _ = queue.add(Self.notice(1))
        _ = queue.add(Self.notice(2))
        #expect(queue.add(Self.notice(1, count: 5)) == nil)
        #expect(queue.next() == Self.notice(1, count: 5))
        #expect(queue.next() == Self.notice(2))
        #expect(queue.next() == nil)
    }

    @Test mutating func fullQueue_drops_theOldestOfTheLowestGrade() {
        _ = queue.add(Self.notice(1, .alarm))
        for number in 2...NoticeQueue.capacity { _ = queue.add(Self.notice(number)) }
        #expect(queue.add(Self.notice(100, .alarm))?.number == 2)
        #expect(queue.add(Self.notice(101, .information))?.number == 101)
    }
}
