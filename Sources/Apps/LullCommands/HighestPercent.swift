// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The highest percentage that is allowed, as people write it: `30`, `30%`, or `off` for any.
struct HighestPercent: ExpressibleByArgument {
    let percent: Percent

    init?(argument: String) {
        guard let percent = Percent(argument: argument.lowercased() == "off" ? "100" : argument) else { return nil }
        self.percent = percent
    }
}
