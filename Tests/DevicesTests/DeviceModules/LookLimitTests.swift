// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceModules

@Suite struct LookLimitTests {
    private var limit = LookLimit()

    /// How often a look is allowed when somebody asks every second.
    private mutating func looks(from start: Int, to end: Int) -> [Int] {
        (start..<end).filter { limit.allows(at: .seconds($0)) }
    }

    @Test mutating func allows_lessAndLess_whileLooksFindNothing() {
        #expect(looks(from: 100, to: 1400) == [100, 105, 115, 135, 175, 255, 415, 715, 1015, 1315])
    }

    @Test mutating func allows_soonAgain_afterALookThatFoundSomething() {
        _ = looks(from: 100, to: 500)
        limit.found(at: .seconds(500))
        #expect(looks(from: 500, to: 516) == [505, 510])
    }

    @Test mutating func allows_soonAgain_whenNobodyAskedForLong() {
        _ = looks(from: 100, to: 500)
        #expect(looks(from: 1500, to: 1510) == [1500, 1505])
    }
}
