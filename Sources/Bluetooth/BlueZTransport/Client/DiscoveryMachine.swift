// SPDX-License-Identifier: Apache-2.0

import DBus

/// Decides what to ask of bluetoothd so that it looks for devices while somebody listens, and whether it does.
///
/// bluetoothd takes one change at a time. It answers every start that fails with `InProgress`, and then looks for nothing;
/// and it may answer nothing at all when another program asks at the same time (source: bluez 5.66 `src/adapter.c`,
/// `start_discovery_complete` and `start_discovery_timeout`). So a search runs when bluetoothd has accepted it and shows
/// that it searches; every question has a deadline; and what fails is stopped, and tried again after a pause.
struct DiscoveryMachine: Hashable, Sendable {
    /// What bluetoothd is asked.
    enum Request: Hashable, Sendable {
        case start(ObjectPath)
        case stop(ObjectPath)
    }

    /// What is to be done.
    enum Effect: Hashable, Sendable {
        /// Ask bluetoothd, and tell `answered` with the number what it says.
        case ask(Request, number: Int)
        /// The search runs.
        case runs
        /// It does not run after several attempts.
        case fails(BusError)
    }

    private enum Phase: Hashable, Sendable {
        case idle
        case asking(Request, until: Duration)
        /// bluetoothd has accepted the search, and is to show until then that it searches.
        case accepted(ObjectPath, until: Duration)
        case running(ObjectPath)
        case pausing(until: Duration)
    }

    /// How long bluetoothd may take to answer; it needs no radio for that.
    static let answerLimit = Duration.seconds(4)
    /// How long an accepted search may take to show that it searches.
    static let proofLimit = Duration.seconds(2)
    /// The pauses before the attempts after the first.
    static let pauses: [Duration] = [.milliseconds(250), .milliseconds(750), .seconds(2)]

    private var phase = Phase.idle
    /// The adapter to search with; nil while nobody listens.
    private var wanted: ObjectPath?
    /// How many attempts in a row have failed.
    private var failures = 0
    private var lastError = BusError.silence
    private var number = 0

    /// Whether the search runs with an adapter.
    func isRunning(on adapter: ObjectPath) -> Bool { phase == .running(adapter) }

    /// When time is to be passed on; nil when nothing waits for it.
    var nextWake: Duration? {
        switch phase {
        case .idle, .running: nil
        case .asking(_, let until), .accepted(_, let until), .pausing(let until): until
        }
    }

    /// Searches with an adapter from now on; nil for no search.
    mutating func want(_ adapter: ObjectPath?, at now: Duration) -> [Effect] {
        wanted = adapter
        if adapter == nil { failures = 0 }
        return advance(to: now)
    }

    /// Takes what bluetoothd answers to the question with a number; a late answer is nothing.
    mutating func answered(_ number: Int, _ error: BusError?, at now: Duration) -> [Effect] {
        guard number == self.number, case .asking(let request, _) = phase else { return [] }
        switch (request, error) {
        case (.stop, _):
            // What cannot be stopped does not run.
            return stopped(at: now)
        case (.start(let adapter), nil):
            phase = .accepted(adapter, until: now + Self.proofLimit)
            return step(at: now)
        case (.start(let adapter), let error?):
            return fail(error, on: adapter, at: now)
        }
    }

    /// Takes a sign of life: bluetoothd says that it searches with an adapter, or has heard something with it.
    mutating func proved(on adapter: ObjectPath) -> [Effect] {
        guard case .accepted(adapter, _) = phase else { return [] }
        (phase, failures) = (.running(adapter), 0)
        return wanted == adapter ? [.runs] : []
    }

    /// Notes that an adapter went off or away, which ends its search, and fails one that does not run yet.
    mutating func lost(_ adapter: ObjectPath) -> [Effect] {
        guard acceptedAdapter == adapter else { return [] }
        let ran = isRunning(on: adapter)
        phase = .idle
        guard !ran, wanted == adapter else { return [] }
        (wanted, failures) = (nil, 0)
        return [.fails(.adapterOff)]
    }

    /// The adapter with which bluetoothd has accepted to search.
    var acceptedAdapter: ObjectPath? {
        switch phase {
        case .accepted(let adapter, _), .running(let adapter): adapter
        case .idle, .asking, .pausing: nil
        }
    }

    /// Forgets everything, as bluetoothd itself is another one now.
    mutating func forget() {
        (phase, wanted, failures) = (.idle, nil, 0)
        number += 1
    }

    /// Lets time pass.
    mutating func advance(to now: Duration) -> [Effect] {
        guard let nextWake, nextWake <= now else { return step(at: now) }
        switch phase {
        case .idle, .running: return step(at: now)
        case .asking(.stop, _): return stopped(at: now)
        case .asking(.start(let adapter), _):
            return fail(.noAnswer, on: adapter, at: now)
        case .accepted(let adapter, _):
            return fail(.silence, on: adapter, at: now)
        case .pausing:
            phase = .idle
            return step(at: now)
        }
    }

    /// Takes the next step towards what is wanted, unless something is under way.
    private mutating func step(at now: Duration) -> [Effect] {
        switch phase {
        case .idle:
            guard let wanted else { return [] }
            return ask(.start(wanted), at: now)
        case .accepted(let adapter, _) where adapter != wanted, .running(let adapter) where adapter != wanted:
            return ask(.stop(adapter), at: now)
        case .running: return [.runs]
        case .pausing where wanted == nil:
            phase = .idle
            return []
        case .asking, .accepted, .pausing: return []
        }
    }

    private mutating func ask(_ request: Request, at now: Duration) -> [Effect] {
        number += 1
        phase = .asking(request, until: now + Self.answerLimit)
        return [.ask(request, number: number)]
    }

    /// A start has failed: what is left of it is stopped, and after a pause comes the next attempt, or none.
    private mutating func fail(_ error: BusError, on adapter: ObjectPath, at now: Duration) -> [Effect] {
        failures += 1
        lastError = error
        return ask(.stop(adapter), at: now)
    }

    private mutating func stopped(at now: Duration) -> [Effect] {
        phase = .idle
        guard failures > 0, wanted != nil else { return step(at: now) }
        guard failures <= Self.pauses.count else {
            (wanted, failures) = (nil, 0)
            return [.fails(lastError)]
        }
        phase = .pausing(until: now + Self.pauses[failures - 1])
        return []
    }
}

extension BusError {
    /// bluetoothd did not answer a change of the search.
    static let noAnswer = BusError(name: BusError.timedOut, message: "bluetoothd did not answer.")
    /// bluetoothd accepted the search, and does not search.
    static let silence = BusError(name: "app.lull.Error.Silence", message: "bluetoothd does not search.")
    /// The adapter went off or away before the search ran.
    static let adapterOff = BusError(name: "app.lull.Error.AdapterOff", message: "The adapter is off.")
}
