// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments

/// A device's own sleep timer that runs.
public struct RunningTimerDocument: Hashable, Codable, Sendable {
    /// How long it still runs; null when the device has not said it.
    @NullWhenAbsent public var remainingSeconds: Int?
    /// When it ends and switches the device off; null when the device has not said it.
    @NullWhenAbsent public var endsAt: Instant?

    /// Makes a document.
    public init(remainingSeconds: Int?, endsAt: Instant?) {
        self.remainingSeconds = remainingSeconds
        self.endsAt = endsAt
    }
}
