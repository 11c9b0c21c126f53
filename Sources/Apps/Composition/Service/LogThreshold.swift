// SPDX-License-Identifier: Apache-2.0

public import Logging
import Synchronization

/// The least severe level that loggers write, which changes for all of them at once.
public final class LogThreshold: Sendable {
    private let value: Mutex<Logger.Level>

    /// Begins with a level.
    public init(_ level: Logger.Level) { value = Mutex(level) }

    /// The level.
    public var level: Logger.Level {
        get { value.withLock(\.self) }
        set { value.withLock { $0 = newValue } }
    }
}
