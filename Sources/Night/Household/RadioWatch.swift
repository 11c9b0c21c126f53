// SPDX-License-Identifier: Apache-2.0

/// Decides when somebody is to know that no device can be heard.
struct RadioWatch: Hashable {
    /// How long the radio may fail without a word; a Bluetooth service that restarts is back by then.
    static let patience = Duration.seconds(5 * 60)

    private var since: Duration?
    private var isTold = false

    /// Takes that the radio listens.
    mutating func works() { (since, isTold) = (nil, false) }

    /// Takes that the radio fails at a boot time; returns whether somebody is to know now, which is once until it works.
    mutating func isDue(at now: Duration) -> Bool {
        let begin = since ?? now
        since = begin
        guard !isTold, now - begin >= Self.patience else { return false }
        isTold = true
        return true
    }
}
