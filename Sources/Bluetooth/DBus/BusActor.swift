// SPDX-License-Identifier: Apache-2.0

/// Isolates everything that uses a message bus, on one thread of the process (`BusThread`).
@globalActor
public actor BusActor {
    /// The only one.
    public static let shared = BusActor()

    nonisolated let thread = BusThread(name: "bus")

    /// The thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private init() {}

    /// Runs `operation` at once for a caller on the thread; ends the process on any other thread.
    ///
    /// `BusThread` calls back between two jobs, where the compiler cannot see the isolation. The standard library has
    /// this for the main actor only; it is written here in the same way.
    @discardableResult
    nonisolated static func assumeIsolated<Value: Sendable>(_ operation: @BusActor () -> Value) -> Value {
        shared.preconditionIsolated()
        return withoutActuallyEscaping(operation) { operation in
            unsafeBitCast(operation, to: (() -> Value).self)()
        }
    }
}
