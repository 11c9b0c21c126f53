// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceModules

@Suite struct AcknowledgementWatchTests {
    private var watch = AcknowledgementWatch()

    private func patience(in session: Int) -> Duration? { watch.patience(in: session, usually: .seconds(1)) }

    @Test mutating func patience_isTheUsualOne_afterASingleLoss() {
        let goesOn = watch.missed(in: 1)
        #expect(!goesOn)
        #expect(patience(in: 2) == .seconds(1))
        watch.heard()
        _ = watch.missed(in: 2)
        #expect(patience(in: 2) == .seconds(1))
    }

    @Test mutating func patience_isNone_inTheSessionOfTheSecondLossInARow() {
        _ = watch.missed(in: 1)
        let goesOn = watch.missed(in: 2)
        #expect(goesOn)
        #expect(patience(in: 2) == nil)
    }

    @Test mutating func patience_isShort_inTheSessionsOfASilentDevice_untilItIsHeard() {
        _ = watch.missed(in: 1)
        _ = watch.missed(in: 2)
        #expect(patience(in: 3) == .milliseconds(250))
        watch.heard()
        #expect(patience(in: 3) == .seconds(1))
    }
}
