// SPDX-License-Identifier: Apache-2.0

/// What a product can do by itself.
public struct ProductCapabilities: Hashable, Sendable {
    /// How many favourites it keeps.
    public var favouriteCount: Int
    /// How many programs it keeps.
    public var programCount: Int
    /// How many bytes of UTF-8 a program's name may have.
    public var programNameLength: Int
    /// The longest sleep timer it takes; nil when it has none.
    public var longestSleepTimer: Duration?
    /// Whether it keeps the time of day.
    public var hasClock: Bool
    /// Whether it cycles through colours by itself.
    public var hasGradient: Bool

    /// Describes a product.
    public init(
        favouriteCount: Int = 0, programCount: Int = 0, programNameLength: Int = 0,
        longestSleepTimer: Duration? = nil, hasClock: Bool = false, hasGradient: Bool = false
    ) {
        self.favouriteCount = favouriteCount
        self.programCount = programCount
        self.programNameLength = programNameLength
        self.longestSleepTimer = longestSleepTimer
        self.hasClock = hasClock
        self.hasGradient = hasGradient
    }
}
