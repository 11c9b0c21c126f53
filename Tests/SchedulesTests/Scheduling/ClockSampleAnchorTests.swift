// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Scheduling
import SleepModel
import Testing

@Suite struct ClockSampleAnchorTests {
    private let start = Plans.sample("2027-01-05T12:00:00Z", boot: .seconds(1000))

    @Test func elapsed_followsTheBootClock_withinOneBoot() {
        let later = Plans.sample("2027-01-05T09:00:00Z", boot: .seconds(1600))
        #expect(later.elapsed(since: start.anchor) == .seconds(600))
    }

    @Test func elapsed_followsTheWallClock_overAReboot() {
        let later = Plans.sample("2027-01-05T12:10:00Z", boot: .seconds(5), bootID: "second")
        #expect(later.elapsed(since: start.anchor) == .seconds(600))
    }

    @Test func anchor_liesBack_whenTheStartWasPlannedEarlier() {
        let anchor = start.anchor(plannedAt: Plans.instant("2027-01-05T11:58:00Z"))
        #expect(anchor == RunAnchor(wall: Plans.instant("2027-01-05T11:58:00Z"), boot: .seconds(880), bootID: "first"))
        #expect(start.elapsed(since: anchor) == .seconds(120))
    }

    @Test func anchor_liesBeforeTheBoot_whenTheStartDid() {
        let anchor = start.anchor(plannedAt: Plans.instant("2027-01-05T11:00:00Z"))
        #expect(anchor.boot == .seconds(-2600))
        #expect(start.elapsed(since: anchor) == .seconds(3600))
    }

    @Test(arguments: [("first", Int64(1600)), ("second", 5)])
    func deadlines_areReadOnBothClocks_inEitherBoot(bootID: String, boot: Int64) {
        let now = Plans.sample("2027-01-05T12:10:00Z", boot: .seconds(boot), bootID: bootID)
        #expect(now.boot(after: .seconds(900), since: start.anchor) == .seconds(boot + 300))
        #expect(now.wall(after: .seconds(900), since: start.anchor) == Plans.instant("2027-01-05T12:15:00Z"))
    }
}
