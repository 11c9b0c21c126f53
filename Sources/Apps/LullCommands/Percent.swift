// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A percentage as people write it: `30` or `30%`.
struct Percent: ExpressibleByArgument {
    let value: Int

    init?(argument: String) {
        let text = NegativeNumbers.plain(argument)
        guard let value = Int(text.hasSuffix("%") ? String(text.dropLast()) : text) else { return nil }
        self.value = value
    }

    /// Throws if a percentage that was given is out of range; `name` begins the sentence.
    static func check(_ percent: Percent?, _ name: String) throws {
        guard let percent, !(0...100).contains(percent.value) else { return }
        throw ValidationError("\(name) \(percent.value)% is out of range. Give a percentage from 0 to 100.")
    }
}
