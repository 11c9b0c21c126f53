// SPDX-License-Identifier: Apache-2.0

public import GATT
public import SleepModel

/// What became of one action.
public enum ActionOutcome: Hashable, Sendable {
    /// The device reports what was asked for.
    case confirmed
    /// The device acknowledged it but does not report it, or was not asked for a report.
    case unconfirmed
    /// A newer value of the channel came before this one was sent or verified.
    case superseded
    /// The caller gave up before it was confirmed; it may have been sent.
    case cancelled
    /// It did not reach the device, or that is unknown.
    case failed(GATTError)
}

/// One action with what became of it.
public struct ActionResult: Hashable, Sendable {
    /// The action.
    public var action: DeviceAction
    /// What became of it.
    public var outcome: ActionOutcome

    /// Makes a result.
    public init(_ action: DeviceAction, _ outcome: ActionOutcome) {
        self.action = action
        self.outcome = outcome
    }
}

/// What became of a desired state, action by action.
public struct DeliveryReport: Hashable, Sendable {
    /// One result for each action, in their order.
    public var results: [ActionResult]
    /// What the device reported last; nil when it did not.
    public var state: DeviceState?
    /// How long the next attempt waits after a failed connection.
    public var coolDown: Duration
    /// How often the sender tried again by itself.
    public var retries: Int

    /// Makes a report.
    public init(_ results: [ActionResult], state: DeviceState?, coolDown: Duration = .zero, retries: Int = 0) {
        self.results = results
        self.state = state
        self.coolDown = coolDown
        self.retries = retries
    }

    /// The channels of which the device took it.
    public var takenChannels: Set<DeviceChannel> {
        Set(results.filter { [.confirmed, .unconfirmed].contains($0.outcome) }.map(\.action.channel))
    }

    /// What became of the whole: the worst outcome of its actions; superseded ones do not count.
    public var outcome: DeliveryOutcome {
        let counted = results.map(\.outcome).filter { $0 != .superseded }
        for outcome in counted {
            if case .failed(let error) = outcome { return .failed(error) }
        }
        if counted.contains(.cancelled) { return .failed(GATTError(.cancelled, "The request was given up.")) }
        if counted.isEmpty, !results.isEmpty { return .superseded }
        guard let state, !counted.contains(.unconfirmed) else { return .unconfirmed(state) }
        return .confirmed(state)
    }
}

/// What became of a desired state.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The device reports what was asked for.
    case confirmed(DeviceState)
    /// The device acknowledged it but does not report it, or gave no report.
    case unconfirmed(DeviceState?)
    /// A newer desired state took its place.
    case superseded
    /// It did not reach the device.
    case failed(GATTError)

    /// Whether the device reports it.
    public var isConfirmed: Bool {
        if case .confirmed = self { true } else { false }
    }

    /// Whether the device took it.
    public var isDelivered: Bool {
        switch self {
        case .confirmed, .unconfirmed: true
        case .superseded, .failed: false
        }
    }
}
