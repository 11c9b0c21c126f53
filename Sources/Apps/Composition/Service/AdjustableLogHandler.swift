// SPDX-License-Identifier: Apache-2.0

public import Logging

/// A log handler whose level follows a threshold, unless somebody gives it one of its own.
public struct AdjustableLogHandler: LogHandler {
    private var base: any LogHandler
    private let threshold: LogThreshold
    private var own: Logger.Level?

    /// Writes as another handler does.
    public init(_ base: any LogHandler, threshold: LogThreshold) {
        self.base = base
        self.threshold = threshold
        self.base.logLevel = .trace
    }

    /// The least severe level that is written.
    public var logLevel: Logger.Level {
        get { own ?? threshold.level }
        set { own = newValue }
    }

    /// What every line has.
    public var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue }
    }

    /// The value of one key that every line has.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) { base.log(event: event) }
}
