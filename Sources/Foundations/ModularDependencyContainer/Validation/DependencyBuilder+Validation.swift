// SPDX-License-Identifier: Apache-2.0

extension DependencyBuilder {
    /// Makes the root container after checking the whole tree of modules below it; no factory runs.
    ///
    /// `modules` are the children of the root and `inputs` the run-time values that it gives them. Without `modules`,
    /// it uses the `children` and `childInputs` that `Marker` declares, as for the modules below. Throws all
    /// diagnostics at once, and what `freeze()` throws. Freezes nothing if it throws.
    public func freeze(
        validating modules: any DependencyRequirements.Type..., inputs: [InputRequirement] = []
    ) throws(DependencyError) -> DependencyContainer<Marker> {
        try check(modules, inputs: inputs)
        return try freeze()
    }

    /// As the other `freeze(validating:inputs:)`; also builds the asynchronous singletons of the root.
    public nonisolated(nonsending) func freeze(
        validating modules: any DependencyRequirements.Type..., inputs: [InputRequirement] = []
    ) async throws(DependencyError) -> DependencyContainer<Marker> {
        try check(modules, inputs: inputs)
        return try await freeze()
    }

    private func check(
        _ modules: [any DependencyRequirements.Type], inputs: [InputRequirement]
    ) throws(DependencyError) {
        let report = report(on: modules, inputs: inputs)
        if let error = DependencyError(module: readableName(of: Marker.self), diagnostics: report.errors) {
            throw error
        }
    }

    /// Checks the whole tree of modules below this root, as `freeze(validating:)` does; you can go on registering.
    public func validate(
        _ modules: any DependencyRequirements.Type..., inputs: [InputRequirement] = []
    ) -> ValidationReport {
        report(on: modules, inputs: inputs)
    }

    private func report(
        on modules: [any DependencyRequirements.Type], inputs: [InputRequirement]
    ) -> ValidationReport {
        let (core, diagnostics) = makeCore()
        let declarations = modules.isEmpty ? core.declarations : nil
        let children = declarations?.children ?? modules
        let rehearsal = Rehearsal(
            children + core.edgeChildren(besides: children), under: core,
            given: declarations?.childInputs ?? inputs)
        return ValidationReport(errors: diagnostics + rehearsal.errors, warnings: rehearsal.unused)
    }
}

/// What a check of a whole tree of modules found.
public struct ValidationReport: Sendable, CustomStringConvertible {
    /// What would fail, each with its path.
    public let errors: [DependencyError]
    /// What works but is probably a mistake.
    public let warnings: [DependencyError]

    /// Each diagnostic on a line of its own; empty if there are none.
    public var description: String {
        (errors.map { "error: \($0)" } + warnings.map { "warning: \($0)" }).joined(separator: "\n")
    }
}
