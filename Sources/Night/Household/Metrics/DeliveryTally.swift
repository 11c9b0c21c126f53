// SPDX-License-Identifier: Apache-2.0

public import DeviceModules

/// What became of the actions that were wanted of one device, since its controller began.
public struct DeliveryTally: Hashable, Sendable {
    /// What became of an action, without the reason.
    public enum Result: String, Hashable, Sendable, CaseIterable {
        /// The device reports it.
        case confirmed
        /// The device acknowledged it.
        case unconfirmed
        /// A newer value came before.
        case superseded
        /// The caller gave up.
        case cancelled
        /// It did not reach the device, or that is unknown.
        case failed

        init(_ outcome: ActionOutcome) {
            self =
                switch outcome {
                case .confirmed: .confirmed
                case .unconfirmed: .unconfirmed
                case .superseded: .superseded
                case .cancelled: .cancelled
                case .failed: .failed
                }
        }
    }

    /// How many actions had each result; those that none had are left out.
    public private(set) var actions: [Result: Int] = [:]
    /// How many deliveries followed one that had failed, and how often the sender tried again by itself.
    public private(set) var retries = 0
    private var hasFailed = false

    /// A tally of nothing.
    public init() {}

    /// Counts what became of a desired state.
    public mutating func take(_ report: DeliveryReport) {
        for result in report.results { actions[Result(result.outcome), default: 0] += 1 }
        retries += report.retries + (hasFailed ? 1 : 0)
        if case .failed = report.outcome { hasFailed = true } else { hasFailed = false }
    }
}
