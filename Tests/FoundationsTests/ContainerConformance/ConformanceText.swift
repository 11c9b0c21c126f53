// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// What errors and reports say, whole and in a form that a test can write down.
enum ConformanceText {
    /// Every step of a path: `module: type[key] scope isolation source`, with a dash for what is not there.
    static func steps(_ error: DependencyError?) -> [String]? {
        error?.path.frames.map { frame in
            let scope = frame.scope?.rawValue ?? "-"
            let source = frame.source?.description ?? "-"
            return "\(frame.module): \(frame) \(scope) \(frame.isolation.rawValue) \(source)"
        }
    }

    /// The code of every diagnostic and its path.
    static func diagnostics(_ errors: [DependencyError]) -> [String] {
        errors.map { "\($0.code): \($0.path)" }
    }

    /// The diagnostics of one error, itself if it is the only one.
    static func diagnostics(_ error: DependencyError?) -> [String] {
        error.map { diagnostics($0.diagnostics.isEmpty ? [$0] : $0.diagnostics) } ?? []
    }
}
