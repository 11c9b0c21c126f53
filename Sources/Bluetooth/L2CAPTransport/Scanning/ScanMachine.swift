// SPDX-License-Identifier: Apache-2.0

/// Decides what to ask of the kernel so that an adapter looks for devices while somebody listens.
///
/// The kernel ends every search after about ten seconds and reports that, so the next one begins then. It searches for one
/// program at a time but reports what it hears to all, so while another one's search runs this one listens along. Every
/// question and every search has a deadline, whose end moves the machine by itself.
struct ScanMachine: Hashable, Sendable {
    /// What is to be done.
    enum Effect: Hashable, Sendable {
        case start
        case stop
        /// The search does not run after several attempts, or cannot; nothing follows.
        case fails(ManagementStatus?)
    }

    private enum Phase: Hashable, Sendable {
        case idle
        case asking(until: Duration)
        case searching(since: Duration)
        /// Another program's search runs; whether anything was heard of it.
        case listeningAlong(until: Duration, hasHeard: Bool)
        case pausing(until: Duration)
    }

    /// How long the kernel may take to answer; it waits for the adapter.
    static let answerLimit = Duration.seconds(4)
    /// How long a search goes on: `DISCOV_LE_TIMEOUT` of the kernel is 10.24 s.
    static let searchLimit = Duration.seconds(13)
    /// How long to listen along with another program before the next attempt.
    static let companionship = Duration.seconds(2)
    /// The pauses before the attempts after the first.
    static let pauses: [Duration] = [.milliseconds(250), .milliseconds(750), .seconds(2)]

    private var phase = Phase.idle
    /// How many attempts in a row have failed.
    private var failures = 0

    /// Whether the kernel has accepted a search of this machine, which has not ended.
    var isSearching: Bool {
        if case .searching = phase { true } else { false }
    }

    /// Whether something may be heard now.
    var isListening: Bool {
        switch phase {
        case .searching, .listeningAlong: true
        case .idle, .asking, .pausing: false
        }
    }

    /// When time is to be passed on; nil when nothing waits for it.
    var nextWake: Duration? {
        switch phase {
        case .idle: nil
        case .asking(let until), .listeningAlong(let until, _), .pausing(let until): until
        case .searching(let since): since + Self.searchLimit
        }
    }

    /// Begins to search.
    mutating func begin(at now: Duration) -> [Effect] {
        guard phase == .idle else { return [] }
        failures = 0
        return ask(at: now)
    }

    /// Takes the answer to a start.
    mutating func answered(_ status: ManagementStatus, at now: Duration) -> [Effect] {
        guard case .asking = phase else { return [] }
        switch status {
        case .success:
            phase = .searching(since: now)
            return []
        case .busy:
            phase = .listeningAlong(until: now + Self.companionship, hasHeard: false)
            return []
        case .notPowered, .blocked, .invalidIndex, .permissionDenied, .notSupported:
            phase = .idle
            return [.fails(status)]
        default: return fail(status, at: now)
        }
    }

    /// Somebody was heard.
    mutating func heard() {
        if case .listeningAlong(let until, _) = phase { phase = .listeningAlong(until: until, hasHeard: true) }
        if isListening { failures = 0 }
    }

    /// The kernel reports that a search has ended, its own or another one.
    mutating func ended(at now: Duration) -> [Effect] {
        switch phase {
        case .searching(let since):
            // A search that ends at once was stopped by another program, and this one does not fight it.
            guard now - since < Self.pauses[0] else { return ask(at: now) }
            phase = .pausing(until: now + Self.pauses[0])
            return []
        case .listeningAlong: return ask(at: now)
        case .idle, .asking, .pausing: return []
        }
    }

    /// Ends the search.
    mutating func stop() -> [Effect] {
        defer { phase = .idle }
        return isSearching ? [.stop] : []
    }

    /// Lets time pass.
    mutating func advance(to now: Duration) -> [Effect] {
        guard let nextWake, nextWake <= now else { return [] }
        switch phase {
        case .idle: return []
        case .asking: return fail(nil, at: now)
        // The report of the end was lost.
        case .searching: return ask(at: now)
        case .listeningAlong(_, let hasHeard): return hasHeard ? ask(at: now) : fail(.busy, at: now)
        case .pausing: return ask(at: now)
        }
    }

    private mutating func ask(at now: Duration) -> [Effect] {
        phase = .asking(until: now + Self.answerLimit)
        return [.start]
    }

    private mutating func fail(_ status: ManagementStatus?, at now: Duration) -> [Effect] {
        failures += 1
        guard failures <= Self.pauses.count else {
            phase = .idle
            return [.fails(status)]
        }
        phase = .pausing(until: now + Self.pauses[failures - 1])
        return []
    }
}
