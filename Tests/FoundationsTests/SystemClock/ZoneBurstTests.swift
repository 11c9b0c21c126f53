// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemClock

@Suite
struct ZoneBurstTests {
    @Test
    func burst_isOver_whenNothingChangedForAWhile() {
        var burst = ZoneBurst(pause: .seconds(2))
        #expect(burst.notice(.data, at: .seconds(100)) == .seconds(102))
        #expect(burst.notice(.data, at: .seconds(101)) == .seconds(103))
        #expect(burst.notice(.zone, at: .seconds(103)) == .seconds(105))
        #expect(burst.end() == [.zone, .data])
    }

    @Test
    func burst_isOver_afterTenPauses_howeverLongItGoesOn() {
        var burst = ZoneBurst(pause: .seconds(2))
        let deadlines = (100..<200).map { burst.notice(.data, at: .seconds($0)) }
        #expect(deadlines.max { ($0 ?? .zero) < ($1 ?? .zero) } == .seconds(120))
    }

    @Test
    func burst_beginsAnew_afterItsEnd() {
        var burst = ZoneBurst(pause: .seconds(2))
        _ = burst.notice(.zone, at: .seconds(100))
        _ = burst.end()
        #expect(burst.notice(.data, at: .seconds(500)) == .seconds(502))
        #expect(burst.end() == .data)
    }

    @Test
    func event_withoutAMeaning_beginsNoBurst() {
        var burst = ZoneBurst(pause: .seconds(2))
        #expect(burst.notice([], at: .seconds(100)) == nil)
        #expect(burst.end() == [])
    }
}
