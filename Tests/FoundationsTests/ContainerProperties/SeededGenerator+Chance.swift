// SPDX-License-Identifier: Apache-2.0

import SeededRandom

extension SeededGenerator {
    /// Whether something of that many percent happens.
    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }
}
