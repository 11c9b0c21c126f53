// SPDX-License-Identifier: Apache-2.0

/// The kinds of bytes that a Hatch Rest sends or takes, by their names in `lull decode`.
public enum HatchRestPacketKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// Manufacturer payload after the company identifier, or a whole advertising packet.
    case advertisement
    /// The value of the feedback characteristic.
    case feedback
    /// The answer to `PGB`.
    case favourite
    /// The answer to `EGB`: the block, or the block with status and name behind it.
    case program
    /// Any reply, by itself.
    case reply
    /// A command.
    case command
}
