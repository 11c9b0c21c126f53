// SPDX-License-Identifier: Apache-2.0

import CivilTime
package import ControlAPI
import SleepModel

/// The notices that the owner's program was told, so that it is told each news once.
package struct ToldNotices: Hashable, Codable, Sendable {
    /// What was told last under a number.
    private struct Entry: Hashable, Codable, Sendable {
        var at: Instant
        var since: Instant
        var occurrence: OccurrenceDocument?
    }

    private var entries: [Int: Entry] = [:]

    /// Some that count as told.
    package init(_ notices: [NoticeDocument] = []) {
        for notice in notices { note(notice) }
    }

    /// The news among the notices that nobody has acknowledged: those of the highest grade first, then the oldest.
    package func news(in notices: [NoticeDocument]) -> [NoticeDocument] {
        notices.filter(isNews).sorted { ($1.grade, $0.at, $0.id) < ($0.grade, $1.at, $1.id) }
    }

    /// Notes that a notice was told.
    package mutating func note(_ notice: NoticeDocument) {
        entries[notice.id] = Entry(at: notice.at, since: notice.since, occurrence: notice.occurrence)
    }

    /// Forgets what is none of these notices any more.
    package mutating func keep(_ notices: [NoticeDocument]) {
        let numbers = Set(notices.map(\.id))
        entries = entries.filter { numbers.contains($0.key) }
    }

    private func isNews(_ notice: NoticeDocument) -> Bool {
        // The numbers of a daemon that was set up anew begin at one again.
        guard let told = entries[notice.id], notice.since <= max(told.at, told.since) else { return true }
        return notice.occurrence != told.occurrence || notice.at != told.at && notice.kind.isNewsAgain(notice.grade)
    }
}
