// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel

/// Calendars of holidays in words.
extension Describe {
    /// A calendar with its next dates, and the schedules that name it.
    static func holidays(_ calendar: HolidaysDocument, _ times: LocalTimes) -> [StyledLine] {
        [headline(calendar)] + next(calendar) + users(calendar, times)
    }

    /// What an import brought and what it left out.
    static func imported(_ answer: HolidaysImportDocument, _ times: LocalTimes) -> [StyledLine] {
        let calendar = answer.calendar
        var lines = [StyledLine(answer.replaced ? "Replaced the holidays “\(calendar.name)”." : "Imported.", .good)]
        lines += [headline(calendar)] + next(calendar)
        if answer.leftOutCount > 0 {
            lines.append(StyledLine("left out, as if the file did not have them:", .warning))
            lines += answer.leftOut.map { StyledLine("  line \($0.line): “\($0.summary)”: \($0.reason)", .warning) }
            let more = answer.leftOutCount - answer.leftOut.count
            if more > 0 { lines.append(StyledLine("  and \(more) more", .warning)) }
        }
        return lines + users(calendar, times)
    }

    /// For example `school  12 entries, 87 days within a year from now, the last on Fri 2027-08-13`.
    private static func headline(_ calendar: HolidaysDocument) -> StyledLine {
        guard !calendar.missing else {
            return StyledLine(
                "\(calendar.name)  is missing or cannot be read: the schedules below happen on its dates and on all others. "
                    + "Import it again.", .warning)
        }
        let entries = calendar.entries == 1 ? "1 entry" : "\(calendar.entries) entries"
        let days = calendar.daysAhead == 1 ? "1 day" : "\(calendar.daysAhead) days"
        let end = calendar.lastDate.map { "the last on \(day($0))" } ?? "some of them every year"
        // Who goes by dates that are over should know.
        let isOver = calendar.next.isEmpty
        return StyledLine(
            "\(calendar.name)  \(entries), \(days) within a year from now, \(end)"
                + (isOver ? ": all dates are over" : ""),
            isOver ? .warning : nil)
    }

    private static func next(_ calendar: HolidaysDocument) -> [StyledLine] {
        calendar.next.map { dates in
            let last = dates.last == dates.first ? "" : " to \(day(dates.last))"
            return StyledLine("  \(day(dates.first))\(last)  \(dates.summary)")
        }
    }

    private static func users(_ calendar: HolidaysDocument, _ times: LocalTimes) -> [StyledLine] {
        guard !calendar.usedBy.isEmpty else {
            return [StyledLine("No schedule names it yet: `lull alarm edit NAME --not-on \(word(calendar.name))`.")]
        }
        return [StyledLine("named by")]
            + calendar.usedBy.map { user in
                let next = times.text(user.next).map { ", next \($0)" } ?? ", with no next time"
                return StyledLine("  \(user.kind) “\(user.name)” on \(user.device)\(next)")
            }
    }
}
