// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import Logging
public import Scheduling
public import SleepModel
import Synchronization

/// Where notices are made of what happens, whether or not the store works.
///
/// Everybody may tell it something at any time; it never waits. It tells those who watch. `HouseholdNotices` saves what it
/// holds, and has the owner's command run.
public final class NoticeDesk: Sendable {
    private struct State {
        var book = NoticeBook()
        var queue = NoticeQueue()
        /// How many were news, by kind.
        var news: [NoticeKind: Int] = [:]
        /// What happened before the stored notices were read; nil since then.
        var early: [NoticeDraft]? = []
    }

    private let events: EventSource
    private let zones: ZoneBook
    private let logger: Logger
    private let state = Mutex(State())
    /// Raised when something is to be saved.
    let changed = WakeSignal()
    /// Raised when something waits for the owner's command.
    let waiting = WakeSignal()

    /// Tells `events` what is news; messages have their times by the host's zone in `zones`.
    public init(events: EventSource, zones: ZoneBook, logger: Logger) {
        self.events = events
        self.zones = zones
        self.logger = logger
    }

    /// Takes what lines of the log have to say to somebody.
    func take(_ entries: [LogEntry]) {
        take(NoticeDraft.all(for: entries))
    }

    /// Takes what somebody should know.
    func take(_ drafts: [NoticeDraft]) {
        guard !drafts.isEmpty else { return }
        let isEarly = state.withLock { state in
            state.early?.append(contentsOf: drafts)
            return state.early != nil
        }
        if !isEarly { add(drafts) }
    }

    /// Goes on from the notices that are stored, with what happened meanwhile.
    func open(with stored: [Notice]) {
        let early = state.withLock { state in
            defer { state.early = nil }
            if state.early != nil { state.book = NoticeBook(stored) }
            return state.early ?? []
        }
        add(early)
    }

    /// All notices, the newest last.
    var all: [Notice] { state.withLock { $0.book.all } }

    /// How many notices were news since the process began, by kind.
    var news: [NoticeKind: Int] { state.withLock { $0.news } }

    /// The newest notice of a kind about an occurrence.
    func newest(_ kind: NoticeKind, of occurrence: OccurrenceKey) -> Notice? {
        state.withLock { $0.book.newest(kind, of: occurrence) }
    }

    /// The notices of a kind about a device that nobody has acknowledged.
    func open(_ kind: NoticeKind, on device: MacAddress) -> [Notice] {
        state.withLock { $0.book.open(kind, on: device) }
    }

    /// Acknowledges the notice with a number, or all for nil; returns those that were not acknowledged before, and nil
    /// when there is none with the number.
    func acknowledge(_ number: Int?, at now: Instant) -> [Notice]? {
        defer { changed.raise() }
        return state.withLock { $0.book.acknowledge(number, at: now) }
    }

    /// What is still to be saved.
    var changes: NoticeBook.Changes { state.withLock { $0.book.changes } }

    /// Notes what is saved by now.
    func saved(_ changes: NoticeBook.Changes) {
        state.withLock { $0.book.saved(changes) }
    }

    /// The next notice for the owner's command, with the name of its device.
    func nextToSend() -> (notice: Notice, deviceName: String?)? {
        state.withLock { $0.queue.next() }.map { ($0, deviceName(of: $0)) }
    }

    /// What the device of a notice is called; nil if it is about none.
    public func deviceName(of notice: Notice) -> String? { notice.device.map(events.name) }

    private func add(_ drafts: [NoticeDraft]) {
        let (news, dropped) = state.withLock { state in
            let news = drafts.compactMap { draft in state.book.add(draft, words: message) }
            for notice in news { state.news[notice.kind, default: 0] += 1 }
            return (news, news.compactMap { state.queue.add($0) })
        }
        for notice in news { events.tell(notice) }
        for notice in dropped {
            logger.warning(
                "too many notices wait for the notice command, so it does not get number \(notice.number)")
        }
        changed.raise()
        if !news.isEmpty { waiting.raise() }
    }

    /// What a draft says to people.
    private func message(_ draft: NoticeDraft) -> String {
        let zone = zones.rules(of: nil)
        let device = (draft.device.map(events.name) ?? "the device").printable
        let message = draft.cause.message(device: device) { zone.civil(at: $0).withWeekday }
        // How long nobody rings is in the sentence already, and trouble with the store lasts.
        guard draft.count > 1, ![.notRinging, .reminder, .storage].contains(draft.cause.kind) else { return message }
        let subject = draft.isOfSeveral ? "With others of \(device), this" : "This"
        return "\(message) \(subject) happened \(draft.count) times since \(zone.civil(at: draft.since).withWeekday)."
    }
}
