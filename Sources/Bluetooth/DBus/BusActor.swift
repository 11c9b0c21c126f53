// SPDX-License-Identifier: Apache-2.0

/// The isolation of all that speaks to a message bus: one thread of the process, see `BusThread`.
@globalActor
public actor BusActor {
    /// The only one.
    public static let shared = BusActor()

    nonisolated let thread = BusThread(name: "bus")

    /// The thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private init() {}

    /// Runs `operation` at once for a caller that is on the thread, but not in a job; ends the process anywhere else.
    ///
    /// For `BusThread`, which calls back between two jobs, where the compiler cannot see the isolation. Written as
    /// `MainActor.assumeIsolated` is in the standard library, which has it for the main actor only.
    @discardableResult
    nonisolated static func assumeIsolated<Value: Sendable>(_ operation: @BusActor () -> Value) -> Value {
        shared.preconditionIsolated()
        return withoutActuallyEscaping(operation) { operation in
            unsafeBitCast(operation, to: (() -> Value).self)()
        }
    }
}
