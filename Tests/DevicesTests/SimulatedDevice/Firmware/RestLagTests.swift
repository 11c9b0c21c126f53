// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import SleepModel
import Testing

@Suite
struct RestLagTests {
    @Test
    func report_tellsOfACommand_afterTheLag() {
        let bench = Bench(on: false, lag: .milliseconds(300))
        #expect(bench.send("SI01") == ["OK"])
        #expect(bench.changes.map(\.isOn) == [true])
        #expect(bench.rest.settledState(at: bench.now).isOn)
        bench.pass(.milliseconds(299))
        #expect(bench.report.hasSuffix("50DF6500"))
        #expect(bench.rest.advertisement(at: bench.now)[21] == 0xDF)
        #expect(bench.reports == 0)
        bench.pass(.milliseconds(1))
        #expect(bench.report.hasSuffix("501F6500"))
        #expect(bench.reports == 1)
        #expect(bench.changes.count == 1)
    }

    @Test
    func report_tellsOfCommandsOneByOne() {
        let bench = Bench(lag: .milliseconds(300))
        var volumes: [UInt8] = []
        for step in 0..<6 {
            if step < 3 { #expect(bench.send("SV0\(step + 1)") == ["OK"]) }
            bench.pass(.milliseconds(150))
            volumes.append(bench.state.volume.rawValue)
        }
        #expect(volumes == [0x54, 1, 2, 3, 3, 3])
        #expect(bench.reports == 3)
    }

    @Test
    func clockAndAnswers_doNotLag() {
        let bench = Bench(lag: .seconds(10))
        #expect(bench.send("ST20260524202900U") == ["OK"])
        #expect(bench.clock == "6A135F8C")
        #expect(bench.send("SP03") == ["OK"])
        #expect(bench.send("GF") == ["03", "OK"])
    }

    @Test
    func delay_isTheLag_afterACommand() {
        let bench = Bench(lag: .milliseconds(300))
        #expect(bench.rest.delay(after: bench.now) == nil)
        #expect(bench.send("SV01") == ["OK"])
        #expect(bench.rest.delay(after: bench.now) == .milliseconds(300) + .nanoseconds(1))
    }

    @Test
    func stormOfCommands_isReportedToItsEnd() {
        let bench = Bench(lag: .seconds(1))
        for volume in 0...UInt8.max { #expect(bench.send("SV\(volume.hexadecimal)") == ["OK"]) }
        bench.pass(.seconds(1))
        #expect(bench.state.volume == .full)
        #expect(bench.reports == 64)
    }

    @Test
    func powerCycle_isReportedAtOnce() {
        let bench = Bench(lag: .seconds(10))
        bench.cyclePower()
        #expect(!bench.state.isOn)
        #expect(bench.reports == 1)
        bench.pass(.seconds(60))
        #expect(bench.reports == 1)
    }
}
