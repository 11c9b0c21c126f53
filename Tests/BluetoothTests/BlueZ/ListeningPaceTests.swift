// SPDX-License-Identifier: Apache-2.0

import SleepModel
import Testing

@testable import BlueZTransport

/// How long an occasional listener searches and pauses.
@Suite struct ListeningPaceTests {
    /// How long the pause lasts, in seconds.
    private func pause(_ pace: ListeningPace, isMonitored: Bool, wasSilent: Bool = false) -> Int64 {
        pace.end(ofPauseSince: .zero, isMonitored: isMonitored, wasSilent: wasSilent).components.seconds
    }

    @Test func pause_isAMinute_withoutAMonitor() {
        var pace = ListeningPace()
        #expect(pause(pace, isMonitored: false) == 54)
        pace.heard(.rest)
        pace.begin(isMonitored: false)
        pace.heard(.rest)
        #expect(!pace.isComplete)
        #expect(pause(pace, isMonitored: false) == 54)
    }

    @Test func pause_isLong_whileAMonitorHearsNobody() {
        var pace = ListeningPace()
        pace.begin(isMonitored: true)
        #expect(!pace.isComplete)
        #expect(pause(pace, isMonitored: true) == 234)
        #expect(pause(pace, isMonitored: true, wasSilent: true) == 54)
        pace.found(.rest)
        #expect(pause(pace, isMonitored: true) == 54)
    }

    @Test func find_isNews_onceUntilTheNextSearch() {
        var pace = ListeningPace()
        var isNews = [pace.found(.rest), pace.found(.rest), pace.found(.other)]
        pace.begin(isMonitored: true)
        isNews.append(pace.found(.rest))
        pace.heard(.other)
        isNews.append(pace.found(.other))
        #expect(isNews == [true, false, true, true, false])
    }

    @Test func search_isComplete_whenEverybodyIsHeardWhoWasThere() {
        var pace = ListeningPace()
        pace.found(.rest)
        pace.heard(.other)
        pace.begin(isMonitored: true)
        pace.found(.rest)
        pace.heard(.other)
        #expect(!pace.isComplete)
        pace.heard(.rest)
        #expect(pace.isComplete)
        pace.begin(isMonitored: true)
        #expect(!pace.isComplete)
    }

    @Test func search_isLong_forOneThatIsGone_andThenThePauseIs() {
        var pace = ListeningPace()
        pace.found(.rest)
        pace.begin(isMonitored: true)
        #expect(!pace.isComplete)
        #expect(pause(pace, isMonitored: true) == 234)
    }

    @Test func strangers_areRememberedUpToALimit() {
        var pace = ListeningPace()
        for number in 0..<UInt16(ListeningPace.limit + 10) {
            pace.found(MacAddress(bytes: [0xC0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xFF)]) ?? .rest)
        }
        pace.begin(isMonitored: true)
        for number in 0..<UInt16(ListeningPace.limit) {
            pace.heard(MacAddress(bytes: [0xC0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xFF)]) ?? .rest)
        }
        #expect(pace.isComplete)
    }
}
