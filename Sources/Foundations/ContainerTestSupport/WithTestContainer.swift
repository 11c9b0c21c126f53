// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// Builds a module with its mocks and typed inputs, and shuts both down after `body`, also when it throws.
///
/// The asynchronous singletons of the mocks and of the module are built first.
/// Throws what `TestContainer.make` and `body` throw, and a `TeardownError` if teardowns fail, which then carries the
/// error of `body`. Cancellation does not stop the shutdown.
public nonisolated(nonsending) func withTestContainer<Module: MockedDependencies, Result>(
    _ module: Module.Type,
    inputs: Module.Inputs,
    overrides: (DependencyBuilder<Module>) throws -> Void = { _ in },
    body: nonisolated(nonsending) (Module) async throws -> Result
) async throws -> Result {
    try await withTestContainer(
        module, configure: { inputs.provide(to: $0) }, overrides: overrides, body: body)
}

/// As `withTestContainer(_:inputs:overrides:body:)`; `configure` provides the inputs, if there are any.
public nonisolated(nonsending) func withTestContainer<Module: MockedDependencies, Result>(
    _ module: Module.Type,
    configure: (DependencyBuilder<Module>) throws -> Void = { _ in },
    overrides: (DependencyBuilder<Module>) throws -> Void = { _ in },
    body: nonisolated(nonsending) (Module) async throws -> Result
) async throws -> Result {
    let built = try MockedModule(module, configure: configure, overrides: overrides)
    return try await withShutdown {
        // The mocks' container shuts down what is built below it, as long as that is kept alive.
        let failures = await built.mocks.shutdown().failures
        return withExtendedLifetime(built) { failures }
    } after: {
        _ = try await built.mocks.prepared()
        return try await body(Module(built.module.container.prepared()))
    }
}

private nonisolated(nonsending) func withShutdown<Result>(
    _ shutdown: nonisolated(nonsending) () async -> [ShutdownReport.Entry],
    after body: nonisolated(nonsending) () async throws -> Result
) async throws -> Result {
    let outcome: Swift.Result<Result, any Error>
    do {
        outcome = .success(try await body())
    } catch {
        outcome = .failure(error)
    }
    let failures = await shutdown()
    guard failures.isEmpty else {
        var bodyError: (any Error)?
        if case .failure(let error) = outcome { bodyError = error }
        throw TeardownError(bodyError: bodyError, failures: failures)
    }
    return try outcome.get()
}
