// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@testable import Household

/// What becomes a notice of its own, what is counted, and what is kept.
@Suite struct NoticeBookTests {
    private static let start = Instant(secondsSince1970: 1_800_000_000)
    private static let nursery = MacAddress(rawValue: "DC:06:41:00:00:01")
    private static let attic = MacAddress(rawValue: "DC:06:41:00:00:02")

    private var book = NoticeBook()

    private static func key(_ day: Int, _ schedule: String = "up") -> OccurrenceKey {
        OccurrenceKey(schedule: ScheduleID(rawValue: schedule), date: CivilDate(daysSince1970: 20_000 + day))
    }

    private static func missed(
        after seconds: Int = 0, day: Int = 1, device: MacAddress? = nursery, count: Int = 1
    ) -> NoticeDraft {
        var draft = NoticeDraft(
            .missed(name: "up", planned: nil, reason: nil), at: start + .seconds(seconds), device: device,
            occurrence: key(day))
        draft.count = count
        return draft
    }

    private static func silent(after seconds: Int, day: Int = 1) -> NoticeDraft {
        NoticeDraft(
            .notRinging(name: "up", due: start, late: .seconds(seconds)), at: start + .seconds(seconds),
            device: nursery, occurrence: key(day))
    }

    private mutating func add(_ draft: NoticeDraft) -> Notice? { book.add(draft) { "\($0.count)" } }

    /// The number and the count of each notice.
    private var counts: [[Int]] { book.all.map { [$0.number, $0.count] } }

    @Test mutating func first_isNews_andHasTheNumberOne() {
        let expected = Notice(
            number: 1, at: Self.start, kind: .missed, grade: .warning, device: Self.nursery, occurrence: Self.key(1),
            message: "1", advice: "See `lull log`, and `lull next` for what comes.")
        #expect(add(Self.missed()) == expected)
        #expect(book.all == [expected])
    }

    @Test mutating func same_isCounted_withinAnHour_andIsNoNewsForOneOccurrence() {
        _ = add(Self.missed())
        #expect(add(Self.missed(after: 3599)) == nil)
        #expect(counts == [[1, 2]])
        #expect(book.all.first?.since == Self.start)
        #expect(book.all.first?.message == "2")
    }

    @Test mutating func lateRing_isNoNews_andTakesThePlaceOfThatItDoesNotRing() {
        _ = add(Self.silent(after: 60))
        var late = NoticeDraft(
            .ringsLate(name: "up", due: Self.start, at: Self.start), at: Self.start + .seconds(90),
            device: Self.nursery,
            occurrence: Self.key(1))
        late.count = 0
        #expect(add(late) == nil)
        #expect(counts == [[1, 1]])
        #expect(book.all.map(\.grade) == [.information])
    }

    @Test mutating func programsBehind_areANoticeBesideThatOfAnAlarm() {
        let alarm = NoticeDraft(
            .unreachable(name: "up", due: Self.start), at: Self.start, device: Self.nursery, occurrence: Self.key(1))
        _ = add(alarm)
        #expect(add(NoticeDraft(.programsBehind, at: Self.start, device: Self.nursery))?.number == 2)
        #expect(book.newest(.unreachable, of: Self.key(1))?.number == 1)
    }

    @Test mutating func alarms_haveANoticeEach_whenTheirDeviceIsOutOfReach() {
        func unreachable(_ name: String, after seconds: Int) -> NoticeDraft {
            NoticeDraft(
                .unreachable(name: name, due: Self.start), at: Self.start + .seconds(seconds), device: Self.nursery,
                occurrence: Self.key(1, name))
        }
        #expect(add(unreachable("g", after: 0))?.number == 1)
        #expect(add(unreachable("h", after: 480))?.number == 2)
        #expect(add(unreachable("g", after: 500)) == nil)
        #expect(counts == [[2, 1], [1, 2]])
        #expect(book.all.map(\.occurrence) == [Self.key(1, "h"), Self.key(1, "g")])
    }

    /// The alarm rang again, and nobody answered that either.
    @Test mutating func alarmThatNobodyAnswers_isNewsAgain_ofOneOccurrence() {
        func unattended(after seconds: Int) -> NoticeDraft {
            NoticeDraft(
                .unattended(name: "up", planned: nil, isUndelivered: false), at: Self.start + .seconds(seconds),
                device: Self.nursery, occurrence: Self.key(1))
        }
        #expect(add(unattended(after: 600))?.count == 1)
        #expect(add(unattended(after: 1200))?.count == 2)
        #expect(counts == [[1, 2]])
    }

    @Test mutating func same_isNews_forAnotherOccurrence() {
        _ = add(Self.missed(count: 40))
        #expect(add(Self.missed(after: 60, day: 2))?.count == 41)
        #expect(counts == [[1, 41]])
    }

