// SPDX-License-Identifier: Apache-2.0

/// Decides which operations start and which are cancelled; at most one per id runs.
///
/// Every call that may start an operation is a request with its own number.
struct LifecycleTaskMachine<ID: Hashable & Sendable>: Sendable {
    enum Effect: Hashable, Sendable {
        /// Start the operation of a request; call `ended` when it has ended for any reason.
        case start(Int, ID)
        /// Cancel the operation of a request that was started.
        case cancel(Int)
        /// Answer the caller; an operation that has not started is no longer needed.
        case settle(Int, LifecycleTaskOutcome)
        /// The shutdown is over.
        case finish
    }

    /// What a call of `run` waits for.
    enum Reply: Hashable, Sendable {
        case settled(LifecycleTaskOutcome)
        /// A new request.
        case requested(Int)
        /// An earlier request for the same value.
        case joined(Int)
    }

    private struct Request {
        let number: Int
        let value: LifecycleTaskValue
    }

    private struct Entry {
        var running: Request
        /// Its place in the order of starts, which differs from the order of requests.
        var order: Int
        var isCancelled = false
        /// Starts when the running one has ended.
        var wanted: Request?
    }

    private var entries: [ID: Entry] = [:]
    private var isClosed = false
    private var requestCount = 0
    private var startCount = 0

    /// The request that runs for an id.
    func running(_ id: ID) -> Int? {
        entries[id]?.running.number
    }

    mutating func run(_ id: ID, _ value: LifecycleTaskValue) -> (reply: Reply, effects: [Effect]) {
        guard !isClosed else { return (.settled(.closed), []) }
        guard var entry = entries[id] else {
            let request = makeRequest(value)
            return (.requested(request.number), start(request, id))
        }
        if !entry.isCancelled, entry.running.value == value { return (.settled(.unchanged), []) }
        if let wanted = entry.wanted, wanted.value == value { return (.joined(wanted.number), []) }
        let request = makeRequest(value)
        let effects = Self.stop(&entry, replacing: request)
        entries[id] = entry
        return (.requested(request.number), effects)
    }

    /// Returns the request to wait for.
    mutating func cancel(_ id: ID) -> (ending: Int?, effects: [Effect]) {
        guard var entry = entries[id] else { return (nil, []) }
        let effects = Self.stop(&entry, replacing: nil)
        entries[id] = entry
        return (entry.running.number, effects)
    }

    /// The operation that ran for an id has ended, by itself or after it was cancelled.
    mutating func ended(_ id: ID) -> [Effect] {
        guard let entry = entries.removeValue(forKey: id) else { return [] }
        if let wanted = entry.wanted { return start(wanted, id) }
        return isClosed ? endNewest() : []
    }

    /// From here on nothing starts; running operations are cancelled one after the other, newest start first.
    mutating func shutdown() -> [Effect] {
        guard !isClosed else { return [] }
        isClosed = true
        var effects: [Effect] = []
        for id in entries.keys {
            guard let wanted = entries[id]?.wanted else { continue }
            entries[id]?.wanted = nil
            effects.append(.settle(wanted.number, .closed))
        }
        return effects + endNewest()
    }

    private mutating func makeRequest(_ value: LifecycleTaskValue) -> Request {
        requestCount += 1
        return Request(number: requestCount, value: value)
    }

    private mutating func start(_ request: Request, _ id: ID) -> [Effect] {
        startCount += 1
        entries[id] = Entry(running: request, order: startCount)
        return [.start(request.number, id), .settle(request.number, .started)]
    }

    private static func stop(_ entry: inout Entry, replacing request: Request?) -> [Effect] {
        var effects: [Effect] = []
        if let wanted = entry.wanted { effects.append(.settle(wanted.number, .superseded)) }
        if !entry.isCancelled { effects.append(.cancel(entry.running.number)) }
        entry.isCancelled = true
        entry.wanted = request
        return effects
    }

    /// Cancels the newest operation, unless it was cancelled already and has not ended yet.
    private mutating func endNewest() -> [Effect] {
        guard let (id, newest) = entries.max(by: { $0.value.order < $1.value.order }) else { return [.finish] }
        guard !newest.isCancelled else { return [] }
        entries[id]?.isCancelled = true
        return [.cancel(newest.running.number)]
    }
}

/// A value of any type, equal only to equal values of the same type.
struct LifecycleTaskValue: Equatable, Sendable {
    private let value: any Equatable & Sendable

    init(_ value: any Equatable & Sendable) {
        self.value = value
    }

    static func == (left: LifecycleTaskValue, right: LifecycleTaskValue) -> Bool {
        func isEqual<Value: Equatable>(_ value: Value) -> Bool {
            guard type(of: right.value) == Value.self, let other = right.value as? Value else { return false }
            return value == other
        }
        return isEqual(left.value)
    }
}
