// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// What an error says, without the hints.
///
/// A rehearsal knows inputs by who will give them and a container by who got them, so near misses may differ.
struct PlanDiagnostic: Hashable, CustomStringConvertible {
    let code: DependencyError.Code
    let message: String
    let path: ResolutionPath

    init(_ error: DependencyError) {
        code = error.code
        message = error.message
        path = error.path
    }

    var description: String { "\(code): \(message) \(path)" }

    /// What is wrong, wherever in the tree.
    struct Gist: Hashable {
        let code: DependencyError.Code
        let path: ResolutionPath
    }

    var gist: Gist { Gist(code: code, path: path) }

    /// Everything an error reports.
    static func all(in error: DependencyError) -> [PlanDiagnostic] {
        (error.diagnostics.isEmpty ? [error] : error.diagnostics).map(PlanDiagnostic.init)
    }

    /// The index of the registration that a diagnostic about an edge blames.
    var blamed: Int? { path.frames.first?.source?.line }

    /// The module of that registration; `nil` for a root without declarations.
    var blamedModule: Int? { path.frames.first.flatMap { PlannedModules.index(named: $0.module) } }

    /// Whether it is a cycle through the contributions of a child; any other stays in one module.
    var isCycleThroughContributions: Bool { code == .cycle && Set(path.frames.map(\.module)).count > 1 }

    /// What was found at the end of the path.
    var last: String? { path.frames.last?.description }
}
