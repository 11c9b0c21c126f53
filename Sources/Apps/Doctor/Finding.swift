// SPDX-License-Identifier: Apache-2.0

/// One thing that was looked at: what is so, how that was found, and what to do about it.
public struct Finding: Hashable, Codable, Sendable {
    /// How bad it is.
    public enum State: String, Codable, Sendable {
        /// It is as it should be, or does not matter.
        case ok
        /// Alarms ring, and something should be seen to.
        case warning
        /// It keeps alarms from ringing.
        case failure
    }

    /// What was looked at, as one word; a device adds its name.
    public var check: String
    /// How bad it is.
    public var state: State
    /// What is so, in one sentence.
    public var message: String
    /// What to do, with a command to type; null when there is nothing to do.
    public var advice: String?
    /// Where that was read: a file, a call or a command.
    public var source: String

    init(_ check: String, _ state: State, _ message: String, advice: String? = nil, source: String) {
        self.check = check
        self.state = state
        self.message = message
        self.advice = advice
        self.source = source
    }

    /// It, but for what does not keep alarms from ringing.
    var lesser: Finding {
        var finding = self
        if state == .failure { finding.state = .warning }
        return finding
    }

    private enum CodingKeys: String, CodingKey {
        case check, state, message, advice, source
    }

    /// Writes it, an absent advice as null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(check, forKey: .check)
        try container.encode(state, forKey: .state)
        try container.encode(message, forKey: .message)
        try container.encode(advice, forKey: .advice)
        try container.encode(source, forKey: .source)
    }
}
