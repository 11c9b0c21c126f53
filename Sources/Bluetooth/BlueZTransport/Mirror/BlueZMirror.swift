// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus

/// What is known of bluetoothd; tells observers and waiting callers about changes.
@BusActor
final class BlueZMirror {
    /// Somebody who waits for a state.
    private struct Wait {
        let isMet: @BusActor () -> Bool
        let fail: @BusActor (BusError) -> Void
    }

    /// The objects of bluetoothd.
    private(set) var tree = ObjectTree()
    /// The unique name of bluetoothd; nil while it is not on the bus.
    private(set) var owner: String?
    /// Whether the objects have been read since bluetoothd came.
    private(set) var isLoaded = false
    /// Counts how often everything known about bluetoothd was lost.
    private(set) var epoch = 0
    private var observers: [Int: @BusActor (ObjectTree.Change) -> Void] = [:]
    private var waits: [Int: Wait] = [:]
    private var identifiers = 0

    nonisolated init() {}

    /// Changes the objects; returns what has changed, for `announce`.
    func change(_ body: (inout ObjectTree) -> [ObjectTree.Change]) -> [ObjectTree.Change] {
        body(&tree)
    }

    /// Sets the name of bluetoothd, whose objects are not read yet; nil if it is not on the bus.
    func setOwner(_ name: String?) {
        owner = name
    }

    /// bluetoothd has answered the question for its objects, or is to answer it anew.
    func setLoaded(_ loaded: Bool) {
        isLoaded = loaded
    }

    /// Forgets bluetoothd and its objects; returns what has changed, for `announce`.
    func forget() -> [ObjectTree.Change] {
        owner = nil
        isLoaded = false
        epoch += 1
        return tree.removeAll()
    }

    /// A number nobody else has.
    func makeIdentifier() -> Int {
        identifiers += 1
        return identifiers
    }

    /// Calls `observer` at every change, until `removeObserver`.
    func addObserver(_ observer: @escaping @BusActor (ObjectTree.Change) -> Void) -> Int {
        let identifier = makeIdentifier()
        observers[identifier] = observer
        return identifier
    }

    /// Ends what `addObserver` began.
    func removeObserver(_ identifier: Int) {
        observers.removeValue(forKey: identifier)
    }

    /// Tells observers what has changed, and checks all waits again.
    func announce(_ changes: [ObjectTree.Change]) {
        for change in changes {
            for observer in observers.values { observer(change) }
        }
        reconsider()
    }

    /// Checks all waits again, after a change that is not in the mirror.
    func reconsider() {
        for (identifier, wait) in waits where wait.isMet() { waits.removeValue(forKey: identifier) }
    }

    /// Suspends until `probe` finds something; it is asked at every change.
    ///
    /// Throws `cancelled`, and the error of `failWaits`.
    func wait<Value: Sendable>(for probe: @escaping @BusActor () -> Value?) async throws(BusError) -> Value {
        let found = OneShot<Result<Value, BusError>>()
        let identifier = makeIdentifier()
        waits[identifier] = Wait(
            isMet: {
                guard let value = probe() else { return false }
                found.set(.success(value))
                return true
            },
            fail: { found.set(.failure($0)) })
        defer { waits.removeValue(forKey: identifier) }
        return try await found.outcome()
    }

    /// Ends all waits with an error.
    func failWaits(_ error: BusError) {
        let ended = waits
        waits = [:]
        for wait in ended.values { wait.fail(error) }
    }
}
