// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// A whole number as people write it, also below zero.
package struct WholeNumber: ExpressibleByArgument {
    package let value: Int

    package init(_ value: Int) {
        self.value = value
    }

    package init?(argument: String) {
        guard let value = Int(NegativeNumbers.plain(argument)) else { return nil }
        self.value = value
    }

    package var defaultValueDescription: String { "\(value)" }
}
