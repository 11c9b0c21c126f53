// SPDX-License-Identifier: Apache-2.0

extension DependencyBuilder {
    /// Makes the root container after checking the whole tree of modules below it; no factory runs.
    ///
    /// `modules` are the children of the root and `inputs` the run-time values it gives them; without any, what `Marker`
    /// declares as `children` and `childInputs`, as for the modules below. Throws every diagnostic at once, and what `freeze()` throws; nothing is
    /// frozen then.
    public func freeze(
        validating modules: any DependencyRequirements.Type..., inputs: [InputRequirement] = []
    ) throws(DependencyError) -> DependencyContainer<Marker> {
        let report = report(on: modules, inputs: inputs)
        if let error = DependencyError(module: readableName(of: Marker.self), diagnostics: report.errors) {
            throw error
        }
        return try freeze()
    }

    /// Checks the whole tree of modules below this root, as `freeze(validating:)` does, and goes on registering.
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
        let rehearsal = Rehearsal(
            declarations?.children ?? modules, under: core, given: declarations?.childInputs ?? inputs)
        return ValidationReport(errors: diagnostics + rehearsal.errors, warnings: rehearsal.unused)
    }
}
