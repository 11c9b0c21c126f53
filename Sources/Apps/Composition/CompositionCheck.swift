// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import ControlServices
import ModularDependencyContainer
import SleepModel

/// What a check of the whole composition found.
public struct CompositionCheck: Encodable, Hashable, Sendable {
    /// One thing that is wrong, or probably not meant.
    public struct Diagnostic: Encodable, Hashable, Sendable {
        /// The stable code.
        public let code: String
        /// What it is, with what leads there.
        public let message: String
    }

    /// How many modules were checked.
    public let modules: Int
    /// How many registrations they have.
    public let registrations: Int
    /// What keeps this program from working.
    public let errors: [Diagnostic]
    /// What works and is probably not meant.
    public let warnings: [Diagnostic]

    /// Checks every module without building anything.
    ///
    /// Needs no radio, no device and nothing on disk.
    public static func run() -> CompositionCheck {
        run { try AppRoot.register(in: $0) }
    }

    static func run(registering register: (DependencyBuilder<AppRoot>) throws -> Void) -> CompositionCheck {
        // Nothing is built, so nothing of the world is needed.
        let builder = DependencyBuilder<AppRoot>(context: HouseholdContext.testing().values)
        var errors: [Diagnostic] = []
        do { try register(builder) } catch { errors = diagnostics(error) }
        let report = builder.validate(HouseholdDependencies.self, CaptureDependencies.self)
        errors += report.errors.map(Diagnostic.init)
        let graph = builder.graph(of: HouseholdDependencies.self, CaptureDependencies.self)
        return CompositionCheck(
            modules: graph.modules.count, registrations: graph.modules.map(\.registrations.count).reduce(0, +),
            errors: errors, warnings: report.warnings.map(Diagnostic.init))
    }

    private static func diagnostics(_ error: any Error) -> [Diagnostic] {
        guard let error = error as? DependencyError else {
            let error = ControlError(error)
            return [Diagnostic(code: error.code.rawValue, message: error.description)]
        }
        return (error.diagnostics.isEmpty ? [error] : error.diagnostics).map(Diagnostic.init)
    }
}

extension CompositionCheck.Diagnostic {
    fileprivate init(_ error: DependencyError) {
        self.init(code: error.code.rawValue, message: error.description)
    }
}
