// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel

/// Notices in words.
extension Describe {
    /// Each notice with its number, when it happened and what to do.
    static func notices(_ notices: [NoticeDocument], _ times: LocalTimes) -> [StyledLine] {
        guard !notices.isEmpty else { return [StyledLine("No notices.", .good)] }
        return notices.flatMap { notice in
            let title = ["\(notice.id)", times.text(notice.at), notice.grade == .alarm ? "ALARM" : nil, notice.message]
            let end = notice.acknowledged ? "  (acknowledged)" : ""
            return [
                StyledLine(title.compactMap(\.self).joined(separator: "  ") + end, style(notice)),
                StyledLine("  \(notice.advice)"),
            ]
        }
    }

    /// What was acknowledged.
    static func acknowledged(_ notices: [NoticeDocument], _ number: Int?) -> String {
        switch (notices.count, number) {
        case (0, let number?): "Notice \(number) was acknowledged before."
        case (0, nil): "No notices."
        case (1, _): "Acknowledged notice \(notices[0].id)."
        default: "Acknowledged \(notices.count) notices."
        }
    }

    /// How many notices there are, for those who look at something else; nothing for none.
    static func noticeCount(_ notices: [NoticeDocument]) -> [StyledLine] {
        switch notices.count {
        case 0: []
        case 1: [StyledLine("1 notice; `lull notices` shows it.", .warning)]
        default: [StyledLine("\(notices.count) notices; `lull notices` shows them.", .warning)]
        }
    }

    private static func style(_ notice: NoticeDocument) -> StyledLine.Style? {
        switch notice.grade {
        case _ where notice.acknowledged: nil
        case .information: nil
        case .warning: .warning
        case .alarm: .failure
        }
    }
}
