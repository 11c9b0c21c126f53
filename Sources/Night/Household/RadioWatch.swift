// SPDX-License-Identifier: Apache-2.0

/// Decides when somebody is to know that no device can be heard.
struct RadioWatch: Hashable {
    /// How long the radio may fail without a word; a Bluetooth service that restarts is back by then.
    static let patience = Duration.seconds(5 * 60)

    private var since: Duration?
    private var isTold = false

    /// Notes that the radio listens.
    mutating func works() { (since, isTold) = (nil, false) }

    /// When somebody is to know, as a boot time; nil while it works, and when they know.
    var due: Duration? { isTold ? nil : since.map { $0 + Self.patience } }

    /// Whether the radio fails for longer than that, at a boot time.
    func isLong(at now: Duration) -> Bool { since.map { now - $0 >= Self.patience } ?? false }

    /// Notes that the radio fails at a boot time, and returns whether to tell somebody now: once, until it works again.
    mutating func isDue(at now: Duration) -> Bool {
        let begin = since ?? now
        since = begin
        guard !isTold, now - begin >= Self.patience else { return false }
        isTold = true
        return true
    }
}
