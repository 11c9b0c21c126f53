// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// What somebody does to a simulated device by hand.
enum BedsideAct: Hashable, Sendable {
    /// Touches its ring for a moment.
    case touch
    /// Touches its ring for four seconds.
    case hold
    /// Takes it from the mains for that long.
    case unplug(Duration)

    /// Reads `touch`, `hold` or `unplug 10s`; nil for anything else.
    init?(parsing line: String) {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        switch words {
        case ["touch"]: self = .touch
        case ["hold"]: self = .hold
        default:
            guard words.count == 2, words[0] == "unplug", let time = DurationText.parse(words[1]), time > .zero else {
                return nil
            }
            self = .unplug(time)
        }
    }
}
