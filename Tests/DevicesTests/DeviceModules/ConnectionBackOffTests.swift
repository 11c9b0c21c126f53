// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceModules

@Suite struct ConnectionBackOffTests {
    @Test func failed_waitsThreeTimesAsLongEachTime_aMinuteAtMost() {
        var backOff = ConnectionBackOff()
        let pauses = (0..<10).map { _ in
            backOff.failed(at: .seconds(100), jitter: 0.5)
            return backOff.remaining(at: .seconds(100))
        }
        #expect(pauses == [2, 6, 18, 54, 60, 60, 60, 60, 60, 60].map { Duration.seconds($0) })
        #expect(backOff.failures == 10)
    }

    @Test(arguments: [(0.0, 1000), (0.5, 2000), (0.999, 2998), (-7, 1000), (7, 3000)])
    func failed_spreadsThePause_byHalfOfIt(jitter: Double, milliseconds: Int) {
        var backOff = ConnectionBackOff()
        backOff.failed(at: .zero, jitter: jitter)
        #expect(backOff.remaining(at: .zero) == .milliseconds(milliseconds))
    }

    @Test func remaining_goesDownToZero() {
        var backOff = ConnectionBackOff()
        #expect(backOff.remaining(at: .zero) == .zero)
        backOff.failed(at: .seconds(10), jitter: 0.5)
        #expect(backOff.remaining(at: .seconds(11)) == .seconds(1))
        #expect(backOff.remaining(at: .seconds(50)) == .zero)
    }

    @Test func succeeded_beginsAnew() {
        var backOff = ConnectionBackOff()
        for _ in 0..<5 { backOff.failed(at: .zero, jitter: 0.5) }
        backOff.succeeded()
        #expect(backOff == ConnectionBackOff())
    }
}
