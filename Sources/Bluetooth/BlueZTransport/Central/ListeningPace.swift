// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// Decides how long an occasional listener searches, and how long it pauses.
///
/// Without a monitor it searches for six seconds of each minute. With one it knows who is there. What a Rest shows is only
/// in what it answers to a search, so it still searches each minute, but only until it has heard again everybody who is
/// there; and every four minutes when nobody is.
struct ListeningPace: Hashable, Sendable {
    /// How long a search lasts at most: a Rest advertises several times a second, so a few seconds are enough.
    static let window = Duration.seconds(6)
    /// The usual pause.
    static let pause = Duration.seconds(54)
    /// The pause while a monitor hears nobody; a device counts as near for five minutes after it was heard.
    static let longPause = Duration.seconds(234)
    /// How many devices are remembered; strangers can be among them.
    static let limit = 256

    /// Who was heard, or found by the monitor, since the last search began.
    private var present: Set<MacAddress> = []
    /// Who is still to be heard in this search.
    private var awaited: Set<MacAddress> = []
    private var awaitsSomebody = false

    /// Whether the search has heard everybody who was there when it began.
    var isComplete: Bool { awaitsSomebody && awaited.isEmpty }

    /// Begins a search; `isMonitored` says whether a monitor watches.
    mutating func begin(isMonitored: Bool) {
        (awaited, awaitsSomebody, present) = (present, isMonitored && !present.isEmpty, [])
    }

    /// Notes that the monitor has found a device; returns whether that is news since the last search began.
    ///
    /// A radio that leaves nothing out reports a device with each of its advertisements.
    @discardableResult
    mutating func found(_ device: MacAddress) -> Bool {
        present.count < Self.limit && present.insert(device).inserted
    }

    /// Notes that a search has heard what a device shows.
    mutating func heard(_ device: MacAddress) {
        awaited.remove(device)
        found(device)
    }

    /// When the pause ends that began at a boot time; `wasSilent` says that the search before it heard nobody at all.
    func end(ofPauseSince start: Duration, isMonitored: Bool, wasSilent: Bool) -> Duration {
        // A silent radio may be deaf, and is looked after at the usual pace.
        start + (isMonitored && present.isEmpty && !wasSilent ? Self.longPause : Self.pause)
    }
}
