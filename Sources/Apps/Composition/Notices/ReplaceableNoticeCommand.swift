// SPDX-License-Identifier: Apache-2.0

public import Household
public import SleepModel
import Synchronization

/// The owner's program for notices, in whose place another one can run from some moment on.
public final class ReplaceableNoticeCommand: NoticeCommand {
    private let program: Mutex<(any NoticeCommand)?>

    /// Runs a program at first, or none.
    public init(_ program: (any NoticeCommand)?) { self.program = Mutex(program) }

    /// Runs another program for each later notice, or none.
    public func replace(by program: (any NoticeCommand)?) { self.program.withLock { $0 = program } }

    /// Runs the program for a notice; without one that is done.
    public func run(_ notice: Notice, deviceName: String?) async -> NoticeCommandOutcome {
        await program.withLock(\.self)?.run(notice, deviceName: deviceName) ?? .done
    }
}
