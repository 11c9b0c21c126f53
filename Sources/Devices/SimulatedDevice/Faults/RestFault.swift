// SPDX-License-Identifier: Apache-2.0

/// Something that goes wrong with a simulated unit or its link, with a stable name.
public enum RestFault: String, CaseIterable, Hashable, Sendable {
    /// A connection is turned away.
    case connectFailure = "connect-failure"
    /// A central beside another one is turned away; units with the profile `many-centrals` do that only as a fault, all
    /// others always.
    case secondCentralRefused = "second-central-refused"
    /// From this connection on the battery level is low.
    case battery = "battery"
    /// The connection ends when a command arrives, which is not carried out.
    case disconnectMidWrite = "disconnect-mid-write"
    /// The unit loses power when a command arrives, see `SimulatedRest.cyclePower(at:)`.
    case powerCycle = "power-cycle"
    /// A command is neither carried out nor replied to.
    case silence = "silence"
    /// A command is carried out and not replied to.
    case lostReply = "lost-reply"
    /// A command is carried out and replied to seconds later.
    case lateReply = "late-reply"
    /// After a command the clock is unset.
    case clockReset = "clock-reset"
    /// The connection ends after the reply to a command.
    case droppedConnection = "dropped-connection"
    /// A read of the state answers its first 12 bytes only.
    case truncatedRead = "truncated-read"

    /// What may happen to a command, at most one of them.
    static let ofCommands: [RestFault] = [
        .disconnectMidWrite, .powerCycle, .silence, .lostReply, .lateReply, .clockReset, .droppedConnection,
    ]
}
