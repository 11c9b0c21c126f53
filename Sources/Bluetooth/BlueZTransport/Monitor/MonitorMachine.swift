// SPDX-License-Identifier: Apache-2.0

import DBus

/// Decides what to ask of bluetoothd so that it reports devices by itself, and whether it does.
///
/// bluetoothd asks for the monitor when it is registered, and then activates it, or releases it if the kernel refuses it;
/// it may also release it at any later time (source: bluez 5.66 `src/adv_monitor.c`). A monitor that is refused or released
/// is taken back and registered anew after a pause, and until then Lull searches as if there were none.
struct MonitorMachine: Hashable, Sendable {
    /// What bluetoothd is asked.
    enum Request: Hashable, Sendable {
        case register(ObjectPath)
        case unregister(ObjectPath)
    }

    /// What is to be done.
    enum Effect: Hashable, Sendable {
        /// Ask bluetoothd, and tell `answered` with the number what it says.
        case ask(Request, number: Int)
        /// Whether the monitor is active has changed.
        case changed
    }

    private enum Phase: Hashable, Sendable {
        case idle
        case asking(Request, until: Duration)
        /// bluetoothd knows the monitor, and is to activate it until then.
        case accepted(ObjectPath, until: Duration)
        case active(ObjectPath)
        case pausing(ObjectPath, until: Duration)
    }

    /// What bluetoothd has said of the monitor that is being registered, which may come before the answer.
    private enum Word: Hashable, Sendable {
        case activated
        case released
    }

    /// How long bluetoothd may take to answer, and then to activate the monitor; neither needs a radio.
    static let answerLimit = Duration.seconds(10)
    /// The pause after the first failure in a row; each further one doubles it.
    static let firstPause = Duration.seconds(60)
    /// The longest pause.
    static let longestPause = Duration.seconds(3600)

    private var phase = Phase.idle
    /// The adapter to watch with; nil while nobody listens, or no adapter can.
    private var wanted: ObjectPath?
    private var word: Word?
    private var failures = 0
    private var number = 0

    /// Whether the monitor is active.
    var isActive: Bool { if case .active = phase { true } else { false } }

    /// The adapter that has the monitor, or is to get it.
    var adapter: ObjectPath? {
        switch phase {
        case .asking(.register(let adapter), _), .accepted(let adapter, _), .active(let adapter): adapter
        case .idle, .asking, .pausing: nil
        }
    }

    /// When time is to be passed on; nil when nothing waits for it.
    var nextWake: Duration? {
        switch phase {
        case .idle, .active: nil
        case .pausing where wanted == nil: nil
        case .asking(_, let until), .accepted(_, let until), .pausing(_, let until): until
        }
    }

    /// Watches with an adapter from now on; nil for no watch.
    mutating func want(_ adapter: ObjectPath?, at now: Duration) -> [Effect] {
        wanted = adapter
        return step(at: now)
    }

    /// Takes what bluetoothd answers to the question with a number; a late answer is nothing.
    mutating func answered(_ number: Int, _ error: BusError?, at now: Duration) -> [Effect] {
        guard number == self.number, case .asking(let request, _) = phase else { return [] }
        switch request {
        // What cannot be taken back is not there.
        case .unregister(let adapter): return takenBack(from: adapter, at: now)
        case .register(let adapter):
            guard error == nil, word != .released else { return fail(adapter, at: now) }
            phase = .accepted(adapter, until: now + Self.answerLimit)
            return (word == .activated ? activated() : []) + step(at: now)
        }
    }

    /// bluetoothd has activated the monitor.
    mutating func activated() -> [Effect] {
        switch phase {
        case .asking(.register, _): word = .activated
        case .accepted(let adapter, _):
            (phase, failures) = (.active(adapter), 0)
            return [.changed]
        case .idle, .asking, .active, .pausing: break
        }
        return []
    }

    /// bluetoothd does not watch for the monitor, or does not any more.
    mutating func released(at now: Duration) -> [Effect] {
        switch phase {
        case .asking(.register, _): word = .released
        case .accepted(let adapter, _), .active(let adapter): return fail(adapter, at: now)
        case .idle, .asking, .pausing: break
        }
        return []
    }

    /// Notes that an adapter, or its monitors, went away.
    mutating func lost(_ adapter: ObjectPath) -> [Effect] {
        guard self.adapter == adapter else { return [] }
        return forget()
    }

    /// Forgets everything, as bluetoothd itself is another one now.
    mutating func forget() -> [Effect] {
        defer { (phase, wanted, failures, number) = (.idle, nil, 0, number + 1) }
        return isActive ? [.changed] : []
    }

    /// Lets time pass.
    mutating func advance(to now: Duration) -> [Effect] {
        guard let nextWake, nextWake <= now else { return step(at: now) }
        switch phase {
        case .idle, .active: return step(at: now)
        case .asking(.unregister(let adapter), _): return takenBack(from: adapter, at: now)
        case .asking(.register(let adapter), _), .accepted(let adapter, _): return fail(adapter, at: now)
        case .pausing:
            phase = .idle
            return step(at: now)
        }
    }

    /// Takes the next step towards what is wanted, unless something is under way.
    private mutating func step(at now: Duration) -> [Effect] {
        switch phase {
        case .idle: return wanted.map { ask(.register($0), at: now) } ?? []
        case .accepted(let adapter, _) where adapter != wanted: return ask(.unregister(adapter), at: now)
        case .active(let adapter) where adapter != wanted: return [.changed] + ask(.unregister(adapter), at: now)
        case .pausing(let adapter, _) where wanted != nil && adapter != wanted:
            (phase, failures) = (.idle, 0)
            return step(at: now)
        case .asking, .accepted, .active, .pausing: return []
        }
    }

    private mutating func ask(_ request: Request, at now: Duration) -> [Effect] {
        (number, word) = (number + 1, nil)
        phase = .asking(request, until: now + Self.answerLimit)
        return [.ask(request, number: number)]
    }

    /// The monitor does not work: what bluetoothd knows of it is taken back first.
    private mutating func fail(_ adapter: ObjectPath, at now: Duration) -> [Effect] {
        let change: [Effect] = isActive ? [.changed] : []
        failures += 1
        return change + ask(.unregister(adapter), at: now)
    }

    private mutating func takenBack(from adapter: ObjectPath, at now: Duration) -> [Effect] {
        phase = .idle
        guard failures > 0 else { return step(at: now) }
        let pause = Self.firstPause * (1 << min(failures - 1, 6))
        phase = .pausing(adapter, until: now + min(pause, Self.longestPause))
        return step(at: now)
    }
}
