// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// The notices of a household, and which of them are still to be saved.
///
/// Pure: it decides what is one more of a notice that is there, and what is news.
struct NoticeBook: Hashable, Sendable {
    /// How many notices are kept; when there are more, the oldest acknowledged one goes first.
    static let capacity = 200
    /// How long something that happens again belongs to the same notice, unless that is acknowledged.
    static let window = Duration.seconds(3600)
    /// Within what time a loss of power that is noted again is the same one.
    static let oneLoss = Duration.seconds(120)

    /// What is still to be saved.
    struct Changes: Hashable, Sendable {
        /// The notices that are new or changed.
        var notices: [Notice]
        /// The numbers of those that are gone.
        var dropped: Set<Int>

        /// Whether everything is saved.
        var isEmpty: Bool { notices.isEmpty && dropped.isEmpty }
    }

    /// What notices are about.
    private struct Subject: Hashable {
        var kind: NoticeKind
        var device: MacAddress?
    }

    private var notices: [Int: Notice] = [:]
    /// The numbers of those that nobody has acknowledged: every device asks for its own whenever it looks at the time.
    private var open: [Subject: Set<Int>] = [:]
    /// The highest number there was.
    private var last: Int
    private var changed: Set<Int> = []
    private var dropped: Set<Int> = []

    /// Goes on from the notices that are stored.
    init(_ stored: [Notice] = []) {
        last = stored.map(\.number).max() ?? 0
        for notice in Dictionary(stored.map { ($0.number, $0) }, uniquingKeysWith: { _, later in later }).values {
            note(notice)
        }
    }

    /// All notices, the newest last.
    var all: [Notice] { notices.values.sorted(by: Self.isOlder) }

    /// The newest notice of a kind about an occurrence.
    func newest(_ kind: NoticeKind, of occurrence: OccurrenceKey) -> Notice? {
        notices.values.filter { $0.kind == kind && $0.occurrence == occurrence }.max(by: Self.isOlder)
    }

    /// The notices of a kind about a device that nobody has acknowledged, the newest last.
    func open(_ kind: NoticeKind, on device: MacAddress) -> [Notice] {
        let numbers = open[Subject(kind: kind, device: device)] ?? []
        return numbers.compactMap { notices[$0] }.sorted(by: Self.isOlder)
    }

    private static func isOlder(_ one: Notice, _ other: Notice) -> Bool {
        (one.at, one.number) < (other.at, other.number)
    }

    /// Takes something that happened, and returns the notice about it if that is news.
    ///
    /// What happens again within an hour is counted, and is news only if it is about another occurrence, or is an alarm
    /// that still does not ring, or that nobody answered when it rang again. That it rings after all is said in place of that. Trouble with the store lasts, and is
    /// one notice however long.
    mutating func add(_ draft: NoticeDraft, words: (NoticeDraft) -> String) -> Notice? {
        let before = all.last { !$0.isAcknowledged && isAbout($0, draft, words) }
        var draft = draft
        if let before {
            // The device and its clock say the same of one loss of power.
            let isSame = draft.cause.kind == .powerLost && abs(draft.at - before.at) < Self.oneLoss
            draft.count = isSame ? before.count : draft.count + before.count
            draft.since = min(before.since, draft.since)
        } else {
            last += 1
        }
        let notice = Notice(
            number: before?.number ?? last, at: draft.at, since: draft.since, count: draft.count,
            kind: draft.cause.kind, grade: draft.cause.grade, device: draft.device, schedule: draft.schedule,
            occurrence: draft.occurrence, message: words(draft), advice: draft.cause.advice)
        keep(notice)
        let isNews =
            before == nil || notice.kind.isNewsAgain(notice.grade) || notice.occurrence != before?.occurrence
        return isNews ? notice : nil
    }

    /// Acknowledges the notice with a number, or all for nil; returns those that were not acknowledged before, and nil
    /// when there is none with the number.
    mutating func acknowledge(_ number: Int?, at now: Instant) -> [Notice]? {
        if let number, notices[number] == nil { return nil }
        let found = all.filter { !$0.isAcknowledged && (number == nil || $0.number == number) }
        return found.map { notice in
            var notice = notice
            notice.acknowledgedAt = now
            keep(notice)
            return notice
        }
    }

    /// What is still to be saved, in the order of numbers.
    var changes: Changes {
        Changes(notices: changed.sorted().compactMap { notices[$0] }, dropped: dropped)
    }

    /// Notes what is saved by now; what has changed since then is still to be saved.
    mutating func saved(_ changes: Changes) {
        for notice in changes.notices where notices[notice.number] == notice { changed.remove(notice.number) }
        dropped.subtract(changes.dropped)
    }

    /// Whether what happened belongs to a notice.
    private func isAbout(_ notice: Notice, _ draft: NoticeDraft, _ words: (NoticeDraft) -> String) -> Bool {
        guard notice.kind == draft.cause.kind, notice.device == draft.device else { return false }
        switch notice.kind {
        case .storage: return notice.message == words(draft)
        case .notRinging where notice.occurrence != draft.occurrence: return false
        // That an alarm may not ring is about that alarm alone; that programs are behind is about none.
        case .unreachable where notice.occurrence != draft.occurrence: return false
        // That a nap does not show is not that programs are behind.
        case .unreachable where draft.occurrence == nil:
            return notice.message == words(draft) && abs(draft.at - notice.at) < Self.window
        case .reminder: return notice.occurrence == draft.occurrence
        // Each alarm has its own, unless several were missed at once.
        case .missed, .unattended, .timeChanged:
            return notice.schedule == draft.schedule && abs(draft.at - notice.at) < Self.window
        default: return abs(draft.at - notice.at) < Self.window
        }
    }

    private mutating func note(_ notice: Notice) {
        notices[notice.number] = notice
        guard !notice.isAcknowledged else { return close(notice) }
        open[Subject(kind: notice.kind, device: notice.device), default: []].insert(notice.number)
    }

    private mutating func close(_ notice: Notice) {
        let subject = Subject(kind: notice.kind, device: notice.device)
        open[subject]?.remove(notice.number)
        if open[subject]?.isEmpty == true { open[subject] = nil }
    }

    private mutating func keep(_ notice: Notice) {
        note(notice)
        changed.insert(notice.number)
        while notices.count > Self.capacity {
            let ordered = all
            guard let gone = ordered.first(where: \.isAcknowledged) ?? ordered.first else { return }
            notices[gone.number] = nil
            close(gone)
            changed.remove(gone.number)
            dropped.insert(gone.number)
        }
    }
}

private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
