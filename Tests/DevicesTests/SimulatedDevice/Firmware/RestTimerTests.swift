// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import SleepModel
import Testing

@Suite
struct RestTimerTests {
    @Test
    func timer_switchesOffOneSecondAfterItsEnd() {
        let bench = Bench()
        #expect(bench.send("SD003C") == ["OK"])
        #expect(bench.report.hasSuffix("6580"))
        #expect(bench.rest.advertisement(at: bench.now).last == 0x80)
        bench.pass(.milliseconds(60_999))
        #expect(bench.state.isOn)
        #expect(bench.send("GD") == ["0000", "OK"])
        bench.pass(.milliseconds(1))
        #expect(bench.state.isOn == false)
        #expect(bench.report.hasSuffix("50DF6500"))
        #expect(bench.changes.count == 2)
    }

    @Test(arguments: [(0, "0384"), (999, "0384"), (1000, "0383"), (899_000, "0001"), (900_000, "0000")])
    func timer_countsWholeSeconds(milliseconds: Int, left: String) {
        let bench = Bench()
        #expect(bench.send("SD0384") == ["OK"])
        bench.pass(.milliseconds(milliseconds))
        #expect(bench.send("GD") == [left, "OK"])
        #expect(bench.rest.sleepTimer(at: bench.now).map { UInt8($0 & 0xFF).hexadecimal } == String(left.suffix(2)))
    }

    @Test
    func timer_replacesTheOneThatRuns() {
        let bench = Bench()
        #expect(bench.send(all: "SD003C", "SD0384"))
        bench.pass(.seconds(61))
        #expect(bench.state.isOn)
        bench.pass(.seconds(840))
        #expect(!bench.state.isOn)
    }

    @Test
    func timer_isCancelledByZero() {
        let bench = Bench()
        #expect(bench.send(all: "SD003C", "SD0000"))
        #expect(bench.report.hasSuffix("6500"))
        #expect(bench.rest.sleepTimer(at: bench.now) == nil)
        bench.pass(.seconds(3600))
        #expect(bench.state.isOn)
    }

    @Test
    func timer_holdsEighteenHours() {
        let bench = Bench()
        #expect(bench.send("SDFFFF") == ["OK"])
        bench.pass(.seconds(0xFFFF))
        #expect(bench.state.isOn)
        bench.pass(.seconds(1))
        #expect(!bench.state.isOn)
    }

    @Test(arguments: [
        ("SD00b4", false, "0000"), ("SD01e0", false, "0000"), ("SD0960", false, "0960"), ("SD00b4", true, "00B4"),
    ])
    func timer_isAcknowledgedAndNotStarted_byLowerCaseDigits(command: String, honours: Bool, left: String) {
        let bench = Bench(profile: honours ? RestProfile(.lowerCaseTimer) : RestProfile())
        #expect(bench.send(command) == ["OK"])
        #expect(bench.send("GD") == [left, "OK"])
    }
}
