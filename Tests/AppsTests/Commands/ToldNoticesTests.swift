// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Testing

@testable import LullCommands

/// Which notices are news for the owner's program.
struct ToldNoticesTests {
    private static let noon = Instant(secondsSince1970: 1_800_014_400)

    private func notice(
        _ number: Int, _ kind: NoticeKind = .powerLost, _ grade: NoticeGrade = .warning, minute: Int = 0,
        since first: Int? = nil, day: Int? = nil
    ) -> NoticeDocument {
        let occurrence = day.map {
            OccurrenceKey(schedule: ScheduleID(rawValue: "school"), date: CivilDate(daysSince1970: 20_000 + $0))
        }
        return NoticeDocument(
            Notice(
                number: number, at: Self.noon + .seconds(60 * minute),
                since: Self.noon + .seconds(60 * (first ?? minute)), kind: kind, grade: grade, occurrence: occurrence,
                message: "It happened.", advice: "Look."),
            device: nil)
    }

    private func news(in notices: [NoticeDocument], after told: ToldNotices) -> [Int] {
        told.news(in: notices).map(\.id)
    }

    @Test func news_isWhatWasNotTold_alarmsFirstThenTheOldest() {
        let told = ToldNotices([notice(1)])
        let notices = [
            notice(1), notice(2, minute: 5), notice(3, minute: 4), notice(4, .notRinging, .alarm, minute: 9),
        ]
        #expect(news(in: notices, after: told) == [4, 3, 2])
    }

    @Test func notice_isNoNews_onceItIsNoted() {
        var told = ToldNotices()
        told.note(notice(1))
        #expect(news(in: [notice(1)], after: told) == [])
    }

    @Test func countedRepeat_isNoNews() {
        let told = ToldNotices([notice(1)])
        #expect(news(in: [notice(1, minute: 20, since: 0)], after: told) == [])
    }

    @Test(arguments: [(NoticeKind.notRinging, NoticeGrade.alarm), (.unattended, .warning)])
    func alarm_isNewsEachTime(_ kind: NoticeKind, _ grade: NoticeGrade) {
        let told = ToldNotices([notice(1, kind, grade)])
        #expect(news(in: [notice(1, kind, grade, minute: 1, since: 0)], after: told) == [1])
        #expect(news(in: [notice(1, kind, grade)], after: told) == [])
    }

    /// That it rings after all is no reason to wake somebody.
    @Test func alarm_isNoNews_whenItRingsAfterAll() {
        let told = ToldNotices([notice(1, .notRinging, .alarm)])
        #expect(news(in: [notice(1, .notRinging, .information, minute: 1, since: 0)], after: told) == [])
    }

    @Test func anotherOccurrence_isNews() {
        let told = ToldNotices([notice(1, .unreachable, day: 1)])
        #expect(news(in: [notice(1, .unreachable, minute: 3, since: 0, day: 2)], after: told) == [1])
    }

    @Test func number_isNews_whenADaemonThatWasSetUpAnewGivesItAgain() {
        let told = ToldNotices([notice(1)])
        #expect(news(in: [notice(1, minute: 5)], after: told) == [1])
    }

    @Test func told_forgetsWhatIsAcknowledged() {
        var told = ToldNotices([notice(1), notice(2)])
        told.keep([notice(2)])
        #expect(told == ToldNotices([notice(2)]))
    }
}
