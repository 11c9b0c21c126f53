// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A whole number as people write it, also below zero.
struct WholeNumber: ExpressibleByArgument {
    let value: Int

    init(_ value: Int) {
        self.value = value
    }

    init?(argument: String) {
        guard let value = Int(NegativeNumbers.plain(argument)) else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { "\(value)" }
}
