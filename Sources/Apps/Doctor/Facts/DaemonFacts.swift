// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
import SleepModel

/// What the daemon answers.
public struct DaemonFacts: Hashable, Sendable {
    /// What became of the question.
    public enum Answer: Hashable, Sendable {
        /// The devices as `status` shows them.
        case devices([StatusDocument])
        /// Nothing, for this reason.
        case failed(ControlError)
    }

    /// Its socket.
    public var socket: String
    /// What it answers.
    public var answer: Answer

    /// What it says of itself; nil when it does not answer that.
    public var health: HealthDocument?

    /// Makes a value.
    public init(socket: String, answer: Answer, health: HealthDocument? = nil) {
        self.socket = socket
        self.answer = answer
        self.health = health
    }

    /// Whether it says that its radio hears nothing, and it holds no link.
    var isDeaf: Bool {
        let reason = health?.checks.first { $0.name == .radio }?.reason
        return reason != nil && !(devices ?? []).contains { [.connected, .held].contains($0.link) }
    }

    /// The devices; nil when the daemon does not answer.
    var devices: [StatusDocument]? {
        if case .devices(let devices) = answer { devices } else { nil }
    }
}
