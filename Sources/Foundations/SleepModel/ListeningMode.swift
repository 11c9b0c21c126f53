// SPDX-License-Identifier: Apache-2.0

/// How Lull learns that a device is there while nobody waits for it.
public enum ListeningMode: String, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    /// It searches for some seconds of each minute.
    case active
    /// The radio reports devices by itself, and Lull searches briefly for what they show.
    case passive

    /// The word people and programs read.
    public var description: String { rawValue }
}