    @Test(arguments: [missed(after: 3600), missed(after: 60, device: attic), silent(after: 60)])
    mutating func another_hasItsOwnNumber(_ draft: NoticeDraft) {
        _ = add(Self.missed())
        #expect(add(draft)?.number == 2)
        #expect(counts == [[1, 1], [2, 1]])
    }

    @Test mutating func same_hasItsOwnNumber_onceTheFirstIsAcknowledged() {
        _ = add(Self.missed())
        #expect(book.acknowledge(nil, at: Self.start)?.map(\.number) == [1])
        #expect(add(Self.missed(after: 1))?.number == 2)
    }

    /// A backup that fails is tried again each hour.
    @Test mutating func troubleWithTheStore_isOneNotice_howeverLongItLasts() {
        func trouble(_ reason: String, after hours: Int) -> NoticeDraft {
            NoticeDraft(.noBackup(reason: reason), at: Self.start + .seconds(3600 * hours))
        }
        func words(_ draft: NoticeDraft) -> String { draft.cause.message(device: "") { _ in "" } }
        #expect(book.add(trouble("It is full.", after: 0), words: words)?.number == 1)
        for hours in 1...30 { #expect(book.add(trouble("It is full.", after: hours), words: words) == nil) }
        #expect(book.add(trouble("It is gone.", after: 31), words: words)?.number == 2)
        #expect(counts == [[1, 31], [2, 1]])
    }

    @Test mutating func silentAlarm_isNewsEachTime_andOneNoticePerOccurrence() {
        #expect(add(Self.silent(after: 60))?.count == 1)
        #expect(add(Self.silent(after: 120))?.count == 2)
        #expect(add(Self.silent(after: 180, day: 2))?.number == 2)
        #expect(book.newest(.notRinging, of: Self.key(1))?.at == Self.start + .seconds(120))
        #expect(book.newest(.missed, of: Self.key(1)) == nil)
    }

    @Test mutating func acknowledge_isForOneOrForAll_andForNoneTwice() {
        for number in 0..<3 { _ = add(Self.missed(after: number * 7200)) }
        let now = Self.start + .seconds(30_000)
        #expect(book.acknowledge(9, at: now) == nil)
        #expect(book.acknowledge(2, at: now)?.map(\.number) == [2])
        #expect(book.acknowledge(2, at: now) == [])
        #expect(book.acknowledge(nil, at: now)?.map(\.number) == [1, 3])
        #expect(book.all.map(\.acknowledgedAt) == [now, now, now])
    }

    @Test mutating func open_areThoseOfOneKindAndDevice_thatNobodyHasAcknowledged() throws {
        let drafts = [
            Self.missed(), Self.silent(after: 60), Self.missed(after: 7200),
            Self.missed(after: 9000, device: Self.attic), Self.missed(after: 30_000),
        ]
        for draft in drafts { _ = add(draft) }
        let nursery = try #require(Self.nursery)
        #expect(book.open(.missed, on: nursery).map(\.number) == [1, 3, 5])
        #expect(book.open(.notRinging, on: nursery).map(\.number) == [2])
        _ = book.acknowledge(3, at: Self.start)
        #expect(book.open(.missed, on: nursery).map(\.number) == [1, 5])
        #expect(NoticeBook(book.all).open(.missed, on: nursery).map(\.number) == [1, 5])
    }

    @Test mutating func oldest_goes_whenThereAreTooMany_andAcknowledgedOnesFirst() {
        for number in 0..<NoticeBook.capacity { _ = add(Self.missed(after: number * 7200)) }
        _ = book.acknowledge(7, at: Self.start)
        _ = add(Self.missed(after: NoticeBook.capacity * 7200))
        #expect(book.all.count == NoticeBook.capacity)
        #expect(!book.all.contains { $0.number == 7 })
        _ = add(Self.missed(after: (NoticeBook.capacity + 1) * 7200))
        #expect(book.all.first?.number == 2)
        #expect(book.changes.dropped == [1, 7])
    }

    @Test mutating func changes_areWhatIsNotSavedYet() {
        _ = add(Self.missed())
        let first = book.changes
        #expect(first.notices.map(\.count) == [1])
        _ = add(Self.missed(after: 1))
        book.saved(first)
        // It has changed since.
        #expect(book.changes.notices.map(\.count) == [2])
        book.saved(book.changes)
        #expect(book.changes.isEmpty)
    }

    @Test mutating func numbers_goOn_afterARestart() {
        _ = add(Self.missed())
        book = NoticeBook(book.all)
        #expect(book.changes.isEmpty)
        #expect(add(Self.missed(after: 7200))?.number == 2)
    }
}
