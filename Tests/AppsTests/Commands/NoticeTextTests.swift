// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Testing

@testable import LullCommands

/// What people read about notices.
@Suite struct NoticeTextTests {
    private static let eight = Instant(secondsSince1970: 1_800_000_000)
    private static let times = LocalTimes(host: .utc)

    private static func notice(
        _ number: Int, _ grade: NoticeGrade = .warning, acknowledged: Bool = false
    ) -> NoticeDocument {
        NoticeDocument(
            Notice(
                number: number, at: eight, kind: .missed, grade: grade, message: "It did not ring.",
                advice: "See `lull log`.", acknowledgedAt: acknowledged ? eight : nil), device: "nursery")
    }

    @Test func list_hasTheNumberTheTimeAndTheCure() {
        let lines = Describe.notices(
            [Self.notice(3), Self.notice(12, .alarm), Self.notice(13, acknowledged: true)], Self.times)
        #expect(
            lines == [
                StyledLine("3  Fri 2027-01-15 08:00  It did not ring.", .warning), StyledLine("  See `lull log`."),
                StyledLine("12  Fri 2027-01-15 08:00  ALARM  It did not ring.", .failure),
                StyledLine("  See `lull log`."),
                StyledLine("13  Fri 2027-01-15 08:00  It did not ring.  (acknowledged)"),
                StyledLine("  See `lull log`."),
            ])
    }

    @Test func list_saysThatThereAreNone() {
        #expect(Describe.notices([], Self.times) == [StyledLine("No notices.", .good)])
    }

    @Test func status_saysHowManyThereAre_inOneLine() {
        #expect(Describe.noticeCount([]) == [])
        #expect(Describe.noticeCount([Self.notice(1)]).map(\.text) == ["1 notice; `lull notices` shows it."])
        #expect(
            Describe.noticeCount([Self.notice(1), Self.notice(2)]).map(\.text)
                == ["2 notices; `lull notices` shows them."])
    }

    @Test func acknowledgement_saysOfWhat() {
        let two = [Self.notice(1), Self.notice(2)]
        #expect(Describe.acknowledged([Self.notice(3)], 3) == "Acknowledged notice 3.")
        #expect(Describe.acknowledged([], 3) == "Notice 3 was acknowledged before.")
        #expect(Describe.acknowledged([], nil) == "No notices.")
        #expect(Describe.acknowledged(two, nil) == "Acknowledged 2 notices.")
    }

    @Test func event_isOneLine() {
        var event = EventDocument(at: Self.eight, event: .notice)
        event.notice = Self.notice(7)
        #expect(Describe.event(event, Self.times) == "Fri 2027-01-15 08:00  notice 7: It did not ring.")
    }

    @Test(arguments: [("3", true), ("all", true), ("ALL", true), ("x", false), ("", false)])
    func choice_isANumberOrAll(_ text: String, isOne: Bool) {
        #expect((NoticesCommand.Acknowledge.Choice(argument: text) != nil) == isOne)
    }
}
