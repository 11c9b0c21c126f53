// SPDX-License-Identifier: Apache-2.0

/// Explains why a container could not be built or could not resolve a dependency.
public struct DependencyError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, as a stable word.
    public struct Code: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
        /// The word, in snake case.
        public let rawValue: String

        /// A code from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The word.
        public var description: String { rawValue }

        /// Nobody provides the dependency.
        public static let missing = Code(rawValue: "missing")
        /// Nobody provides the input, or the module does not declare it.
        public static let missingInput = Code(rawValue: "missing_input")
        /// One module registers the same type and key twice.
        public static let duplicate = Code(rawValue: "duplicate")
        /// A dependency needs itself.
        public static let cycle = Code(rawValue: "cycle")
        /// A singleton needs something scoped.
        public static let captive = Code(rawValue: "captive")
        /// A dependency is registered with one isolation and requested with the other.
        public static let isolationMismatch = Code(rawValue: "isolation_mismatch")
        /// A module registers what its parent provides without listing it as a requirement.
        public static let shadowing = Code(rawValue: "shadowing")
        /// A factory threw; the next resolution runs it again.
        public static let factoryFailed = Code(rawValue: "factory_failed")
        /// The stored value is of another type.
        public static let typeMismatch = Code(rawValue: "type_mismatch")
        /// The container was shut down.
        public static let containerClosed = Code(rawValue: "container_closed")
        /// The builder was already frozen.
        public static let frozen = Code(rawValue: "frozen")
        /// Waiting for another thread would never have ended.
        public static let deadlockAvoided = Code(rawValue: "deadlock_avoided")
        /// The configuration or `registerDependencies` of a module threw an error of its own.
        public static let registrationFailed = Code(rawValue: "registration_failed")
        /// A module that lists its children builds one that it does not list.
        public static let undeclaredChild = Code(rawValue: "undeclared_child")
        /// The type of a parameter does not say what to pass.
        public static let ambiguous = Code(rawValue: "ambiguous")
        /// A key is given for a parameter that an initialiser does not have.
        public static let noSuchParameter = Code(rawValue: "no_such_parameter")
        /// A container with asynchronous singletons is built without waiting.
        public static let needsAwait = Code(rawValue: "needs_await")
        /// An asynchronous singleton is asked for before it is built.
        public static let notReady = Code(rawValue: "not_ready")
        /// A context key has no value in the context of who asks.
        public static let contextValueFailed = Code(rawValue: "context_value_failed")
        /// No declared need leads to the registration; always a warning.
        public static let unused = Code(rawValue: "unused")
    }

    /// What went wrong.
    public let code: Code
    /// One sentence about it.
    public let message: String
    /// The chain of requests, outermost first; empty for errors of a builder.
    public private(set) var path: ResolutionPath
    /// Registrations and inputs that resemble the missing one.
    public let nearMisses: [String]
    /// The error a factory or a registration threw.
    public let underlying: (any Error & Sendable)?
    /// All diagnostics, if there is more than one; this error then summarises them.
    public private(set) var diagnostics: [DependencyError]

    init(
        _ code: Code,
        _ message: String,
        path: [ResolutionPath.Frame] = [],
        nearMisses: [String] = [],
        underlying: (any Error & Sendable)? = nil
    ) {
        self.code = code
        self.message = message
        self.path = ResolutionPath(frames: path)
        self.nearMisses = nearMisses
        self.underlying = underlying
        diagnostics = []
    }

    /// One error for all diagnostics; `nil` for none.
    init?(module: @autoclosure () -> String, diagnostics: [DependencyError]) {
        guard let first = diagnostics.first else { return nil }
        guard diagnostics.count > 1 else {
            self = first
            return
        }
        code = first.code
        message = "\(module()) cannot be built for \(diagnostics.count) reasons."
        path = ResolutionPath(frames: [])
        nearMisses = diagnostics.flatMap(\.nearMisses)
        underlying = nil
        self.diagnostics = diagnostics
    }

    /// What a factory threw: an error of the container as it is, any other as the cause of `factory_failed`.
    init(_ error: any Error, thrownBy registration: Registration, path: @autoclosure () -> [ResolutionPath.Frame]) {
        if let error = error as? DependencyError {
            self = error
        } else {
            self.init(
                .factoryFailed,
                "The factory of \(registration.label) in \(registration.module) at \(registration.source) threw.",
                path: path(), underlying: error)
        }
    }

    /// The same error with one more step in its path, and in those of its diagnostics, after the outermost `depth` steps.
    func inserting(_ frame: ResolutionPath.Frame, after depth: Int) -> DependencyError {
        var error = self
        var frames = path.frames
        if !frames.isEmpty { frames.insert(frame, at: min(depth, frames.count)) }
        error.path = ResolutionPath(frames: frames)
        error.diagnostics = diagnostics.map { $0.inserting(frame, after: depth) }
        return error
    }

    static func registrationFailed<Module>(_ module: Module.Type, _ cause: any Error) -> DependencyError {
        DependencyError(
            .registrationFailed, "\(readableName(of: module)) could not register its dependencies.",
            path: ResolutionFrame.current?.path ?? [], underlying: cause)
    }

    /// The sentence, the near misses and the path; then each diagnostic on its own line.
    public var description: String {
        var text = message
        if diagnostics.isEmpty, !nearMisses.isEmpty {
            text += " Near misses: \(nearMisses.joined(separator: "; "))."
        }
        if let underlying {
            text += " Cause: \(underlying)."
        }
        if !path.frames.isEmpty {
            text += " Path: \(path.detail)"
        }
        for diagnostic in diagnostics {
            text += "\n- \(diagnostic.description)"
        }
        return text
    }
}
