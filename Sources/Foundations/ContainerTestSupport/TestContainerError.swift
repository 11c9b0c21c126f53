// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// Explains why a module could not be built with its mocks, and where a mock would help.
public struct TestContainerError: Error, Sendable, CustomStringConvertible {
    /// The module under test.
    public let module: String
    /// The container's diagnostics.
    public let diagnostics: [DependencyError]

    init<Module>(_ module: Module.Type, _ errors: [DependencyError]) {
        self.module = String(describing: module)
        diagnostics = errors.flatMap { $0.diagnostics.isEmpty ? [$0] : $0.diagnostics }
    }

    /// Each diagnostic on a line of its own, with the next step.
    public var description: String {
        let lines = diagnostics.map { "- \($0)" + (nextStep(for: $0).map { " \($0)" } ?? "") }
        return (["\(module) cannot be built with its mocks."] + lines).joined(separator: "\n")
    }

    private func nextStep(for diagnostic: DependencyError) -> String? {
        let isOnMainActor = diagnostic.path.frames.last?.isolation == .mainActor
        switch diagnostic.code {
        case .missing:
            let registrar = isOnMainActor ? "mocks.mainActor" : "mocks"
            return "(Register it with \(registrar) in \(module).registerMocks(in:), or override it in the test.)"
        case .missingInput:
            return "(Give it to the test container, or call mocks.provideInput in \(module).registerMocks(in:).)"
        case .isolationMismatch:
            return "(Register mocks of main-actor requirements with mocks.mainActor, and only those.)"
        default:
            return nil
        }
    }
}
