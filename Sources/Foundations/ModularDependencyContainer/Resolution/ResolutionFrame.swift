// SPDX-License-Identifier: Apache-2.0

/// One running factory, linked to the factory that asked for it; exists only while factories run.
final class ResolutionFrame: Sendable {
    /// Deeper than any real graph; only a module that builds itself as its own child reaches it.
    static let maximumDepth = 200

    let registration: Registration
    /// The container whose scoped instances the factory sees.
    let scope: ContainerCore
    let parent: ResolutionFrame?
    /// How many factories run on this call stack.
    let depth: Int
    /// The thread it runs on; factories cannot suspend, so one thread is one call stack.
    let thread: UInt
    private let hasFinished = Flag()
    private let latch = Lock<Void>(())

    init(registration: Registration, scope: ContainerCore, parent: ResolutionFrame?) {
        self.registration = registration
        self.scope = scope
        self.parent = parent
        depth = (parent?.depth ?? 0) + 1
        thread = PlatformThread.current
    }

    @TaskLocal private static var bound: ResolutionFrame?

    /// The innermost factory running on this call stack.
    ///
    /// A task that a factory starts inherits the binding, but belongs to the call stack only if it runs inside it.
    static var current: ResolutionFrame? {
        guard let frame = bound, !frame.isFinished, frame.thread == PlatformThread.current else {
            return nil
        }
        return frame
    }

    var isFinished: Bool { hasFinished.isSet }

    /// Runs the factory with this frame as the current one and turns what it throws into a `DependencyError`.
    func run<Result>(_ factory: () throws -> Result) throws(DependencyError) -> Result {
        do {
            return try Self.$bound.withValue(self) { try factory() }
        } catch {
            throw DependencyError(error, thrownBy: registration, path: path)
        }
    }

    /// Runs an asynchronous factory; this frame is the current one until the factory first changes its thread.
    nonisolated(nonsending) func run(
        _ factory: @escaping Registration.AsynchronousFactory, with handle: ContainerReference
    ) async throws(DependencyError) -> any AnyObject & Sendable {
        do {
            return try await Self.$bound.withValue(self) { try await factory(handle) }
        } catch {
            throw DependencyError(error, thrownBy: registration, path: path)
        }
    }

    /// Marks the end of the factory, so that its handle no longer belongs to a running resolution.
    func finish() {
        hasFinished.set()
    }

    /// Makes `wait` block until `body` returns.
    ///
    /// The latch guards no state. Threads that need the same instance wait on it, unless this call stack may wait for
    /// them (`WaitForGraph`).
    func holdLatch<Result>(_ body: () throws(DependencyError) -> Result) throws(DependencyError) -> Result {
        var outcome: Swift.Result<Result, DependencyError>?
        latch.withLock { _ in
            do throws(DependencyError) {
                outcome = .success(try body())
            } catch {
                outcome = .failure(error)
            }
        }
        guard let outcome else {
            throw DependencyError(.factoryFailed, "The factory of \(registration.label) did not run.", path: path)
        }
        return try outcome.get()
    }

    /// Blocks until the frame's builder is done.
    func wait() {
        latch.withLock { _ in }
    }

    /// Whether the factory of a registration runs in this frame or in one that led to it; for scoped instances, whether
    /// it runs for the same container.
    func isBuilding(_ registration: Registration, for scope: ContainerCore) -> Bool {
        var frame: ResolutionFrame? = self
        while let running = frame {
            if running.registration === registration, registration.scope != .scoped || running.scope === scope {
                return true
            }
            frame = running.parent
        }
        return false
    }

    /// This frame and those that led to it, innermost first.
    var chain: [ResolutionFrame] {
        Array(sequence(first: self, next: \.parent))
    }

    /// This frame and those that led to it, outermost first.
    var path: [ResolutionPath.Frame] {
        chain.reversed().map(\.registration.pathFrame)
    }
}
