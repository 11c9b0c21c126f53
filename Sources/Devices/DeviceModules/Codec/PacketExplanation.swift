// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// What bytes on one of a product's characteristics mean.
public struct PacketExplanation: Hashable, Sendable {
    /// What they say, as part of a sentence without a full stop.
    public var text: String
    /// The state they report, if they report one.
    public var state: DeviceState?
    /// What they ask for, if they are a command that Lull knows as an action.
    public var action: DeviceAction?

    /// Makes an explanation.
    public init(_ text: String, state: DeviceState? = nil, action: DeviceAction? = nil) {
        self.text = text
        self.state = state
        self.action = action
    }
}
