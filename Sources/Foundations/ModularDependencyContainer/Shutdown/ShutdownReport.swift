// SPDX-License-Identifier: Apache-2.0

/// What a shutdown tore down, and what did not end in time.
public struct ShutdownReport: Sendable, CustomStringConvertible {
    /// How one piece of the shutdown's work went.
    public enum Outcome: Sendable {
        /// It ended.
        case ended
        /// It threw.
        case failed(any Error)
        /// It still ran when its time was up, and was cancelled and left behind.
        case timedOut
    }

    /// What the shutdown waited for.
    public enum Work: Hashable, Sendable {
        /// A factory that was running when the shutdown began; reported only if it did not end in time.
        case factory
        /// The teardown of an instance.
        case teardown
    }

    /// One instance that had a teardown, or one factory that did not end.
    public struct Entry: Sendable, CustomStringConvertible {
        /// The module that registered it.
        public var module: String { readableName(of: marker) }
        /// Its type.
        public var type: String { readableName(of: value) }
        /// The description of its key.
        public let key: String?
        /// What was waited for.
        public let work: Work
        /// How that went.
        public let outcome: Outcome
        /// How long the shutdown waited for it, on the clock of the shutdown.
        public let duration: Duration

        // Names take time, and mostly nobody reads them.
        let marker: any Any.Type
        let value: any Any.Type

        /// What its teardown threw.
        public var failure: (any Error)? {
            guard case .failed(let error) = outcome else { return nil }
            return error
        }

        /// Whether it was left behind.
        public var isTimedOut: Bool {
            guard case .timedOut = outcome else { return false }
            return true
        }

        /// Module, type and key, the outcome and how long it took.
        public var description: String {
            let label = work == .factory ? "factory of \(labelled(type, key))" : labelled(type, key)
            return switch outcome {
            case .ended: "\(module): \(label) ended after \(duration)"
            case .failed(let error): "\(module): \(label) failed after \(duration): \(error)"
            case .timedOut: "\(module): \(label) was still running after \(duration)"
            }
        }
    }

    /// Every instance with a teardown in the order they were torn down, and every factory that did not end in time.
    public let entries: [Entry]

    /// The entries whose teardown threw.
    public var failures: [Entry] {
        entries.filter { $0.failure != nil }
    }

    /// The entries that were left behind.
    public var timedOut: [Entry] {
        entries.filter(\.isTimedOut)
    }

    /// How many ended, failed and timed out, then one line for each entry.
    public var description: String {
        let ended = entries.count - failures.count - timedOut.count
        let counts = "\(ended) ended, \(failures.count) failed, \(timedOut.count) timed out"
        return ([counts] + entries.map(\.description)).joined(separator: "\n")
    }
}
