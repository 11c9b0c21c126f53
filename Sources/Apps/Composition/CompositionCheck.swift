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

    /// Checks every module without building anything; if that finds no error, builds the rooms of one device.
    ///
    /// Needs no radio, no device and nothing on disk.
    @MainActor
    public static func run() async -> CompositionCheck {
        await run { try AppRoot.register(in: $0, configuration: CompositionGraph.emptyConfiguration()) }
    }

    @MainActor
    static func run(registering register: (DependencyBuilder<AppRoot>) throws -> Void) async -> CompositionCheck {
        let builder = DependencyBuilder<AppRoot>()
        var errors: [Diagnostic] = []
        do { try register(builder) } catch { errors = diagnostics(error) }
        let report = builder.validate(DeviceDependencies.self, inputs: DeviceDependencies.inputRequirements)
        errors += report.errors.map(Diagnostic.init)
        var unused = report.warnings
        if errors.isEmpty {
            do {
                let live = try await CompositionGraph.liveGraph(below: try builder.freeze())
                let used = usedRegistrations(in: live)
                unused.removeAll { used.contains($0.path.frames.last.map(RegistrationName.init)) }
            } catch {
                errors = diagnostics(error)
            }
        }
        let graph = builder.graph(of: DeviceDependencies.self, inputs: DeviceDependencies.inputRequirements)
        return CompositionCheck(
            modules: graph.modules.count, registrations: graph.modules.map(\.registrations.count).reduce(0, +),
            errors: errors, warnings: unused.map(Diagnostic.init))
    }

    private static func diagnostics(_ error: any Error) -> [Diagnostic] {
        guard let error = error as? DependencyError else {
            let error = ControlError(error)
            return [Diagnostic(code: error.code.rawValue, message: error.description)]
        }
        return (error.diagnostics.isEmpty ? [error] : error.diagnostics).map(Diagnostic.init)
    }

    /// What was built or asked for: a factory that declares nothing only shows what it uses when it runs.
    private static func usedRegistrations(in graph: DependencyGraph) -> Set<RegistrationName?> {
        let targets = Set(graph.modules.flatMap(\.registrations).flatMap(\.edges).compactMap(\.target?.id))
        return Set(
            graph.modules.flatMap { module in
                module.registrations.filter { $0.isBuilt == true || targets.contains($0.id) }
                    .map { RegistrationName(module: module.name, type: $0.type, key: $0.key) }
            })
    }
}

extension CompositionCheck.Diagnostic {
    fileprivate init(_ error: DependencyError) {
        self.init(code: error.code.rawValue, message: error.description)
    }
}

/// What warnings and graphs call a registration.
private struct RegistrationName: Hashable {
    let module: String
    let type: String
    let key: String?
}

extension RegistrationName {
    init(_ frame: ResolutionPath.Frame) {
        self.init(module: frame.module, type: frame.type, key: frame.key)
    }
}
