// SPDX-License-Identifier: Apache-2.0

/// Work that follows a value: each id has at most one running operation, for the last value asked for.
///
/// Keeps every operation until it has ended. Releasing these tasks cancels their operations.
public actor LifecycleTasks<ID: Hashable & Sendable> {
    private var machine = LifecycleTaskMachine<ID>()
    /// The operations of requests that have not started, by request; so are the other tables.
    private var operations: [Int: @Sendable () async -> Void] = [:]
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var settlements: [Int: [FirstAnswer<LifecycleTaskOutcome>]] = [:]
    private var endings: [Int: [FirstAnswer<Bool>]] = [:]
    private let end = FirstAnswer<Bool>()

    /// Starts with nothing to do.
    public init() {}

    deinit {
        for task in tasks.values { task.cancel() }
    }

    /// Runs `operation` with `value`, unless an operation of this id with an equal value runs already.
    ///
    /// An operation with another value or type is cancelled first; the call waits until it has ended and the new
    /// operation has started. If several calls wait, the last one wins. Calls for other ids do not wait. If an
    /// operation ended by itself, the same value starts it again.
    ///
    /// A cancelled caller stops waiting and gets `pending`; the new operation still starts in its turn. So does the
    /// running operation of this id, which would otherwise wait for its own end. After `shutdown` nothing happens, and
    /// the call returns `closed`.
    @discardableResult
    public func run<Value: Equatable & Sendable>(
        _ id: ID, value: Value, operation: @escaping @Sendable (Value) async -> Void
    ) async -> LifecycleTaskOutcome {
        let isOwn = isOperation(of: id)
        let (reply, effects) = machine.run(id, LifecycleTaskValue(value))
        let number: Int
        switch reply {
        case .settled(let outcome): return outcome
        case .joined(let request): number = request
        case .requested(let request):
            number = request
            operations[request] = { await operation(value) }
        }
        let answer = FirstAnswer<LifecycleTaskOutcome>()
        settlements[number, default: []].append(answer)
        perform(effects)
        if isOwn { answer.give(.pending) }
        return await answer.value(ifCancelled: .pending)
    }

    /// Cancels the operation of an id and waits until it has ended; a value that waits for its turn is dropped.
    ///
    /// The wait outlasts the caller's cancellation, except inside an operation of these tasks, for which another call
    /// may be waiting. From the running operation of this id the call returns at once.
    public func cancel(_ id: ID) async {
        let isOwn = isOperation(of: id)
        let isInside = isOperation
        let (number, effects) = machine.cancel(id)
        let answer = FirstAnswer<Bool>()
        if let number, !isOwn { endings[number, default: []].append(answer) } else { answer.give(true) }
        perform(effects)
        _ = isInside ? await answer.value(ifCancelled: true) : await answer.value
    }

    /// Cancels every operation, newest start first, one after the other, and waits for the last to end.
    ///
    /// The wait outlasts the caller's cancellation. A second call waits for the same end. From inside an operation of
    /// these tasks the call returns at once and the shutdown goes on.
    public func shutdown() async {
        let isInside = isOperation
        perform(machine.shutdown())
        if !isInside { _ = await end.value }
    }

    private func perform(_ effects: [LifecycleTaskMachine<ID>.Effect]) {
        for effect in effects {
            switch effect {
            case .start(let number, let id): start(number, id)
            case .cancel(let number): tasks[number]?.cancel()
            case .settle(let number, let outcome):
                operations[number] = nil
                for answer in settlements.removeValue(forKey: number) ?? [] { answer.give(outcome) }
            case .finish: end.give(true)
            }
        }
    }

    private func start(_ number: Int, _ id: ID) {
        guard let operation = operations[number] else { return }
        let scope = LifecycleTaskScope(owner: ObjectIdentifier(self), number: number)
        tasks[number] = OwnedTask.start { [weak self] in
            await LifecycleTaskScope.$current.withValue(scope) { await operation() }
            await self?.ended(number, id)
        }
    }

    private func ended(_ number: Int, _ id: ID) {
        tasks[number] = nil
        perform(machine.ended(id))
        for answer in endings.removeValue(forKey: number) ?? [] { answer.give(true) }
    }

    /// The request whose operation the caller is part of, if it still runs.
    private var caller: Int? {
        guard let scope = LifecycleTaskScope.current, scope.owner == ObjectIdentifier(self),
            tasks[scope.number] != nil
        else { return nil }
        return scope.number
    }

    private var isOperation: Bool { caller != nil }

    private func isOperation(of id: ID) -> Bool {
        caller.map { $0 == machine.running(id) } ?? false
    }
}

/// The operation that runs on a call stack.
private struct LifecycleTaskScope: Sendable {
    let owner: ObjectIdentifier
    let number: Int

    @TaskLocal static var current: LifecycleTaskScope?
}

/// The outcome of a call of `LifecycleTasks.run`.
public enum LifecycleTaskOutcome: Hashable, Sendable {
    /// The value's operation started.
    case started
    /// An operation with an equal value runs already.
    case unchanged
    /// The operation will not start: a later call changed the value again, or cancelled the id.
    case superseded
    /// The caller stopped waiting; the operation starts when the old one has ended, unless it is superseded.
    case pending
    /// The operation will not start: the tasks were shut down.
    case closed
}
