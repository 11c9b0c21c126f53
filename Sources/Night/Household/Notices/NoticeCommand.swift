// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// What the owner of a household has run for each notice, such as a program that sounds a speaker.
public protocol NoticeCommand: Sendable {
    /// Runs once for a notice, about the device of that name, and says what became of it.
    ///
    /// Ends in bounded time, and soon when the task is cancelled.
    func run(_ notice: Notice, deviceName: String?) async -> NoticeCommandOutcome
}

/// What became of a command for a notice.
public enum NoticeCommandOutcome: Hashable, Sendable {
    /// It ended well.
    case done
    /// It did not, for this reason, which completes "the command ...".
    case failed(String)
    /// The process is to stop.
    case cancelled
}
