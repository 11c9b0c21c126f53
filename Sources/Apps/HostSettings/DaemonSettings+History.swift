// SPDX-License-Identifier: Apache-2.0

public import Storage

extension DaemonSettings {
    /// How old history gets.
    public var historyAge: HistoryAge {
        HistoryAge(
            days: self[.historyDays].flatMap { Int($0.text) } ?? HistoryAge.usualDays,
            linkDays: self[.linkDays].flatMap { Int($0.text) } ?? HistoryAge.usualLinkDays)
    }
}
